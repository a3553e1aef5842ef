import { Problem } from '../../../controller/problems/index.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { searchWidely } from '../entities/partial-matches.js';
import type { Manual, ManualTopic } from '../shared/tool.js';

/** Characters of a page beyond which the rows of deep fields are left out. */
const longPage = 9_000;
/** Names in a path of a field from which a row may be left out. */
const deepest = 5;
/** Topics of a search. */
const maxFound = 12;

/** Returns a page of the manual, short enough for a model; with `query` the rows of fields that fit it. */
export function getPage(manual: Manual, name: string, query: string | undefined): JsonObject {
  const topic = manual.find(name);
  if (!topic) throw unknownTopic(manual, name);
  const text = manual.text(topic);
  const below = manual.children(topic.name).filter(({ isPart }) => !isPart);
  return {
    topic: topic.name,
    title: topic.title,
    text: query === undefined ? shortened(text) : withRows(text, query),
    ...(below.length > 0 ? { topics: below.map((each) => each.name) } : {}),
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

function withRows(text: string, query: string): string {
  const lowered = query.toLowerCase();
  return text
    .split('\n')
    .filter((line) => !row.test(line) || line.toLowerCase().includes(lowered))
    .join('\n');
}
