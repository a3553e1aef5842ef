import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Problem } from '../../controller/problems/index.js';
import { codeRoot } from '../../schemas/code-root.js';
import { nearest } from '../../schemas/nearest.js';
import { loadIndex } from './topics/search-index.js';
import { createWordHints, type Suggestions } from './topics/suggestions.js';
import type { Topic } from './topics/topic.js';

/** The manual as its readers use it: pages, `svc explain`, and the tool `describe`. */
export interface Manual {
  /** Every topic, chapter by chapter. */
  readonly topics: readonly Topic[];
  /** Returns the topic of this name, in any case; undefined when there is none. */
  find(name: string): Topic | undefined;
  /** Returns the topics right below one, or the chapters. */
  children(name?: string): readonly Topic[];
  /** Returns the topic right above one; undefined for a chapter. */
  parent(name: string): Topic | undefined;
  /** Returns a topic as one Markdown text, with a list of the topics below it. */
  text(topic: Topic): string;
  /** Returns the topics that fit words best, the best one first. */
  search(query: string, limit?: number): readonly Topic[];
  /**
   * Returns what the caller may have meant by words of a search that no topic has all of, and what to read about words that
   * readers use for something else; nothing for other words.
   */
  suggest(query: string): Suggestions;
  /** Returns topics that the caller may have meant by a name that is none, the likeliest one first. */
  near(name: string): readonly Topic[];
}

/** Files in the folder of a built manual. */
export const files = { topics: 'topics.json', search: 'search.json' } as const;

/** The build writes the manual beside its code, which is in `dist` where the sources run. */
function manualFolder(): string {
  const beside = fileURLToPath(new URL('manual', codeRoot));
  return existsSync(beside) ? beside : fileURLToPath(new URL('dist/manual', codeRoot));
}

const opened = new Map<string, Manual>();

/** Reads a manual that `npm run build` has made, once per process. @throws Problem `manual_missing` where there is none */
export function openManual(folder: string = manualFolder()): Manual {
  const cached = opened.get(folder);
  if (cached) return cached;
  const path = join(folder, files.topics);
  if (!existsSync(path)) {
    throw new Problem('manual_missing', `There is no manual in \`${folder}\``);
  }
  const topics = JSON.parse(readFileSync(path, 'utf8')) as Topic[];
  const manual = createManual(topics, () => readFileSync(join(folder, files.search), 'utf8'));
  opened.set(folder, manual);
  return manual;
}

/** @param readIndex returns the search index of these topics, as JSON */
export function createManual(topics: readonly Topic[], readIndex: () => string): Manual {
  const byName = new Map(topics.map((topic) => [topic.name.toLowerCase(), topic]));
  const byAlias = new Map(topics.flatMap((topic) => (topic.aliases ?? []).map((alias) => [alias, topic])));
  const find = (name: string) => byName.get(name.toLowerCase()) ?? byAlias.get(name.toLowerCase());
  const above = new Map(topics.map(({ name }) => [name, findParent(name, find)]));
  const below = new Map<string | undefined, Topic[]>();
  for (const topic of topics) {
    const key = above.get(topic.name)?.name;
    below.set(key, [...(below.get(key) ?? []), topic]);
  }
  const children = (name?: string) => below.get(name) ?? [];
  const { search, hasAll } = createSearch(readIndex);
  const findTopics = (query: string, limit: number) =>
    search(query, limit).flatMap((name) => find(name) ?? []);
  let wordHints: ReturnType<typeof createWordHints> | undefined;
  const ending = (name: string) =>
    topics.filter((topic) => topic.name.toLowerCase().endsWith(`.${name.toLowerCase()}`));
  return {
    topics,
    find,
    children,
    parent: (name) => above.get(name),
    text: (topic) => toText(topic, children(topic.name)),
    search: (query, limit = 20) => findTopics(query, limit),
    suggest(query) {
      wordHints ??= createWordHints(topics);
      const words = query.slice(0, maxQueryLength);
      const { notes, topics: names, corrected, isOtherWord } = wordHints(words);
      const isKnown = hasAll(words);
      if (isKnown && !isOtherWord) return { notes: [], topics: [], corrected: undefined };
      const better = isKnown ? undefined : corrected;
      const named = names.flatMap((name) => find(name) ?? []);
      const alike = better === undefined ? [] : findTopics(better, 5);
      return { notes, topics: [...new Set([...named, ...alike])].slice(0, 8), corrected: better };
    },
    near(name) {
      const alike = nearest(name, byName.keys());
      const all = [...ending(name), ...(alike === undefined ? [] : [byName.get(alike) as Topic])];
      return [...new Set([...all, ...findTopics(name, 5)])].slice(0, 5);
    },
  };
}

function findParent(name: string, find: (name: string) => Topic | undefined): Topic | undefined {
  const end = name.lastIndexOf('.');
  if (end < 0) return undefined;
  const above = name.slice(0, end);
  return find(above) ?? findParent(above, find);
}

function toText({ title, summary, text }: Topic, children: readonly Topic[]): string {
  const listed = children.filter(({ isPart }) => !isPart);
  const list = listed.map((child) => `- \`${child.name}\`: ${child.summary}`).join('\n');
  return [`# ${title}`, summary, text, list].filter((block) => block !== '').join('\n\n');
}

const maxQueryLength = 200;

interface Search {
  /** Returns the names of the topics that fit words best. */
  search(query: string, limit: number): string[];
  /** True where a topic has every word, or words that are spelt much alike. */
  hasAll(query: string): boolean;
}

/** Loads the index with the first search. */
function createSearch(readIndex: () => string): Search {
  let index: ReturnType<typeof loadIndex> | undefined;
  const hits = (words: string, combineWith: 'AND' | 'OR') => {
    index ??= loadIndex(readIndex());
    return index.search(words, { combineWith });
  };
  return {
    search(query, limit) {
      const words = query.slice(0, maxQueryLength);
      const all = hits(words, 'AND');
      // Without a topic that has every word, the ones that have some, or words that begin alike: `paginate` for `pagination`.
      const some = all.length > 0 ? all : hits(words, 'OR');
      const topics = some.length > 0 ? some : hits(beginnings(words), 'OR');
      return topics.slice(0, limit).map(({ id }) => String(id));
    },
    hasAll: (query) => hits(query, 'AND').length > 0,
  };
}

/** Returns words without the endings that English adds to a verb or a noun. */
function beginnings(words: string): string {
  return words.replaceAll(/(?<=\p{L}{4})(?:ions?|ing|ed|ers?|es|s)(?!\p{L})/gu, '');
}
