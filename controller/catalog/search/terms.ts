/** Longer runs of letters and digits are hashes or encoded data, not words. */
const maxTerm = 64;

const word = /[\p{L}\p{N}\p{M}]+/gu;
const humps = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u;
const beyondAscii = /[^\0-\x7f]/;

export interface Word {
  /** The word in lower case without accents; for `fetchOrders`, also `fetch` and `orders`. */
  terms: string[];
  start: number;
  end: number;
}

export function* wordsIn(text: string): Generator<Word> {
  for (const match of text.matchAll(word)) {
    const [found] = match;
    if (found.length <= maxTerm)
      yield { terms: getTerms(found), start: match.index, end: match.index + found.length };
  }
}

export function documentTerms(text: string): string[] {
  return (text.match(word) ?? []).flatMap((found) => (found.length <= maxTerm ? getTerms(found) : []));
}

/** Each word of a query once, not split. */
export function queryTerms(query: string): string[] {
  return [...new Set([...wordsIn(query)].flatMap(({ terms: [whole] }) => whole ?? []))];
}

function getTerms(found: string): string[] {
  const whole = normalize(found);
  const parts = whole === found ? [] : found.split(humps);
  return parts.length > 1 ? [whole, ...parts.map(normalize)] : [whole];
}

/** Removes accents and upper case. */
function normalize(found: string): string {
  const plain = beyondAscii.test(found) ? found.normalize('NFKD').replace(/\p{M}/gu, '') : found;
  return plain.toLowerCase();
}
