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
  const all: Path[] = [];
  for (const root of roots) addPaths(root, words, all);
  const without = removePaths(definition, all) as JsonObject;
  if (await isSame(without)) return { definition: without, isWhole: true };
  let pruned = definition;
  // The next one is the last: a long list is not moved for each.
  const waiting = all.reverse();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (isOver()) return { definition: pruned, isWhole: false };
    const other = removePaths(pruned, [path]) as JsonObject;
    if (await isSame(other)) pruned = other;
    else {
      const inner: Path[] = [];
      addPaths({ path, values: getValues(pruned, path) }, words, inner);
      for (const each of inner.reverse()) waiting.push(each);
    }
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

/** Adds the members below a place, the outermost first, that may be left out: none of which the flow, or a member in it, has the name. */
function addPaths({ path, values }: Root, words: ReadonlySet<string>, paths: Path[]): void {
  const lists = values.filter(Array.isArray);
  if (lists.length > 0) addPaths({ path: [...path, '*'], values: lists.flat() }, words, paths);
  const objects = values.filter(isObject);
  const membersByName = new Map<string, Json[]>();
  for (const object of objects)
    for (const [name, member] of Object.entries(object)) {
      const members = membersByName.get(name);
      if (members) members.push(member);
      else membersByName.set(name, [member]);
    }
  for (const [name, members] of membersByName) {
    const inner = [...path, name];
    if (words.has(name) || members.some((member) => hasWord(member, words)))
      addPaths({ path: inner, values: members }, words, paths);
    else paths.push(inner);
  }
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

/** Returns a value without the members at these paths; what no path leads to is the same object. */
function removePaths(value: Json, paths: readonly Path[]): Json {
  if (paths.length === 0) return value;
  const byStep = new Map<string, Path[]>();
  for (const [step = '', ...rest] of paths) {
    const inner = byStep.get(step);
    if (inner) inner.push(rest);
    else byStep.set(step, [rest]);
  }
  if (Array.isArray(value)) {
    const ofEach = byStep.get('*') ?? [];
    return value.map((item, index) => removePaths(item, byStep.get(String(index)) ?? ofEach));
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const inner = byStep.get(name) ?? [];
      return inner.some((path) => path.length === 0) ? [] : [[name, removePaths(member, inner)]];
    }),
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
