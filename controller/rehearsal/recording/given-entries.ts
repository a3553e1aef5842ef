import { toJsonText } from '../../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { canonical, isObject, parsePointer, pointerTo } from '../../../schemas/json/values.js';
import { standardType } from '../../flows/index.js';
import type { RecordedAnswer } from './recorded-answers.js';

/** How recorded answers become entries. */
export interface EntryOptions {
  /** Answers take the time that they took in the run. */
  readonly hasTimes: boolean;
  /** Answers of the same name come in the order of the run, and not by their arguments. */
  readonly isInOrder: boolean;
  /** JavaScript and stores are answered, too. */
  readonly hasInner: boolean;
}

/** An answer that never comes takes longer than any flow. */
const foreverDays = 36_500;

/** Returns entries of `given` that answer as the run was answered. */
export function toEntries(answers: readonly RecordedAnswer[], options: EntryOptions): JsonObject[] {
  const outer = options.hasInner ? answers : answers.filter(({ isInner }) => !isInner);
  const byName = groupBy(outer, ({ group, name }) => `${group} ${name}`);
  return byName.flatMap((list) => toEntriesOfName(list, options));
}

/** Returns the answers with the same key together, in their order. */
function groupBy(
  answers: readonly RecordedAnswer[],
  getKey: (answer: RecordedAnswer) => string,
): RecordedAnswer[][] {
  const groups = new Map<string, RecordedAnswer[]>();
  for (const answer of answers) {
    const key = getKey(answer);
    const group = groups.get(key);
    if (group) group.push(answer);
    else groups.set(key, [answer]);
  }
  return [...groups.values()];
}

function toEntriesOfName(answers: readonly RecordedAnswer[], options: EntryOptions): JsonObject[] {
  const [first] = answers;
  if (first === undefined) return [];
  if (first.group === 'listen') return answers.map((answer) => toEntry(answer, options));
  const distinct = new Set(answers.map((answer) => toText(answer, options)));
  if (distinct.size === 1) return [toEntry(first, options)];
  const conditions = options.isInOrder ? undefined : findConditions(answers, options);
  if (conditions === undefined) return toSequence(answers, options);
  return conditions.flatMap(({ when, answers: own }) =>
    toSequence(own, options).map((entry) => (when === undefined ? entry : withCondition(entry, when))),
  );
}

/** The entries of equal calls: each outcome as often as it came, the last one from then on. */
function toSequence(answers: readonly RecordedAnswer[], options: EntryOptions): JsonObject[] {
  const runs: { answer: RecordedAnswer; text: string; times: number }[] = [];
  for (const answer of answers) {
    const last = runs.at(-1);
    const text = toText(answer, options);
    if (last?.text === text) last.times++;
    else runs.push({ answer, text, times: 1 });
  }
  return runs.map(({ answer, times }, index) => {
    const entry = toEntry(answer, options);
    return index === runs.length - 1 || entry['times'] === 0 ? entry : { ...entry, times };
  });
}

function toText(answer: RecordedAnswer, options: EntryOptions): string {
  return canonical(toEntry(answer, options));
}

function toEntry({ group, name, outcome, takesMs }: RecordedAnswer, { hasTimes }: EntryOptions): JsonObject {
  const entry: JsonObject = { [group]: name };
  if (outcome === undefined) {
    if (group === 'humanTask' || group === 'listen') return { ...entry, times: 0 };
    return { ...entry, takes: { days: foreverDays } };
  }
  const { output = null, error } = outcome;
  if (error !== undefined) {
    const { type, title, status, detail, retryAfter } = error;
    const fault: JsonObject = { type: standardType(type) ?? type, status };
    if (title !== undefined) fault['title'] = title;
    if (detail !== undefined) fault['detail'] = detail;
    if (retryAfter !== undefined) fault['retryAfter'] = retryAfter;
    entry['fault'] = fault;
  } else if (group === 'humanTask' && isObject(output)) {
    const { values = {}, completedBy = null, completedAt = null } = output;
    const answer: JsonObject = { values };
    if (completedBy !== null) answer['completedBy'] = completedBy;
    if (completedAt !== null) answer['completedAt'] = completedAt;
    entry['answer'] = answer;
  } else if (output !== null) entry['answer'] = output;
  const isWaiting = group === 'humanTask' || hasTimes;
  if (isWaiting && takesMs > 0) entry['takes'] = { milliseconds: Math.round(takesMs) };
  return entry;
}

