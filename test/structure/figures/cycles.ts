import { posix } from 'node:path';
import { createGraph, cycles } from '../tree/graph.js';
import type { Import } from '../tree/imports.js';
import type { SourceTree } from '../tree/source-tree.js';
import type { Figure } from './figure.js';

/** Measures cycles of imports, between files and between the folders that hold them, parent and child included. */
export function cycleFigures(tree: SourceTree, imports: readonly Import[]): Figure[] {
  const paths = tree.service.map(({ path }) => path);
  const files = cycles(
    createGraph(
      paths,
      imports.map(({ from, to }) => [from, to] as const),
    ),
  );
  const folders = cycles(
    createGraph(
      paths.map((path) => posix.dirname(path)),
      imports.map(({ from, to }) => [posix.dirname(from), posix.dirname(to)] as const),
    ),
  );
  return [
    {
      name: 'file cycles',
      value: files.length,
      limit: 0,
      offenders: files.map((cycle) => cycle.join(' ↔ ')),
    },
    {
      name: 'folder cycles',
      value: folders.length,
      limit: 0,
      offenders: folders.flatMap((cycle) => [cycle.join(' ↔ '), ...upward(cycle, imports)]),
    },
  ];
}

/** The imports of a folder cycle that lead to a parent, or else all of them: some of these have to go. */
function upward(cycle: readonly string[], imports: readonly Import[]): string[] {
  const inside = imports.filter(({ from, to }) => {
    const [start, end] = [posix.dirname(from), posix.dirname(to)];
    return start !== end && cycle.includes(start) && cycle.includes(end);
  });
  const up = inside.filter(({ from, to }) => posix.dirname(from).startsWith(`${posix.dirname(to)}/`));
  return (up.length > 0 ? up : inside).map(({ from, line, to }) => `${from}:${line}: imports ${to}`);
}
