import MiniSearch, { type Options } from 'minisearch';
import type { Topic } from './topic.js';

const options: Options<Topic> = {
  fields: ['name', 'title', 'summary', 'text'],
  idField: 'name',
  // Names of fields, codes and functions are found as a whole and by their words.
  tokenize: (text) => [...text.matchAll(/[\p{L}\p{N}@_-]+/gu)].flatMap(([word]) => getWords(word)),
  searchOptions: {
    boost: { name: 6, title: 4, summary: 2 },
    boostDocument: (name) => measureWeight(String(name)),
    combineWith: 'AND',
    prefix: (term) => term.length > 2,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
  },
};

/** Returns how much the hits of a topic count: a reader who searches by words wants to know how to do something first. */
function measureWeight(name: string): number {
  const [chapter = '', ...names] = name.split('.');
  // These pages have a word about everything.
  if (name === 'guide.changes' || name.startsWith('guide.new-in-')) return 0.2;
  const isField = (chapter === 'kind' || chapter === 'setting') && names.length > 1;
  return isField ? 0.5 : (weights[chapter] ?? 1);
}

const weights: Readonly<Record<string, number>> = { guide: 4, task: 1.5, kind: 1.5, error: 0.7, rule: 0.7 };

/** Of the parts of a topic, the names of their fields are indexed: the topic above them has the other words. */
export function indexTopics(topics: readonly Topic[]): MiniSearch<Topic> {
  const index = new MiniSearch(options);
  index.addAll(topics.map((topic) => (topic.isPart ? { ...topic, text: fieldNames(topic) } : topic)));
  return index;
}

function fieldNames({ name, text }: Topic): string {
  if (!name.startsWith('connector.')) return '';
  return [...text.matchAll(/^\| `([^`]+)`/gm)].map(([, field = '']) => field.replaceAll('.', ' ')).join(' ');
}

/** @param json an index of `indexTopics`, as JSON */
export function loadIndex(json: string): MiniSearch<Topic> {
  return MiniSearch.loadJSON(json, options);
}

function getWords(word: string): string[] {
  const parts = word.split(/[_-]|(?<=[a-z])(?=[A-Z])/).filter((part) => part !== '');
  return parts.length > 1 ? [word, ...parts] : [word];
}
