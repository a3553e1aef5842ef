import type { Json } from '../../../schemas/json.js';
import type { Splice } from './splice.js';

/** One entry of a collection as it is to be: one that stays, one from another place, or a new one. */
export type Step =
  | { does: 'keep'; index: number }
  | { does: 'move'; index: number; splices: readonly Splice[] }
  | { does: 'insert'; name?: string; value: Json };

/** What comes between two entries that stay, or before the first or behind the last of them. */
export interface Region {
  /** Index of the entry before; -1 at the beginning. */
  after: number;
  /** Index of the entry behind; how many there are at the end. */
  before: number;
  /** Indexes of entries that leave this place. */
  dropped: number[];
  coming: Exclude<Step, { does: 'keep' }>[];
}

/** The regions in which something changes. */
export function regionsOf(steps: readonly Step[], count: number): Region[] {
  const regions: Region[] = [];
  let after = -1;
  let coming: Region['coming'] = [];
  const close = (before: number) => {
    const dropped = Array.from({ length: before - after - 1 }, (_, offset) => after + 1 + offset);
    if (dropped.length > 0 || coming.length > 0) regions.push({ after, before, dropped, coming });
    after = before;
    coming = [];
  };
  for (const step of steps) {
    if (step.does === 'keep') close(step.index);
    else coming.push(step);
  }
  close(count);
  return regions;
}
