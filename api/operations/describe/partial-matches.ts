import { withoutStopWords } from '../../../controller/catalog/index.js';
import type { JsonObject } from '../../../schemas/json/types.js';

/** Words of a query that are searched one by one. */
const maxWords = 8;

/**
 * Searches for all words of a query, and where that finds little, for each of them: hits for all words come first, then
 * those for more words. Hits for some of the words say which, as `matches`.
 * @param search returns the hits for a query, the best one first
 * @param getKey tells hits apart
 * @param enough so many hits for all words are not followed by others
 */
export async function searchWidely(
  query: string,
  search: (query: string) => Promise<readonly JsonObject[]>,
  getKey: (hit: JsonObject) => string,
  enough = 1,
): Promise<JsonObject[]> {
  const whole = await search(query);
  const words = withoutStopWords([...new Set(query.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [])]).slice(
    0,
    maxWords,
  );
  if (whole.length >= enough || words.length < 2) return [...whole];
  const byKey = new Map<string, { hit: JsonObject; matches: string[]; score: number }>();
  for (const word of words) {
    const hits = await search(word);
    hits.forEach((hit, rank) => {
      const partial = byKey.get(getKey(hit)) ?? { hit, matches: [], score: 0 };
      partial.matches.push(word);
      partial.score += 1 / (1 + rank);
      byKey.set(getKey(hit), partial);
    });
  }
  for (const hit of whole) byKey.delete(getKey(hit));
  const some = [...byKey.values()].sort(
    (a, b) =>
      b.matches.length - a.matches.length || b.score - a.score || (getKey(a.hit) < getKey(b.hit) ? -1 : 1),
  );
  return [...whole, ...some.map(({ hit, matches }) => ({ ...hit, matches }))];
}
