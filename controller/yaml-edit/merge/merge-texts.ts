import { diffArrays } from 'diff';
import type { Merged, Sides } from './merge-definitions.js';

/** Lines that two sides changed in different ways, with their line breaks. */
interface TextConflict extends Sides<string> {
  /** The line of the base, from 1. */
  line: number;
}

/** Lines of the base that a side replaced. */
interface Hunk {
  start: number;
  end: number;
  lines: readonly string[];
  side: 'ours' | 'theirs';
}

/** The most removed and added lines of a side; the cost of a shortest difference grows with the square of their number. */
const maxEdits = 4000;

/**
 * Merges two versions of a text line by line. A change of one side is taken, unless the other side changed the same or
 * adjacent lines in another way. A side that differs nearly everywhere is one conflict.
 */
export function mergeTexts({ base, ours, theirs }: Sides<string>): Merged<string, TextConflict> {
  if (ours === theirs || base === theirs) return { merged: ours };
  if (base === ours) return { merged: theirs };
  const lines = toLines(base);
  const ourHunks = findHunks(lines, toLines(ours), 'ours');
  const theirHunks = findHunks(lines, toLines(theirs), 'theirs');
  if (!ourHunks || !theirHunks) return { conflicts: [{ line: 1, base, ours, theirs }] };
  const merged: string[] = [];
  const conflicts: TextConflict[] = [];
  let at = 0;
  for (const group of grouped([...ourHunks, ...theirHunks])) {
    const start = group[0]?.start ?? at;
    const end = Math.max(...group.map((hunk) => hunk.end));
    const old = lines.slice(start, end).join('');
    const our = toGroupText(group, 'ours', lines, { start, end });
    const their = toGroupText(group, 'theirs', lines, { start, end });
    if (our === their || their === old) merged.push(...lines.slice(at, start), our);
    else if (our === old) merged.push(...lines.slice(at, start), their);
    else conflicts.push({ line: start + 1, base: old, ours: our, theirs: their });
    at = end;
  }
  return conflicts.length > 0 ? { conflicts } : { merged: merged.join('') + lines.slice(at).join('') };
}

function toLines(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}

function findHunks(base: string[], side: string[], name: Hunk['side']): Hunk[] | undefined {
  const hunks: Hunk[] = [];
  let at = 0;
  let open: { start: number; end: number; lines: string[]; side: Hunk['side'] } | undefined;
  for (const { added, removed, count, value } of diffArrays(base, side, { maxEditLength: maxEdits }) ?? [])
    if (added || removed) {
      open ??= { start: at, end: at, lines: [], side: name };
      if (added) open.lines.push(...value);
      else at += count;
      open.end = at;
    } else {
      if (open) hunks.push(open);
      open = undefined;
      at += count;
    }
  if (open) hunks.push(open);
  return hunks.length === 0 ? undefined : hunks;
}

/** Groups the hunks that overlap or touch. */
function grouped(hunks: readonly Hunk[]): Hunk[][] {
  const groups: Hunk[][] = [];
  let end = -1;
  for (const hunk of [...hunks].sort((left, right) => left.start - right.start || left.end - right.end)) {
    const last = groups.at(-1);
    if (last && hunk.start <= end) last.push(hunk);
    else groups.push([hunk]);
    end = Math.max(end, hunk.end);
  }
  return groups;
}

/** Returns the text of a side in place of some lines of the base. */
function toGroupText(
  group: readonly Hunk[],
  side: Hunk['side'],
  base: readonly string[],
  { start, end }: { start: number; end: number },
): string {
  let at = start;
  let text = '';
  for (const hunk of group) {
    if (hunk.side !== side) continue;
    text += base.slice(at, hunk.start).join('') + hunk.lines.join('');
    at = hunk.end;
  }
  return text + base.slice(at, end).join('');
}
