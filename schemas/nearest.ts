import { distance } from 'fastest-levenshtein';

/** A longer name gets no suggestion: the cost of each comparison grows with the length. */
const maxLength = 255;
/** Shorter names begin many others by chance. */
const minBeginningLength = 4;

/** Returns the candidate closest to a mistyped name, else the one that begins like it; undefined when there is none. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > maxLength) return undefined;
  const wanted = name.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(name.length / 3)) + 1;
  for (const candidate of candidates) {
    const found = distance(wanted, candidate.toLowerCase());
    if (found < bestDistance) {
      best = candidate;
      bestDistance = found;
    }
  }
  return best ?? beginning(wanted, [...candidates]);
}

/** Returns the only candidate that begins with the name, or with which it begins: `user` for `username`. */
function beginning(wanted: string, candidates: readonly string[]): string | undefined {
  const found = candidates.filter((candidate) => {
    const each = candidate.toLowerCase();
    const shorter = Math.min(each.length, wanted.length);
    return shorter >= minBeginningLength && (each.startsWith(wanted) || wanted.startsWith(each));
  });
  return found.length === 1 ? found[0] : undefined;
}

/** Returns the hint that names the closest candidate, as a list: empty when none is close. */
export function didYouMean(name: string, candidates: Iterable<string>): string[] {
  const near = nearest(name, candidates);
  return near === undefined ? [] : [`Did you mean \`${near}\`?`];
}
