import { isTurnOver, nextTurn } from '../../concurrency/loop-turn.js';

/** Commits that one pass follows, each in a bit of a number. */
const perPass = 31;
/** Commits after which a pass looks at the time. */
const checkEvery = 1_024;

/**
 * Returns the merges that join commits which descend from one of `of`, or are one, with others that do not: what one of `of`
 * did came to one side of the merge only. Commits are numbers, parents have smaller ones.
 * @param reachable 1 at the commits that count
 */
export async function findMerges(
  of: readonly number[],
  reachable: Uint8Array,
  getParents: (commit: number) => readonly number[],
): Promise<Set<number>> {
  const merges = new Set<number>();
  const sorted = of.toSorted((a, b) => a - b);
  for (let at = 0; at < sorted.length; at += perPass) {
    const followed = sorted.slice(at, at + perPass);
    // By commit, a bit for each followed one that it descends from.
    const descends = new Uint32Array(reachable.length);
    for (const [bit, commit] of followed.entries()) descends[commit] = 1 << bit;
    for (let commit = (followed[0] ?? 0) + 1; commit < reachable.length; commit++) {
      if (commit % checkEvery === 0 && isTurnOver()) await nextTurn();
      if (!reachable[commit]) continue;
      let some = 0;
      let all = -1;
      for (const parent of getParents(commit)) {
        const side = descends[parent] ?? 0;
        some |= side;
        all &= side;
      }
      if (some === 0) continue;
      descends[commit] = (descends[commit] ?? 0) | some;
      if (some !== (some & all)) merges.add(commit);
    }
  }
  return merges;
}