function withCondition(entry: JsonObject, when: string): JsonObject {
  const [first, ...rest] = Object.entries(entry);
  return Object.fromEntries([...(first ? [first] : []), ['when', when], ...rest]);
}

interface Conditional {
  /** Undefined for the answers that all other calls have. */
  readonly when: string | undefined;
  readonly answers: readonly RecordedAnswer[];
}

/** Distinguishes calls of one name by their arguments; undefined where these do not tell. The most frequent answer needs no condition. */
function findConditions(
  answers: readonly RecordedAnswer[],
  options: EntryOptions,
): Conditional[] | undefined {
  const groups = groupBy(answers, (answer) => canonical(answer.arguments));
  if (groups.length === 1 || groups.length > maxConditions) return undefined;
  const leaves = groups.map(([first]) => new Map(listLeaves(first?.arguments ?? null, '', maxLeaves)));
  const pointer = findPointer(leaves);
  if (pointer === undefined) return undefined;
  const conditions = groups.map((own, index): Conditional & { text: string } => ({
    when: `\${ ${toPath(pointer)} == ${toJqText(leaves[index]?.get(pointer) ?? null)} }`,
    answers: own,
    text: toSequence(own, options).map(canonical).join(),
  }));
  const counts = new Map<string, number>();
  for (const { text } of conditions) counts.set(text, (counts.get(text) ?? 0) + 1);
  const [frequent] = [...counts].sort(([, a], [, b]) => b - a);
  if (frequent === undefined || frequent[1] < 2) return conditions;
  const others = conditions.filter(({ text }) => text !== frequent[0]);
  const first = conditions.find(({ text }) => text === frequent[0]);
  return first === undefined ? others : [...others, { when: undefined, answers: first.answers }];
}

/** The shortest place at which each call has another value than all others. */
function findPointer(leaves: readonly ReadonlyMap<string, Json>[]): string | undefined {
  const pointers = [...(leaves[0]?.keys() ?? [])].sort((a, b) => a.length - b.length);
  return pointers.find((pointer) => {
    const values = new Set<string>();
    return leaves.every((each) => {
      const value = each.get(pointer);
      if (value === undefined || String(value).includes('***')) return false;
      const text = canonical(value);
      const isNew = !values.has(text);
      values.add(text);
      return isNew;
    });
  });
}

/** Calls of one name that are told apart by their arguments, and places of each that are looked at. */
const maxConditions = 1_000;
const maxLeaves = 500;

/** Lists the texts, numbers and the like in a value, with their places: the first `max`. */
export function listLeaves(
  value: Json,
  pointer: string,
  max: number,
  leaves: [string, Json][] = [],
): [string, Json][] {
  if (leaves.length >= max) return leaves;
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) listLeaves(item, pointerTo(pointer, index), max, leaves);
  else if (isObject(value))
    for (const [name, member] of Object.entries(value))
      listLeaves(member, pointerTo(pointer, name), max, leaves);
  else leaves.push([pointer, value]);
  return leaves;
}

function toPath(pointer: string): string {
  const steps = parsePointer(pointer) ?? [];
  if (steps.length === 0) return '.';
  return steps
    .map((step, index) => {
      if (/^[A-Za-z_]\w*$/.test(step)) return `.${step}`;
      const inner = /^(?:0|[1-9]\d*)$/.test(step) ? `[${step}]` : `[${toJqText(step)}]`;
      return index === 0 ? `.${inner}` : inner;
    })
    .join('');
}

/** A value as jq, without the signs that begin or end an expression. */
export function toJqText(value: Json): string {
  if (typeof value !== 'string') return toJsonText(value);
  return JSON.stringify(value)
    .replaceAll('$', '\\u0024')
    .replaceAll('{', '\\u007b')
    .replaceAll('}', '\\u007d');
}
