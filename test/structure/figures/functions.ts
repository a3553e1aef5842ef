import ts from 'typescript';
import type { ProjectFile, SourceTree } from '../tree/source-tree.js';
import type { Figure } from './figure.js';

const lineLimit = 60;
const parameterLimit = 4;

interface MeasuredFunction {
  place: string;
  lines: number;
  parameters: number;
}

/** Measures the functions, methods and constructors that have a body. */
export function functionFigures({ service }: SourceTree): Figure[] {
  const functions = service.flatMap(getFunctions);
  const long = functions.filter(({ lines }) => lines > lineLimit).sort((a, b) => b.lines - a.lines);
  const wide = functions
    .filter(({ parameters }) => parameters > parameterLimit)
    .sort((a, b) => b.parameters - a.parameters);
  return [
    {
      name: `functions over ${lineLimit} lines`,
      value: long.length,
      offenders: long.map(({ place, lines }) => `${place}: ${lines} lines`),
    },
    {
      name: `functions with over ${parameterLimit} parameters`,
      value: wide.length,
      offenders: wide.map(({ place, parameters }) => `${place}: ${parameters} parameters`),
    },
  ];
}

function getFunctions(file: ProjectFile): MeasuredFunction[] {
  const found: MeasuredFunction[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const line = file.lineAt(node.getStart());
      const name = node.name?.getText() ?? (ts.isConstructorDeclaration(node) ? 'constructor' : 'function');
      found.push({
        place: `${file.path}:${line} ${name}`,
        lines: file.lineAt(node.end) - line + 1,
        parameters: node.parameters.length,
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(file.syntax);
  return found;
}
