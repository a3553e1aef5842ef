import { nearest } from '../../../schemas/nearest.js';
import { type OtherWords, otherWords } from './other-words.js';
import type { Topic } from './topic.js';

/** Pages and words that a reader may have meant by the words of a search. */
export interface Suggestions {
  /** Sentences of Markdown about the words of the query. */
  readonly notes: readonly string[];
  readonly topics: readonly Topic[];
  /** The query, spelt with words of the manual; undefined where that is how it is spelt, or no word is close. */
  readonly corrected: string | undefined;
}

/** Facts about the words of a query. */
export interface WordHints {
  /** Sentences of Markdown about the words. */
  readonly notes: readonly string[];
  /** Names of topics, the best one first. */
  readonly topics: readonly string[];
  /** The query with words of the manual in place of misspelt ones; undefined where none is close. */
  readonly corrected: string | undefined;
  /** True where readers use the whole query as another word for something. */
  readonly isOtherWord: boolean;
}

/** Shorter words are close to many others by chance. */
const minCorrectedLength = 5;
/** The words of a query that are compared with the manual's. */
const maxCorrectedWords = 8;

/** @param topics the topics whose names and titles have the words of the manual */
export function createWordHints(topics: readonly Topic[]): (query: string) => WordHints {
  const entries = new Map(otherWords.flatMap((entry) => entry.words.map((word) => [word, entry])));
  const vocabulary = new Set([
    ...topics.filter(({ isPart }) => !isPart).flatMap(({ name, title }) => getWords(`${name} ${title}`)),
    ...[...entries.keys()].flatMap(getWords),
  ]);
  const candidates = [...vocabulary].filter((word) => word.length >= minCorrectedLength);
  const correct = (word: string) =>
    word.length < minCorrectedLength || vocabulary.has(word) ? word : (nearest(word, candidates) ?? word);
  return (query) => {
    const words = getWords(query);
    const corrected = [
      ...words.slice(0, maxCorrectedWords).map(correct),
      ...words.slice(maxCorrectedWords),
    ].join(' ');
    const phrase = words.join(' ');
    const names = new Set([...entriesIn(phrase, entries), ...entriesIn(corrected, entries)]);
    return {
      notes: [...names].map(({ note }) => note),
      topics: [...new Set([...names].flatMap((entry) => entry.topics))],
      corrected: corrected === phrase ? undefined : corrected,
      isOtherWord: entries.has(phrase),
    };
  };
}

/** Returns the entries whose words stand in a text, those with more words first. */
function entriesIn(text: string, entries: ReadonlyMap<string, OtherWords>): OtherWords[] {
  const within = ` ${text} `;
  return [...entries]
    .filter(([word]) => within.includes(` ${word} `))
    .sort(([a], [b]) => b.split(' ').length - a.split(' ').length)
    .map(([, entry]) => entry);
}

function getWords(text: string): string[] {
  return [...text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => word);
}
