import ts from 'typescript';
import type { ProjectFile } from '../tree/source-tree.js';
import { blank, type Passage, type ProseFinding } from './passage.js';

const decoration = /^\s*(?:\/\*+|\*(?!\/)|\/\/+)|\*+\/\s*$/gm;
const opening = /^\s*(what|where|whether|who)\b/i;

/** Returns the comments of a TypeScript file; line comments that follow each other are one comment. */
export function getComments(file: ProjectFile): Passage[] {
  const found: Passage[] = [];
  let endOfLast = -1;
  for (const { kind, start, end } of commentRanges(file)) {
    const text = file.text.slice(start, end).replace(decoration, blank);
    const last = found.at(-1);
    const between = file.text.slice(endOfLast, start);
    const isAlone = /(?:^|\n)[ \t]*$/.test(file.text.slice(0, start));
    if (last && kind === 'line' && isAlone && endOfLast >= 0 && /^\r?\n[ \t]*$/.test(between)) {
      last.text += between + text;
    } else {
      found.push({ path: file.path, line: file.lineAt(start), text });
    }
    endOfLast = kind === 'line' && isAlone ? end : -1;
  }
  return found;
}

/** Returns the opening word of a comment that starts with a question word instead of its subject. */
export function questionOpening({ path, line, text }: Passage): ProseFinding[] {
  const words = opening.exec(text)?.[1];
  return words === undefined ? [] : [{ path, line, words }];
}

interface CommentRange {
  kind: 'line' | 'block';
  start: number;
  end: number;
}

function* commentRanges(file: ProjectFile): Generator<CommentRange> {
  const { patterns, templates } = ambiguousTokens(file.syntax);
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, file.text);
  for (;;) {
    const token = scanner.scan();
    const start = scanner.getTokenStart();
    if (token === ts.SyntaxKind.EndOfFileToken) return;
    if (patterns.has(start)) scanner.reScanSlashToken();
    else if (templates.has(start)) scanner.reScanTemplateToken(false);
    else if (token === ts.SyntaxKind.SingleLineCommentTrivia) {
      yield { kind: 'line', start, end: scanner.getTokenEnd() };
    } else if (token === ts.SyntaxKind.MultiLineCommentTrivia) {
      yield { kind: 'block', start, end: scanner.getTokenEnd() };
    }
  }
}

/** Finds the slashes that open a regular expression and the braces that continue a template, which only the parser knows. */
function ambiguousTokens(syntax: ts.SourceFile): { patterns: Set<number>; templates: Set<number> } {
  const patterns = new Set<number>();
  const templates = new Set<number>();
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) patterns.add(node.getStart());
    if (ts.isTemplateMiddleOrTemplateTail(node)) templates.add(node.getStart());
    ts.forEachChild(node, visit);
  };
  visit(syntax);
  return { patterns, templates };
}
