import type { JsonObject } from '../../../schemas/json/types.js';
import { nearest } from '../../../schemas/nearest.js';
import type { Outcome } from '../shared/tool.js';
import { toItem } from './summaries.js';

/** Names of a list in one answer. */
const maxSuggested = 20;
/** Entities of a type up to which a search names also those that do not match. */
const maxOthers = 60;
/** Characters that a line has of a title. */
const maxAbout = 80;
/** Characters of JSON of the items of one answer. */
const maxOfItems = 15_000;

/**
 * Answers a list in short, with as many items as fit one answer: `nextCursor` continues after the last of them.
 * @param list lists whole entities by the arguments of the tool
 */
export async function listFitting(
  { fields, ...args }: JsonObject,
  list: (args: JsonObject) => Promise<JsonObject>,
): Promise<Outcome> {
  const names = Array.isArray(fields) ? fields.map(String) : [];
  const shown = async (input: JsonObject) => {
    const page = await (typeof input['q'] === 'string' && input['cursor'] === undefined
      ? listWidely(input, input['q'], list)
      : list(input));
    const items = (page['items'] as JsonObject[]).map((entity) => toItem(entity, names));
    return { ...page, items };
  };
  const whole = await shown(args);
  const fitting = howManyFit(whole.items);
  if (fitting === whole.items.length) return { value: whole };
  return { value: await shown({ ...args, limit: fitting }) };
}

/**
 * Lists what matches a query. Where the type has few entities, `others` names the rest, so that the caller can judge all of
 * them; where nothing matches, `suggestions` names the first ones.
 */
async function listWidely(
  args: JsonObject,
  query: string,
  list: (args: JsonObject) => Promise<JsonObject>,
): Promise<JsonObject> {
  const first = await list(args);
  const items = first['items'] as JsonObject[];
  const { q: _q, limit: _limit, ...unfiltered } = args;
  const all = await list({ ...unfiltered, limit: maxOthers });
  const named = all['items'] as JsonObject[];
  if (items.length === 0) {
    const names = named.map(({ name }) => String(name));
    return { ...first, items, suggestions: suggestionsFor(query, String(args['type']), names) };
  }
  const isSmall = !all['nextCursor'] && !first['nextCursor'];
  const listedNames = new Set(items.map(({ name }) => name));
  const others = isSmall ? named.filter(({ name }) => !listedNames.has(name)).map(toLine) : [];
  return others.length === 0 ? { ...first, items } : { ...first, items, others };
}

/** Returns the name of an entity with its title, or else the beginning of its description. */
function toLine(entity: JsonObject): string {
  const { name, title, description } = toItem(entity, []);
  const about = title ?? description;
  return typeof about === 'string' ? `${String(name)}: ${about.slice(0, maxAbout)}` : String(name);
}

function suggestionsFor(query: string, type: string, names: readonly string[]): string[] {
  const near = nearest(query.toLowerCase().replaceAll(' ', '-'), names);
  return [
    ...(near === undefined ? [] : [`Did you mean \`${near}\`?`]),
    names.length === 0
      ? `There is no ${type} yet.`
      : `There are, among others, ${names
          .slice(0, maxSuggested)
          .map((name) => `\`${name}\``)
          .join(', ')}.`,
    `describe {"query": "${query.replaceAll('"', '')}"} searches all types and the manual.`,
  ];
}

/** At least one: a single item that is too large is cut like any other answer. */
function howManyFit(items: readonly JsonObject[]): number {
  let left = maxOfItems;
  const index = items.findIndex((item) => {
    left -= JSON.stringify(item).length + 1;
    return left < 0;
  });
  return index < 0 ? items.length : Math.max(1, index);
}
