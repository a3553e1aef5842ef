import { distance } from 'fastest-levenshtein';

/** A longer name gets no suggestion: the cost of each comparison grows with the length. */
const longest = 255;

/** Returns the candidate closest to a mistyped name, or undefined when none is close. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > longest) return undefined;
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
  return best;
}

/** Returns the hint that names the closest candidate, as a list: empty when none is close. */
export function didYouMean(name: string, candidates: Iterable<string>): string[] {
  const near = nearest(name, candidates);
  return near === undefined ? [] : [`Did you mean \`${near}\`?`];
}
