import ts from 'typescript';
import type { ProjectFile } from '../tree/source-tree.js';
import { blank, type Passage } from './passage.js';

const testFunctions = new Set(['describe', 'test', 'it']);

/**
 * Returns the strings and templates of a TypeScript file that are texts. Expressions inserted into a template are
 * left out.
 */
export function getLiterals(file: ProjectFile): Passage[] {
  const found: Passage[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    const passage = literal(file, node);
    if (passage && isText(passage)) found.push(passage);
    ts.forEachChild(node, visit);
  };
  visit(file.syntax);
  return found;
}

/** Returns the names given to `describe`, `test` and `it`, and the texts that open the rows of their tables. */
export function getTestNames(file: ProjectFile): Passage[] {
  const found: Passage[] = [];
  const visit = (node: ts.Node): void => {
    const name = nameIn(node);
    const passage = name && literal(file, name);
    if (passage && isText(passage)) found.push(passage);
    ts.forEachChild(node, visit);
  };
  visit(file.syntax);
  return found;
}

/** A literal without a blank is an identifier. */
function isText({ text }: Passage): boolean {
  return /\s/.test(text.trim());
}

function nameIn(node: ts.Node): ts.Node | undefined {
  if (ts.isCallExpression(node) && testFunctions.has(getRoot(node.expression))) return node.arguments[0];
  return ts.isArrayLiteralExpression(node) && node.elements.length > 1 ? node.elements[0] : undefined;
}

function literal(file: ProjectFile, node: ts.Node): Passage | undefined {
  const text = literalText(node);
  return text === undefined ? undefined : { path: file.path, line: file.lineAt(node.getStart()), text };
}

/** The text as it stands in the source, without its delimiters, escaped white space and inserted expressions. */
function literalText(node: ts.Node): string | undefined {
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return undefined;
  let source = node.getText();
  for (const { expression } of ts.isTemplateExpression(node) ? node.templateSpans : []) {
    const start = expression.getFullStart() - node.getStart();
    const end = expression.end - node.getStart();
    source = source.slice(0, start) + blank(source.slice(start, end)) + source.slice(end);
  }
  return source.slice(1, -1).replace(/\\[nrt]/g, blank);
}

/** `test` in `test.skipIf(isBare).each(cases)('…')`. */
function getRoot(expression: ts.Expression): string {
  if (ts.isIdentifier(expression)) return expression.text;
  if (ts.isPropertyAccessExpression(expression)) return getRoot(expression.expression);
  if (ts.isCallExpression(expression)) return getRoot(expression.expression);
  if (ts.isTaggedTemplateExpression(expression)) return getRoot(expression.tag);
  return '';
}
