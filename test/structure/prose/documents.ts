import ts from 'typescript';
import type { ProjectFile } from '../tree/source-tree.js';
import { blank, type Passage } from './passage.js';

const textKeys = new Set(['title', 'description', '$comment']);

/** Returns a Markdown file without its code blocks. */
export function getMarkdown({ path, text }: ProjectFile): Passage[] {
  return [{ path, line: 1, text: text.replace(/^( *)(```+|~~~+)[\s\S]*?^\1\2.*$/gm, blank) }];
}

/** Returns a YAML file or a shell script; a value that is one word is an identifier. */
export function toLines({ path, text }: ProjectFile): Passage[] {
  const prose = text.replace(/^\s*#/gm, blank).replace(/(?<=[:-] )["']?[\w:-]+["']?$/gm, blank);
  // In YAML quotes delimit texts.
  return [{ path, line: 1, text: prose.replace(/["']/g, ' ') }];
}

/** Returns the titles, descriptions and comments of a JSON Schema. */
export function getSchemaTexts(file: ProjectFile): Passage[] {
  const syntax = ts.parseJsonText(file.path, file.text);
  const found: Passage[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isPropertyAssignment(node) &&
      ts.isStringLiteral(node.name) &&
      textKeys.has(node.name.text) &&
      ts.isStringLiteral(node.initializer)
    ) {
      const { line } = syntax.getLineAndCharacterOfPosition(node.initializer.getStart(syntax));
      found.push({ path: file.path, line: line + 1, text: node.initializer.text });
    }
    ts.forEachChild(node, visit);
  };
  visit(syntax);
  return found;
}
