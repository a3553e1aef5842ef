import { toJsonText } from '../../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { shortened } from '../../../schemas/shortened.js';
import { type FlowErrorBody, standardType } from '../../flows/index.js';
import type { ExpectedCall, FlowTestPlan } from '../../kinds/flow-test/compile.js';
import type { Expectation, Mismatch } from '../../kinds/flow-test/expectation.js';
import type { TestFailure } from './contract.js';
import { isAbout, type RehearsedTest, type RehearsedTestCall } from './rehearsed-test.js';

/** How a run ended. */
export type TestOutcome =
  | { readonly status: 'completed'; readonly output: Json }
  | { readonly status: 'faulted'; readonly error: FlowErrorBody };

/** A failure before its place in the file is known. */
export type PointedFailure = Omit<TestFailure, 'line' | 'column'>;

/** Compares the end of a run, its calls and its stores with what the test expects. */
export async function checkExpectations(
  { plan, calls, stores }: RehearsedTest,
  outcome: TestOutcome,
): Promise<PointedFailure[]> {
  const { expect } = plan;
  const failures: PointedFailure[] = [];
  if (outcome.status !== expect.status) failures.push(toStatusFailure(outcome, plan));
  else if (outcome.status === 'completed') {
    for (const expectation of [expect.output, expect.exactOutput])
      failures.push(...(await compare('output', 'The output', expectation, outcome.output)));
  } else failures.push(...(await compare('fault', 'The fault', expect.fault, { ...outcome.error })));
  failures.push(...(await checkCalls(expect, calls)));
  for (const [name, expectation] of expect.stores)
    failures.push(...(await compare('stores', `The store \`${name}\``, expectation, stores.getValues(name))));
  return failures;
}

function toStatusFailure(outcome: TestOutcome, { expect }: FlowTestPlan): PointedFailure {
  const failure = {
    kind: 'status',
    pointer: '/expect',
    expected: expect.status,
    actual: outcome.status,
  } as const;
  if (outcome.status === 'completed')
    return { ...failure, message: 'The run completes, and the test expects a fault' };
  const { error } = outcome;
  const type = standardType(error.type) ?? error.type;
  const task = error.instance === undefined ? {} : { task: error.instance };
  const detail = error.detail === undefined ? '' : `: ${shortened(error.detail, 1_000)}`;
  return { ...failure, ...task, message: `The run faults with ${type} (${error.status})${detail}` };
}

async function compare(
  kind: 'output' | 'fault' | 'stores',
  what: string,
  expectation: Expectation | undefined,
  actual: Json,
): Promise<PointedFailure[]> {
  const mismatches = (await expectation?.(actual)) ?? [];
  return mismatches.map((mismatch) => toFailure(kind, what, mismatch));
}

function toFailure(
  kind: PointedFailure['kind'],
  what: string,
  { pointer, path, expected, actual, reason }: Mismatch,
): PointedFailure {
  const place = path === '' ? what : `${what} at \`${path}\``;
  const message =
    reason === undefined ? `${place} ${describeMismatch(expected, actual)}` : `${place}: ${reason}`;
  const failure: PointedFailure = { kind, pointer, path, message };
  if (expected !== undefined) failure.expected = expected;
  if (actual !== undefined) failure.actual = actual;
  return failure;
}

function describeMismatch(expected: Json | undefined, actual: Json | undefined): string {
  if (expected === undefined) return 'is not expected';
  return actual === undefined ? 'is missing' : 'is not as expected';
}

/** Calls that are listed in a message. */
const maxListed = 10;

async function checkCalls(
  { calls: expectedCalls, inOrder, noOtherCalls }: FlowTestPlan['expect'],
  calls: readonly RehearsedTestCall[],
): Promise<PointedFailure[]> {
  const failures: PointedFailure[] = [];
  const listed = new Set<RehearsedTestCall>();
  let before: { index: number; name: string } | undefined;
  for (const expected of expectedCalls) {
    const { fitting, closest } = await findCalls(expected, calls);
    for (const index of fitting) listed.add(calls[index] as RehearsedTestCall);
    const failure = checkCount(expected, fitting.length, calls, closest);
    if (failure) failures.push(failure);
    if (!inOrder || fitting.length === 0) continue;
    const after = before;
    const index = fitting.find((each) => after === undefined || each > after.index);
    if (index === undefined && after !== undefined) {
      const message = `\`${expected.name}\` is not called after \`${after.name}\``;
      failures.push({ kind: 'calls', pointer: expected.pointer, message, actual: listNames(calls) });
    } else if (index !== undefined) before = { index, name: expected.name };
  }
  if (!noOtherCalls) return failures;
  const others = calls.filter((call) => isOther(call, listed));
  if (others.length === 0) return failures;
  const names = listNames(others);
  const message = `${others.length} ${others.length === 1 ? 'call is' : 'calls are'} made that \`calls\` does not list: ${names.slice(0, maxListed).join(', ')}`;
  failures.push({ kind: 'calls', pointer: '/expect/noOtherCalls', message, actual: names });
  return failures;
}

