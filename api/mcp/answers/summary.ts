import { toJsonText } from '../../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';
import { type AnsweredEntity, getNeedLines } from '../../operations/shared/missing-needs.js';

/** Items that a summary of a list names, and the characters of one line. */
const maxNamed = 20;
const maxLineLength = 160;
/** Characters of an output that a summary shows. */
const maxOutputLength = 400;

/** Returns a few lines for a model about an answer whose structured content has all of it. */
export function toSummary(value: JsonObject): string {
  if (Array.isArray(value['items'])) return ofList(value['items'], value);
  if (isObject(value['definition']) && typeof value['type'] === 'string') return ofEntity(value);
  if (typeof value['flow'] === 'string' && typeof value['status'] === 'string') return ofRun(value);
  return [getFacts(value) || 'Done.', ...getLacks(value)].join('\n');
}

/** Names what changed entities lack: the facts have texts only. */
function getLacks({ notRunnable }: JsonObject): string[] {
  if (!Array.isArray(notRunnable) || notRunnable.length === 0) return [];
  const lines = getNeedLines(notRunnable as unknown as readonly AnsweredEntity[]);
  return ['Valid, but these could not run now:', ...lines.map((line) => `- ${line}`)];
}

function ofList(items: readonly Json[], { nextCursor }: JsonObject): string {
  const lines = items.slice(0, maxNamed).map((item) => `- ${toLine(item)}`);
  const more = items.length - lines.length;
  return [
    `${items.length} ${items.length === 1 ? 'item' : 'items'}${typeof nextCursor === 'string' ? ', and more with `cursor`' : ''}${items.length > 0 ? ':' : '.'}`,
    ...lines,
    ...(more > 0 ? [`- and ${more} more`] : []),
  ].join('\n');
}

function toLine(item: Json): string {
  if (!isObject(item)) return cut(toJsonText(item), maxLineLength);
  const { name, title, description, status } = item;
  const about = [title, status, description].find((text) => typeof text === 'string');
  return cut([name, about].filter((text) => typeof text === 'string').join(': '), maxLineLength);
}

function ofEntity(value: JsonObject): string {
  const { type, name, branch, change } = value;
  const definition = value['definition'] as JsonObject;
  const where = typeof branch === 'string' ? ` of branch ${branch}` : '';
  const done = typeof change === 'string' ? ` ${change}` : '';
  const own = typeof branch === 'string' ? getReadiness(value) : getFacts(definition);
  const line = [`${type} ${name}${where}${done}.`, own].filter(Boolean).join(' ');
  return [line, ...getLacks(definition)].join('\n');
}

function getReadiness({ status }: JsonObject): string {
  const conditions = isObject(status) && Array.isArray(status['conditions']) ? status['conditions'] : [];
  const ready = conditions.filter(isObject).find(({ type }) => type === 'Ready');
  if (!ready) return '';
  if (ready['status'] !== 'True') return `It is not ready: ${String(ready['message'])}`;
  const runnable = conditions.filter(isObject).find(({ type }) => type === 'Runnable');
  return runnable?.['status'] === 'False'
    ? `It is ready, and cannot run: ${String(runnable['message'])}`
    : 'It is ready.';
}

function ofRun({ id, flow, status, output }: JsonObject): string {
  const shown = status === 'completed' ? ` Output: ${cut(toJsonText(output ?? null), maxOutputLength)}` : '';
  return `Run ${id} of flow ${flow} is ${status}.${shown}`;
}

/** The scalar members, as far as they are short. */
function getFacts(value: JsonObject): string {
  const facts = Object.entries(value).flatMap(([name, member]) =>
    member === null || typeof member === 'object' ? [] : [`${name}: ${cut(String(member), maxLineLength)}`],
  );
  return cut(facts.join(', '), 2 * maxOutputLength);
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
