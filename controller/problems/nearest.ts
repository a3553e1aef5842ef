import { distance } from 'fastest-levenshtein';

/** Longer, a name is no slip of the fingers; and comparing it costs as much as it is long, for each candidate. */
const longest = 255;

/** The candidate a mistyped `name` most likely meant, or undefined when none is close. */
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
