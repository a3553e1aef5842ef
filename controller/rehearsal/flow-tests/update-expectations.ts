import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { cloneJson, decodeStep, isObject, parsePointer, pointerTo } from '../../../schemas/json/values.js';
import { standardType } from '../../flows/index.js';
import type { CompileFinding } from '../../kinds/compile/compilation.js';
import { compileCondition } from '../../kinds/flow-test/expectation.js';
import { countFitting, listOtherCalls, type PointedFailure, type TestOutcome } from './check-expectations.js';
import type { RehearsedTest } from './rehearsed-test.js';

/** A failure that no other expectation removes. */
export interface LeftFailure {
  readonly pointer: string;
  readonly message: string;
  /** The reason why the test is not changed. */
  readonly reason: string;
}

/** One member of a test, as it should be; without a value it goes. */
interface Edit {
  readonly pointer: string;
  readonly value?: Json;
}

/**
 * Returns a test that expects what a run did, and the failures that its expectations cannot express. Only what failed changes: parts
 * of values stay parts, and conditions are not overwritten.
 */
export async function updateExpectations(
  definition: JsonObject,
  failures: readonly PointedFailure[],
  test: RehearsedTest,
  outcome: TestOutcome,
): Promise<{ definition: JsonObject; left: LeftFailure[] }> {
  const left: LeftFailure[] = [];
  let updated = definition;
  for (const failure of failures) {
    const edits = await findEdits(failure, test, outcome);
    if (typeof edits === 'string') {
      left.push({ pointer: failure.pointer, message: failure.message, reason: edits });
      continue;
    }
    for (const { pointer, value } of edits)
      updated = setMember(updated, parsePointer(pointer) ?? [], value) as JsonObject;
  }
  return { definition: updated, left };
}

const conditionReason = 'a condition is not overwritten: change it, or put a value in its place';

/** Returns the edits after which an expectation holds; the reason in words where there are none. */
async function findEdits(
  failure: PointedFailure,
  test: RehearsedTest,
  outcome: TestOutcome,
): Promise<readonly Edit[] | string> {
  switch (failure.kind) {
    case 'status':
      return toOtherEnd(test, outcome);
    case 'output':
    case 'fault':
    case 'stores':
      return toSeenValue(failure);
    case 'calls':
      return failure.path === undefined ? toSeenCalls(failure, test) : toSeenValue(failure);
    default:
      return 'it is about the answers of the test, or its input, which only you know';
  }
}

function toSeenValue({ pointer, path, expected, actual }: PointedFailure): Edit[] | string {
  if (expected === undefined) {
    const name = decodeStep((path ?? '').slice((path ?? '').lastIndexOf('/') + 1));
    return actual === undefined ? [] : write(pointerTo(pointer, name), actual);
  }
  if (hasConditions(expected)) return conditionReason;
  return actual === undefined ? [{ pointer }] : write(pointer, project(actual, expected));
}

/** Returns the edit; the reason where an expectation cannot have the value. */
function write(pointer: string, value: Json): Edit[] | string {
  return isLiteral(value) ? [{ pointer, value }] : 'the value has a text that would be read as a condition';
}

/** True where each text of an expectation stands for itself. */
function isLiteral(value: Json): boolean {
  if (Array.isArray(value)) return value.every(isLiteral);
  if (isObject(value)) return Object.values(value).every(isLiteral);
  if (typeof value !== 'string') return true;
  const findings: CompileFinding[] = [];
  return compileCondition(value, '', findings) === undefined && findings.length === 0;
}

function toOtherEnd({ plan }: RehearsedTest, outcome: TestOutcome): Edit[] | string {
  const unset: Edit[] = [{ pointer: '/expect/status' }];
  if (outcome.status === 'completed') {
    const output = write('/expect/output', outcome.output);
    return typeof output === 'string' ? output : [...unset, { pointer: '/expect/fault' }, ...output];
  }
  const { type, status } = outcome.error;
  const fault = write('/expect/fault', { type: standardType(type) ?? type, status });
  if (typeof fault === 'string') return fault;
  const { output, exactOutput } = plan.expect;
  return [
    ...unset,
    ...(output === undefined ? [] : [{ pointer: '/expect/output' }]),
    ...(exactOutput === undefined ? [] : [{ pointer: '/expect/exactOutput' }]),
    ...fault,
  ];
}

async function toSeenCalls({ pointer }: PointedFailure, test: RehearsedTest): Promise<Edit[] | string> {
  const { expect } = test.plan;
  if (pointer === '/expect/noOtherCalls') {
    const added = await listOtherCalls(expect.calls, test.calls);
    const counts = new Map<string, { [by: string]: Json }>();
    for (const { group, names, task } of added) {
      const name = names[0] ?? task;
      const entry = counts.get(`${group} ${name}`);
      counts.set(`${group} ${name}`, { [group]: name, times: Number(entry?.['times'] ?? 0) + 1 });
    }
    const first = expect.calls.length;
    return [...counts.values()].map((value, index) => ({ pointer: `/expect/calls/${first + index}`, value }));
  }
  const expected = expect.calls.find((call) => call.pointer === pointer);
  if (expected === undefined) return 'no entry of `calls` says it';
  const count = await countFitting(expected, test.calls);
  const isCountExpected = expected.times === undefined ? count > 0 : count === expected.times;
  // The counts are right: what failed is the order.
  if (isCountExpected) return 'the order of `calls` stays: move the entries, or leave out `inOrder`';
  return [{ pointer: `${pointer}/times`, value: count }];
}

/** True where a text of the value is a condition, or a part of one. */
function hasConditions(value: Json): boolean {
  if (typeof value === 'string') return value.includes('${');
  if (Array.isArray(value)) return value.some(hasConditions);
  return isObject(value) && Object.values(value).some(hasConditions);
}

/** The value, with the members that a part of it had: an expectation of a part stays one. */
function project(value: Json, part: Json): Json {
  if (Array.isArray(value) && Array.isArray(part))
    return value.map((item, index) => {
      const like = part[index] ?? part.at(-1);
      return like === undefined ? item : project(item, like);
    });
  if (!isObject(value) || !isObject(part)) return value;
  const names = Object.keys(part).filter((name) => Object.hasOwn(value, name));
  if (names.length === 0) return value;
  return Object.fromEntries(names.map((name) => [name, project(value[name] as Json, part[name] as Json)]));
}

/** A copy of a value with another member; objects on the way to it are made. */
function setMember(
  target: Json | undefined,
  [name, ...rest]: readonly string[],
  value: Json | undefined,
): Json {
  if (name === undefined) return cloneJson(value ?? null);
  if (Array.isArray(target)) {
    const items = [...target];
    items[Number(name)] = setMember(items[Number(name)], rest, value);
    return items;
  }
  // An entry of a list that is missing so far.
  if (target === undefined && name === '0' && value !== undefined) return [setMember(undefined, rest, value)];
  const members = isObject(target) ? { ...target } : {};
  if (rest.length === 0 && value === undefined) delete members[name];
  else if (rest.length > 0 && value === undefined && members[name] === undefined) return members;
  else members[name] = setMember(members[name], rest, value);
  return members;
}
