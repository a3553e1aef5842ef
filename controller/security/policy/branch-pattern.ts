/** Branches that only their full name allows: a pattern that covers them by accident would let anyone in. */
const onlyByName = /^(?:local$|proposals\/)/;

/**
 * Tells whether a pattern of an environment's `branches` allows a branch: `*` stands for any characters within a segment,
 * `**` also for slashes. Takes time in proportion to the product of both lengths.
 */
export function allowsBranch(pattern: string, branch: string): boolean {
  if (!pattern.includes('*')) return pattern === branch;
  return !onlyByName.test(branch) && matches(pattern.match(/\*{2,}|\*|[^*]/gsu) ?? [], [...branch]);
}

function matches(parts: readonly string[], text: readonly string[]): boolean {
  // The positions in the text that the parts so far can end at.
  let ends = new Set([0]);
  for (const part of parts) {
    const next = new Set<number>();
    for (const end of ends) {
      if (!part.startsWith('*')) {
        if (text[end] === part) next.add(end + 1);
        continue;
      }
      for (let at = end; at <= text.length && !next.has(at); at++) {
        next.add(at);
        if (part === '*' && text[at] === '/') break;
      }
    }
    ends = next;
  }
  return ends.has(text.length);
}
