import ts from 'typescript';
import type { ProjectFile, SourceTree } from '../tree/source-tree.js';
import type { Figure } from './figure.js';

/** Finds literals that are spread where they stand, `...{ a, b }` or `...[a, b]`: they only change where lines break. */
export function packingSpreadFigure({ files }: SourceTree): Figure {
  const offenders = files.filter(({ isTypeScript }) => isTypeScript).flatMap(findPackingSpreads);
  return {
    name: 'packing spreads',
    value: offenders.length,
    limit: 0,
    offenders,
  };
}

function findPackingSpreads(file: ProjectFile): string[] {
  if (!/\.\.\.[{[]/.test(file.text)) return [];
  const offenders: string[] = [];
  const visit = (node: ts.Node): void => {
    const isPacking =
      (ts.isSpreadAssignment(node) && ts.isObjectLiteralExpression(node.expression)) ||
      (ts.isSpreadElement(node) && ts.isArrayLiteralExpression(node.expression));
    if (isPacking) offenders.push(`${file.path}:${file.lineAt(node.getStart())}`);
    ts.forEachChild(node, visit);
  };
  visit(file.syntax);
  return offenders;
}
