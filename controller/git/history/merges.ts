/**
 * Returns the merges that join commits which descend from one of `of`, or are one, with others that do not: what one of `of`
 * did came to one side of the merge only. Commits are numbers, parents have smaller ones.
 * @param reachable 1 at the commits that count
 */
export function findMerges(
  of: readonly number[],
  reachable: Uint8Array,
  getParents: (commit: number) => readonly number[],
): Set<number> {
  const merges = new Set<number>();
  for (const first of of) {
    const descends = new Uint8Array(reachable.length);
    descends[first] = 1;
    for (let commit = first + 1; commit < reachable.length; commit++) {
      if (!reachable[commit]) continue;
      const sides = getParents(commit).map((parent) => descends[parent] ?? 0);
      if (!sides.includes(1)) continue;
      descends[commit] = 1;
      if (sides.includes(0)) merges.add(commit);
    }
  }
  return merges;
}