function isOther(call: RehearsedTestCall, listed: ReadonlySet<RehearsedTestCall>): boolean {
  return !call.isInner && !listed.has(call);
}

/** Returns the calls that reach out of the process, and that no expected call is about. */
export async function listOtherCalls(
  expectedCalls: readonly ExpectedCall[],
  calls: readonly RehearsedTestCall[],
): Promise<RehearsedTestCall[]> {
  const listed = new Set<RehearsedTestCall>();
  for (const expected of expectedCalls)
    for (const index of (await findCalls(expected, calls)).fitting)
      listed.add(calls[index] as RehearsedTestCall);
  return calls.filter((call) => isOther(call, listed));
}

/** Returns how many calls are as expected. */
export async function countFitting(
  expected: ExpectedCall,
  calls: readonly RehearsedTestCall[],
): Promise<number> {
  return (await findCalls(expected, calls)).fitting.length;
}

interface FoundCalls {
  readonly fitting: readonly number[];
  /** The first call of that name that does not fit, and where. */
  readonly closest: readonly Mismatch[];
}

async function findCalls(expected: ExpectedCall, calls: readonly RehearsedTestCall[]): Promise<FoundCalls> {
  const fitting: number[] = [];
  let closest: readonly Mismatch[] = [];
  for (const [index, call] of calls.entries()) {
    if (!isAbout(expected, call)) continue;
    const mismatches = (await expected.arguments?.(call.arguments)) ?? [];
    if (mismatches.length === 0) fitting.push(index);
    else if (closest.length === 0) closest = mismatches;
  }
  return { fitting, closest };
}

const verbs = {
  call: 'called',
  run: 'run',
  emit: 'sent',
  humanTask: 'asked',
  task: 'performed',
  listen: 'awaited',
};

function describeCount(by: ExpectedCall['by'], count: number, hasArguments: boolean): string {
  const verb = `${verbs[by]}${hasArguments ? ' with these arguments' : ''}`;
  return count === 0 ? `is not ${verb}` : `is ${verb} ${count} ${count === 1 ? 'time' : 'times'}`;
}

function checkCount(
  { name, by, times, pointer, arguments: args }: ExpectedCall,
  count: number,
  calls: readonly RehearsedTestCall[],
  closest: readonly Mismatch[],
): PointedFailure | undefined {
  if (times === undefined ? count > 0 : count === times) return undefined;
  const limit = times === undefined ? '' : `, and the test expects ${times}`;
  const message = `\`${name}\` ${describeCount(by, count, args !== undefined)}${limit}`;
  const [mismatch] = closest;
  if (mismatch && count === 0) {
    const { path, expected, actual, reason = 'is not as expected' } = mismatch;
    const failure: PointedFailure = {
      kind: 'calls',
      pointer: mismatch.pointer,
      path,
      message: `${message}; of the first such call, \`${path || '/'}\`: ${reason}`,
    };
    if (expected !== undefined) failure.expected = expected;
    if (actual !== undefined) failure.actual = actual;
    return failure;
  }
  return { kind: 'calls', pointer, message, actual: listNames(calls) };
}

function listNames(calls: readonly RehearsedTestCall[]): string[] {
  return calls.map(({ names, task }) => names[0] ?? task).slice(0, 100);
}

/** Characters of one value that is shown. */
const maxShown = 2_000;

/** A value as reports show it: the beginning of its JSON where it is large. */
export function toShownValue(value: Json, mask: (value: Json) => Json): Json {
  const masked = mask(value);
  const text = toJsonText(masked);
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : masked;
}

/** The entry that `given` lacks for a call. */
export function toEntry(call: RehearsedTestCall, answer: Json): JsonObject {
  const field = call.group === 'emit' ? 'task' : call.group;
  const isByTask = field === 'listen' || field === 'humanTask';
  return { [field]: isByTask ? call.task : (call.names[0] ?? call.task), answer };
}
