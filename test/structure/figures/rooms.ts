import rooms from '../rooms.json' with { type: 'json' };
import { createGraph, findLongestChain } from '../tree/graph.js';
import type { Import } from '../tree/imports.js';
import type { SourceTree } from '../tree/source-tree.js';
import type { Figure } from './figure.js';

/** Measures the folders directly in `controller` and the imports between them. */
export function roomFigures(tree: SourceTree, imports: readonly Import[]): Figure[] {
  const found = [...new Set(tree.service.flatMap(({ path }) => findRoom(path) ?? []))];
  const arrows = getArrows(imports);
  const ends = [...arrows.values()].map(({ from, to }) => [from, to] as const);
  const chain = findLongestChain(createGraph(found, ends));
  return [
    { name: 'rooms in controller', value: found.length, offenders: found },
    unlisted(found),
    absent(found),
    {
      name: 'arrows between rooms',
      value: arrows.size,
      offenders: [...arrows.values()].sort((a, b) => a.imports.length - b.imports.length).map(describe),
    },
    { name: 'floors of rooms', value: chain.length, offenders: [chain.join(' → ')] },
  ];
}

function findRoom(path: string): string | undefined {
  return /^controller\/([^/]+)\//.exec(path)?.[1];
}

interface Arrow {
  from: string;
  to: string;
  imports: Import[];
}

function getArrows(imports: readonly Import[]): Map<string, Arrow> {
  const arrows = new Map<string, Arrow>();
  for (const entry of imports) {
    const [from, to] = [findRoom(entry.from), findRoom(entry.to)];
    if (from === undefined || to === undefined || from === to) continue;
    const arrow = arrows.get(`${from} → ${to}`) ?? { from, to, imports: [] };
    arrow.imports.push(entry);
    arrows.set(`${from} → ${to}`, arrow);
  }
  return arrows;
}

/** The fewest imports first: such an arrow is the cheapest to remove. */
function describe({ from, to, imports }: Arrow): string {
  const [first] = imports;
  const others = imports.length > 1 ? ` and ${imports.length - 1} more` : '';
  return `${first?.from}:${first?.line}: ${from} → ${to} (imports ${first?.to}${others})`;
}

/** A room outside of the list would escape the rule that imports run down the list. */
function unlisted(found: readonly string[]): Figure {
  const offenders = found.filter((room) => !rooms.includes(room)).map((room) => `controller/${room}`);
  return { name: 'rooms not in rooms.json', value: offenders.length, limit: 0, offenders };
}

/** A listed room that does not exist makes the list say more than the house has. */
function absent(present: readonly string[]): Figure {
  const offenders = rooms.filter((room) => !present.includes(room)).map((room) => `controller/${room}`);
  return { name: 'rooms of rooms.json that are absent', value: offenders.length, limit: 0, offenders };
}
