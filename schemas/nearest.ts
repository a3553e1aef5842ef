import { distance } from 'fastest-levenshtein';

/** A longer name gets no suggestion: the cost of each comparison grows with the length. */
const maxLength = 255;
/** Shorter names begin many others by chance. */
const minBeginningLength = 4;

/** Returns the candidate closest to a mistyped name, else the one that begins like it; undefined when there is none. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > maxLength) return undefined;
  const lowered = name.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(name.length / 3)) + 1;
  for (const candidate of candidates) {
    const edits = distance(lowered, candidate.toLowerCase());
    if (edits < bestDistance) {
      best = candidate;
      bestDistance = edits;
    }
  }
  return best ?? beginning(lowered, [...candidates]);
}

/** Returns the only candidate that begins with the name, or with which it begins: `user` for `username`. */
function beginning(text: string, candidates: readonly string[]): string | undefined {
  const matches = candidates.filter((candidate) => {
    const each = candidate.toLowerCase();
    const shorter = Math.min(each.length, text.length);
    return shorter >= minBeginningLength && (each.startsWith(text) || text.startsWith(each));
  });
  return matches.length === 1 ? matches[0] : undefined;
}

/** Returns the hint that names the closest candidate, as a list: empty when none is close. */
export function didYouMean(name: string, candidates: Iterable<string>): string[] {
  const near = nearest(name, candidates);
  return near === undefined ? [] : [`Did you mean \`${near}\`?`];
}
