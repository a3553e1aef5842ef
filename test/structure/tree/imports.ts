import { posix } from 'node:path';
import ts from 'typescript';
import type { ProjectFile } from './source-tree.js';

/** An import of one project file by another, type imports included. */
export interface Import {
  from: string;
  to: string;
  line: number;
}

/** Returns the relative imports of the files: static and dynamic ones, re-exports and import types. */
export function getImports(files: readonly ProjectFile[]): Import[] {
  return files.flatMap((file) => {
    const found: Import[] = [];
    const visit = (node: ts.Node): void => {
      const specifier = findSpecifier(node);
      if (specifier?.startsWith('.')) {
        found.push({
          from: file.path,
          to: getSource(posix.join(posix.dirname(file.path), specifier)),
          line: file.lineAt(node.getStart()),
        });
      }
      ts.forEachChild(node, visit);
    };
    visit(file.syntax);
    return found;
  });
}

function findSpecifier(node: ts.Node): string | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return findText(node.moduleSpecifier);
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
    return findText(node.argument.literal);
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    return findText(node.arguments[0]);
  }
  return undefined;
}

function findText(node: ts.Node | undefined): string | undefined {
  return node && ts.isStringLiteralLike(node) ? node.text : undefined;
}

/** Maps the file that an import names to the one it is compiled from. */
function getSource(path: string): string {
  return path.replace(/\.([cm]?)js$/, '.$1ts');
}
