import ts from 'typescript';
import { findNameFault, readDictionary } from '../names/dictionary.js';
import type { ProjectFile, SourceTree } from '../tree/source-tree.js';
import type { Figure } from './figure.js';

const dictionaryPath = 'controller/README.md';

/** Finds declared names of the service that the dictionary of `controller/README.md` refuses. */
export function nameFigure({ files, service }: SourceTree): Figure {
  const text = files.find(({ path }) => path === dictionaryPath)?.text ?? '';
  const dictionary = readDictionary(text);
  const offenders = service.flatMap((file) =>
    findDeclarations(file).flatMap(({ name, kind, line }) => {
      const instead = findNameFault(dictionary, name, kind);
      return instead === undefined ? [] : [`${file.path}:${line} ${name}: ${instead}`];
    }),
  );
  return {
    name: 'names out of the dictionary',
    value: offenders.length,
    limit: 0,
    offenders,
  };
}

interface Declaration {
  name: string;
  kind: 'function' | 'binding' | 'other';
  line: number;
}

function findDeclarations(file: ProjectFile): Declaration[] {
  const declarations: Declaration[] = [];
  const visit = (node: ts.Node): void => {
    const name = (node as ts.NamedDeclaration).name;
    if (name && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)) && isDeclaration(node)) {
      declarations.push({
        name: name.text.replace('#', ''),
        kind: getKind(node),
        line: file.lineAt(name.getStart()),
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(file.syntax);
  return declarations;
}

/** Members of literals are names of data: of JSON, of rows, of other programs. */
function isDeclaration(node: ts.Node): boolean {
  return !(
    ts.isPropertyAccessExpression(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isShorthandPropertyAssignment(node) ||
    ts.isPropertySignature(node) ||
    ts.isImportClause(node) ||
    ts.isMetaProperty(node)
  );
}

function getKind(node: ts.Node): Declaration['kind'] {
  if (ts.isVariableDeclaration(node) && node.initializer && isFunction(node.initializer)) return 'function';
  if (ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node)) return 'binding';
  return ts.isFunctionLike(node) || ts.isImportSpecifier(node) || ts.isExportSpecifier(node)
    ? 'function'
    : 'other';
}

function isFunction(node: ts.Node): boolean {
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node);
}
