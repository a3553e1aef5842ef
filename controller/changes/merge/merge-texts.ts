import { diff3Merge } from 'node-diff3';
import type { Sides } from './conflict.js';

/** Lines that two sides changed in two ways, with their line breaks. */
export interface TextConflict {
  /** Of the base, from 1. */
  line: number;
  base: string;
  ours: string;
  theirs: string;
}

export type MergedText =
  | { merged: string; conflicts?: undefined }
  | { merged?: undefined; conflicts: readonly TextConflict[] };

/** Lines of two texts to be compared with each other; beyond, the merge would take seconds. */
const mostPairs = 25_000_000;

/** Three-way merge, line by line. Texts too large and too different to be compared are one conflict. */
export function mergeTexts({ base, ours, theirs }: Required<TextSides>): MergedText {
  if (ours === theirs || base === theirs) return { merged: ours };
  if (base === ours) return { merged: theirs };
  const [oldLines, ourLines, theirLines] = [base, ours, theirs].map(linesOf) as [
    string[],
    string[],
    string[],
  ];
  const head = commonCount([oldLines, ourLines, theirLines], (lines, at) => lines[at]);
  const rest = [oldLines, ourLines, theirLines].map((lines) => lines.slice(head));
  const tail = commonCount(rest, (lines, at) => lines.at(-1 - at));
  const [old = [], our = [], their = []] = rest.map((lines) => lines.slice(0, lines.length - tail));
  if (old.length * Math.max(our.length, their.length) > mostPairs) {
    return {
      conflicts: [{ line: head + 1, base: old.join(''), ours: our.join(''), theirs: their.join('') }],
    };
  }
  const regions = diff3Merge<string>(our, old, their);
  const conflicts = regions.flatMap(({ conflict }) =>
    conflict
      ? [
          {
            line: head + conflict.oIndex + 1,
            base: conflict.o.join(''),
            ours: conflict.a.join(''),
            theirs: conflict.b.join(''),
          },
        ]
      : [],
  );
  if (conflicts.length > 0) return { conflicts };
  const middle = regions.flatMap(({ ok }) => ok ?? []);
  const end = tail === 0 ? [] : oldLines.slice(-tail);
  return { merged: [...oldLines.slice(0, head), ...middle, ...end].join('') };
}

export type TextSides = { [side in keyof Sides<string>]: string };

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}

function commonCount(
  texts: readonly (readonly string[])[],
  lineAt: (lines: readonly string[], at: number) => string | undefined,
): number {
  const [first = [], ...others] = texts;
  const most = Math.min(...texts.map((lines) => lines.length));
  let count = 0;
  while (count < most && others.every((lines) => lineAt(lines, count) === lineAt(first, count))) count += 1;
  return count;
}
