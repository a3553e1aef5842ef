import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isEqual, isObject, objectOr } from '../../../schemas/json/values.js';
import type { FlowPlan } from '../../flows/index.js';
import type { RunVersion } from '../../runs/contract.js';
import type { TestOutcome } from '../flow-tests/check-expectations.js';
import type { RehearsedTestCall } from '../flow-tests/rehearsed-test.js';

/** The end and the calls of a flow with the data of a test. */
export interface Behaviour {
  readonly outcome: TestOutcome;
  readonly calls: readonly RehearsedTestCall[];
}

/** A name of a member on each level; `*` for each item of a list. */
type Path = readonly string[];

/**
 * Leaves out the members of the input and the answers of a test that the flow neither reads nor needs: their names stand in no
 * expression or code of it, and without them it does the same, save that what it hands on lacks them, too. A test with the rest does
 * not depend on them.
 * @param perform runs the test; undefined where that leads to no end
 * @param isOver true when no more runs may be made
 */
export async function pruneData(
  definition: JsonObject,
  {
    words,
    perform,
    isOver,
  }: {
    words: ReadonlySet<string>;
    perform(definition: JsonObject): Promise<Behaviour | undefined>;
    isOver(): boolean;
  },
): Promise<{ definition: JsonObject; isWhole: boolean }> {
  const whole = await perform(definition);
  if (whole === undefined) return { definition, isWhole: false };
  const isSame = async (other: JsonObject): Promise<boolean> => {
    const behaviour = await perform(other);
    return behaviour !== undefined && isPartOfBehaviour(behaviour, whole);
  };
  const roots = listRoots(definition);
  const all = roots.flatMap((root) => listPaths(root, words));
  const without = all.reduce<JsonObject>((rest, path) => removePath(rest, path) as JsonObject, definition);
  if (await isSame(without)) return { definition: without, isWhole: true };
  let pruned = definition;
  const waiting = [...all];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (isOver()) return { definition: pruned, isWhole: false };
    const other = removePath(pruned, path) as JsonObject;
    if (await isSame(other)) pruned = other;
    else waiting.unshift(...listPaths({ path, values: getValues(pruned, path) }, words));
  }
  return { definition: pruned, isWhole: true };
}

interface Root {
  readonly path: Path;
  readonly values: readonly Json[];
}

/** The input; the answers, and the words of errors. */
function listRoots(definition: JsonObject): Root[] {
  const roots: Root[] = [{ path: ['input'], values: [definition['input'] ?? {}] }];
  const entries = Array.isArray(definition['given']) ? definition['given'] : [];
  for (const [index, entry] of entries.entries()) {
    const path = ['given', String(index)];
    const { answer, fault } = objectOr(entry);
    if (answer !== undefined) roots.push({ path, values: [{ answer }] });
    if (!isObject(fault)) continue;
    // The type and the status decide which error it is.
    const { type: _type, status: _status, ...words } = fault;
    roots.push({ path: [...path, 'fault'], values: [words] });
  }
  return roots;
}

/** The members below a place, the outermost first, that may be left out: none of which the flow, or a member in it, has the name. */
function listPaths({ path, values }: Root, words: ReadonlySet<string>): Path[] {
  const paths: Path[] = [];
  const lists = values.filter(Array.isArray);
  if (lists.length > 0) paths.push(...listPaths({ path: [...path, '*'], values: lists.flat() }, words));
  const objects = values.filter(isObject);
  const names = new Set(objects.flatMap((each) => Object.keys(each)));
  for (const name of names) {
    const inner = [...path, name];
    const members = objects.flatMap((each) => (Object.hasOwn(each, name) ? [each[name] as Json] : []));
    if (words.has(name) || members.some((member) => hasWord(member, words)))
      paths.push(...listPaths({ path: inner, values: members }, words));
    else paths.push(inner);
  }
  return paths;
}

function hasWord(value: Json, words: ReadonlySet<string>): boolean {
  if (Array.isArray(value)) return value.some((item) => hasWord(item, words));
  if (!isObject(value)) return false;
  return Object.entries(value).some(([name, member]) => words.has(name) || hasWord(member, words));
}

function getValues(value: Json | undefined, [name, ...rest]: Path): Json[] {
  if (value === undefined) return [];
  if (name === undefined) return [value];
  if (Array.isArray(value)) {
    if (name === '*') return value.flatMap((item) => getValues(item, rest));
    return getValues(value[Number(name)], rest);
  }
  return isObject(value) && Object.hasOwn(value, name) ? getValues(value[name], rest) : [];
}

function removePath(value: Json, [name, ...rest]: Path): Json {
  if (name === undefined) return value;
  if (Array.isArray(value))
    return value.map((item, index) =>
      name === '*' || name === String(index) ? removePath(item, rest) : item,
    );
  if (!isObject(value) || !Object.hasOwn(value, name)) return value;
  const entries = Object.entries(value);
  if (rest.length === 0) return Object.fromEntries(entries.filter(([each]) => each !== name));
  return Object.fromEntries(
    entries.map(([each, member]) => [each, each === name ? removePath(member, rest) : member]),
  );
}

function isPartOfBehaviour(part: Behaviour, whole: Behaviour): boolean {
  const { outcome } = part;
  if (outcome.status === 'completed') {
    if (whole.outcome.status !== 'completed' || !isPart(outcome.output, whole.outcome.output)) return false;
  } else {
    if (whole.outcome.status !== 'faulted') return false;
    const { type, status } = whole.outcome.error;
    if (outcome.error.type !== type || outcome.error.status !== status) return false;
  }
  if (part.calls.length !== whole.calls.length) return false;
  return part.calls.every((call, index) => {
    const other = whole.calls[index];
    if (other === undefined || call.reference !== other.reference || call.names[0] !== other.names[0])
      return false;
    return isPart(call.arguments, other.arguments);
  });
}

/** True where a value is another one without some members of its objects. */
function isPart(part: Json, whole: Json): boolean {
  if (Array.isArray(part))
    return (
      Array.isArray(whole) &&
      part.length === whole.length &&
      part.every((item, index) => isPart(item, whole[index] as Json))
    );
  if (!isObject(part)) return isEqual(part, whole);
  if (!isObject(whole)) return false;
  return Object.entries(part).every(([name, member]) => {
    const other = whole[name];
    return other !== undefined && Object.hasOwn(whole, name) && isPart(member, other);
  });
}

const word = /[A-Za-z_][\w-]*/g;

/** Returns the names that stand in the expressions and the code of flows and of what these use. */
export function findWords(plans: readonly FlowPlan[], version: RunVersion): Set<string> {
  const words = new Set<string>();
  for (const { definition, entities, name } of plans) {
    const { document: _document, ...rest } = definition;
    const used = entities.map((entity) => version.definition(entity.kind, entity.name) ?? {});
    const texts = Object.values(version.texts('flow', name));
    for (const value of [rest, ...used, ...texts]) addWords(value, words);
  }
  return words;
}

/** Members whose texts only people read, or validators. */
const textsForPeople = new Set(['title', 'description', 'summary', 'schema', 'labels', 'examples']);

function addWords(value: Json, words: Set<string>): void {
  if (typeof value === 'string') {
    for (const [each] of value.matchAll(word)) {
      words.add(each);
      // `.a-b` is a difference in jq, and one name in a template.
      for (const part of each.split('-')) words.add(part);
    }
  } else if (Array.isArray(value)) for (const item of value) addWords(item, words);
  else if (isObject(value))
    for (const [name, member] of Object.entries(value))
      if (!textsForPeople.has(name)) addWords(member, words);
}
