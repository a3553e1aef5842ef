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
    const [word] = match;
    if (word.length <= maxTerm)
      yield { terms: getTerms(word), start: match.index, end: match.index + word.length };
  }
}

export function documentTerms(text: string): string[] {
  return (text.match(word) ?? []).flatMap((word) => (word.length <= maxTerm ? getTerms(word) : []));
}

/** Each word of a query once, not split. */
export function queryTerms(query: string): string[] {
  return [...new Set([...wordsIn(query)].flatMap(({ terms: [whole] }) => whole ?? []))];
}

function getTerms(word: string): string[] {
  const whole = normalize(word);
  const parts = whole === word ? [] : word.split(humps);
  return parts.length > 1 ? [whole, ...parts.map(normalize)] : [whole];
}

/** Removes accents and upper case. */
function normalize(word: string): string {
  const plain = beyondAscii.test(word) ? word.normalize('NFKD').replace(/\p{M}/gu, '') : word;
  return plain.toLowerCase();
}
