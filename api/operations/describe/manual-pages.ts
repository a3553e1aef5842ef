import { toStem, withoutStopWords } from '../../../controller/catalog/index.js';
import { Problem } from '../../../controller/problems/index.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import type { Manual, ManualTopic } from '../shared/tool.js';
import { searchWidely } from './partial-matches.js';

/** Characters of a page beyond which the rows of deep fields are left out. */
const longPage = 9_000;
/** Names in a path of a field from which a row may be left out. */
const deepest = 5;
/** Topics of a search. */
const maxFound = 12;

/** Returns a page of the manual, short enough for a model; with `query` the rows, list items and topics that fit it. */
export function getPage(manual: Manual, name: string, query: string | undefined): JsonObject {
  const topic = manual.find(name);
  if (!topic) throw unknownTopic(manual, name);
  const text = manual.text(topic);
  const hasWord = query === undefined ? undefined : toMatcher(query);
  const below = manual.children(topic.name).filter(({ isPart }) => !isPart);
  const matching = hasWord ? below.filter(({ name, summary }) => hasWord(`${name} ${summary}`)) : below;
  const topics = (matching.length > 0 ? matching : below).map((each) => each.name);
  return {
    topic: topic.name,
    title: topic.title,
    text: hasWord ? withEntries(text, hasWord) : shortened(text),
    ...(topics.length > 0 ? { topics } : {}),
  };
}

/** Returns the topics that fit words. */
export async function searchPages(manual: Manual, query: string): Promise<JsonObject[]> {
  const search = async (words: string) => manual.search(words, maxFound).map(inShort);
  const topics = await searchWidely(query, search, ({ topic }) => String(topic));
  return topics.slice(0, maxFound);
}

/** Returns what the caller may have meant by words that no page has, as members of an answer; none for other words. */
export function getSuggestions(manual: Manual, query: string): JsonObject {
  const { notes, topics, corrected } = manual.suggest(query);
  if (topics.length === 0 && corrected === undefined) return {};
  return {
    suggestions: {
      notes: [...notes],
      topics: topics.map(inShort),
      ...(corrected === undefined ? {} : { query: corrected }),
    },
  };
}

/** Returns the chapters with their summaries. */
export function getChapters(manual: Manual): JsonObject[] {
  return manual.children().map((topic) => {
    const topics = manual.children(topic.name).map(({ name }) => name);
    return { ...inShort(topic), ...(topics.length <= 20 ? { topics } : { topics: topics.length }) };
  });
}

function inShort({ name, summary }: ManualTopic): JsonObject {
  return { topic: name, summary };
}

function unknownTopic(manual: Manual, name: string): Problem {
  const near = manual.near(name).map((topic) => `{"topic": "${topic.name}"}`);
  return new Problem('request_invalid', `The manual has no topic \`${name}\``, {
    errors: [{ pointer: '/topic', message: 'names no topic' }],
    hints: [
      near.length > 0
        ? `Call describe with one of ${near.join(', ')}.`
        : `Search with describe {"query": "${name.replaceAll('"', '')}"}.`,
    ],
  });
}

/** A row of a table of fields: its path, which dots separate. */
const row = /^\| `([^`]+)` \|/;

function shortened(text: string): string {
  let short = text;
  for (let depth = deepest; short.length > longPage && depth >= 2; depth -= 1) short = upTo(text, depth);
  if (short === text) return text;
  return `${short}\n\nFields further down are left out: name one as \`query\` beside \`topic\`.`;
}

function upTo(text: string, depth: number): string {
  const lines = text.split('\n').filter((line) => (row.exec(line)?.[1] ?? '').split('.').length <= depth);
  return lines.join('\n');
}

/** A row of a table, or an item of a list. */
const entry = /^(?:\| `|[-*] )/;

/** Keeps of the rows and list items of a page those that have one of the words; of a page that has none of them, all. */
function withEntries(text: string, hasWord: (text: string) => boolean): string {
  const lines = text.split('\n');
  const isKept = (line: string) => !entry.test(line) || hasWord(line);
  return lines.some((line) => entry.test(line) && hasWord(line))
    ? lines.filter(isKept).join('\n')
    : shortened(text);
}

/** Returns if a text has one of the words of a query, in any form. */
function toMatcher(query: string): (text: string) => boolean {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const stems = withoutStopWords(words).map(toStem);
  return (text) => {
    const lowered = text.toLowerCase();
    return stems.some((stem) => lowered.includes(stem));
  };
}
