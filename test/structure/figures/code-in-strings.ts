import ts from 'typescript';
import type { ProjectFile, SourceTree } from '../tree/source-tree.js';
import type { Figure } from './figure.js';

/** A shorter text is an example, or one call. */
const minLines = 6;
const minStatements = 3;

/** Finds programs in strings: no type check, linter or coverage sees them. They belong into files that are read as texts. */
export function codeInStringsFigure({ service }: SourceTree): Figure {
  const offenders = service.flatMap(findPrograms);
  return {
    name: 'programs in strings',
    value: offenders.length,
    limit: 0,
    offenders,
  };
}

function findPrograms(file: ProjectFile): string[] {
  const offenders: string[] = [];
  const visit = (node: ts.Node): void => {
    const text = getText(node);
    if (text !== undefined && isProgram(text)) offenders.push(`${file.path}:${file.lineAt(node.getStart())}`);
    else ts.forEachChild(node, visit);
  };
  visit(file.syntax);
  return offenders;
}

/** The text of a string or template; the expressions in a template count as names. */
function getText(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `inserted${literal.text}`).join('');
}

function isProgram(text: string): boolean {
  if (text.split('\n').length < minLines) return false;
  const syntax = ts.createSourceFile('program.ts', text, ts.ScriptTarget.Latest, true);
  const { parseDiagnostics } = syntax as unknown as { parseDiagnostics: readonly ts.Diagnostic[] };
  return parseDiagnostics.length === 0 && countStatements(syntax) >= minStatements;
}

/** Counts what only programs have: declarations, functions, choices, loops and returns. */
function countStatements(syntax: ts.SourceFile): number {
  let count = 0;
  const visit = (node: ts.Node): void => {
    if (
      ts.isVariableStatement(node) ||
      ts.isFunctionLike(node) ||
      ts.isIfStatement(node) ||
      ts.isIterationStatement(node, false) ||
      ts.isReturnStatement(node)
    )
      count++;
    ts.forEachChild(node, visit);
  };
  visit(syntax);
  return count;
}
