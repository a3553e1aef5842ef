import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isEqual, objectOr } from '../../../schemas/json/values.js';
import {
  type EntityRecord,
  FilePlaces,
  type Finding,
  newestFile,
  type Snapshot,
} from '../../catalog/index.js';
import { nextTurn } from '../../concurrency/loop-turn.js';
import { Semaphore } from '../../concurrency/turns.js';
import { compileFlowTest, type FlowTestPlan } from '../../kinds/flow-test/compile.js';
import { Problem } from '../../problems/index.js';
import type { RunVersion } from '../../runs/contract.js';
import { findEnvironment } from '../../runs/index.js';
import { createSample } from '../replay/assumed-answer.js';
import {
  checkExpectations,
  type PointedFailure,
  type TestOutcome,
  toEntry,
  toShownValue,
} from './check-expectations.js';
import type { FlowTestReport, FlowTestResult, TestFailure } from './contract.js';
import { rehearseTest } from './rehearse-test.js';
import type { RehearsedTest, RehearsedTestCall, TestEnd, TestLimits } from './rehearsed-test.js';
import { TaskCoverage } from './task-coverage.js';
import { type LeftFailure, updateExpectations } from './update-expectations.js';

interface FlowTesterOptions {
  version(snapshot: Snapshot, request: { flow: string; environment: string | null }): RunVersion;
  limits: TestLimits;
  /** `Flows.Environment`: that of runs that name none. */
  environment?: string | undefined;
  maskJson?(value: Json): Json;
  /** The longest computation of one test, in ms. Default 10,000. */
  maxMs?: number;
}

export interface TestRequest {
  /** Names of tests; all of the snapshot when left out. */
  names?: readonly string[] | undefined;
  /** The longest computation of all tests together, in ms. */
  maxTotalMs?: number;
  maxTests?: number;
  signal?: AbortSignal | undefined;
}

export interface ListedTest {
  name: string;
  /** The flow that it names, as far as that is known. */
  flow: string;
  /** Its file; several define it by mistake. */
  paths: string[];
}

/** A test that expects what its run did. */
export interface TestUpdate {
  name: string;
  path: string;
  before: JsonObject;
  definition: JsonObject;
  left: LeftFailure[];
}

/** Rounds of running a test again with other expectations. */
const maxRounds = 30;
const maxListedCalls = 100;
const maxFailures = 50;
/** Tests that compute at the same time. */
const places = 2;

/** Runs tests of flows: the plan of the flow, over a host that answers from the test. Nothing leaves the process. */
export class FlowTester {
  readonly #places = new Semaphore(places);
  readonly #maxMs: number;
  readonly #mask: (value: Json) => Json;

  constructor(private readonly options: FlowTesterOptions) {
    this.#maxMs = options.maxMs ?? 10_000;
    this.#mask = options.maskJson ?? ((value) => value);
  }

  /** Lists the tests of a snapshot, valid or not, with the flows that they name as far as that is known. */
  list(snapshot: Snapshot): ListedTest[] {
    return listTests(snapshot);
  }

  /** Runs tests of a snapshot, in the order of their names. A name that no file defines is left out. */
  async run(snapshot: Snapshot, request: TestRequest = {}): Promise<FlowTestReport> {
    const { maxTests = Number.POSITIVE_INFINITY, maxTotalMs = Number.POSITIVE_INFINITY, signal } = request;
    const names = [...(request.names ?? listTests(snapshot).map(({ name }) => name))].sort();
    const coverage = new TaskCoverage();
    const results: FlowTestResult[] = [];
    const missing: string[] = [];
    const endsAt = Date.now() + maxTotalMs;
    for (const [index, name] of names.entries()) {
      signal?.throwIfAborted();
      if (results.length >= maxTests || Date.now() > endsAt) {
        const reason = results.length >= maxTests ? `${maxTests} tests are run` : 'the time is up';
        missing.push(`${names.length - index} tests: ${reason}`);
        break;
      }
      const result = await this.#places.run(() => this.#runOne(snapshot, name, coverage), signal);
      if (result === undefined) continue;
      results.push(result);
      await nextTurn();
    }
    const passed = results.filter((each) => each.result === 'passed').length;
    return { results, passed, failed: results.length - passed, coverage: coverage.list(), missing };
  }

  /**
   * Returns the definition of a test that fails, with what its run did in the place of what was expected; undefined for a test that
   * does not run, or that no file defines.
   */
  async update(snapshot: Snapshot, name: string, signal?: AbortSignal): Promise<TestUpdate | undefined> {
    const newest = newestFile(snapshot, 'flow-test', name);
    const record = snapshot.get('flow-test', name);
    if (newest === undefined || record === undefined) return undefined;
    const flow = String(newest.definition?.['flow'] ?? '');
    if (findErrors(snapshot, name, flow, newest.path).length > 0) return undefined;
    const update = { name, path: newest.path, before: record.definition };
    let compiled = record.compiled as FlowTestPlan;
    let definition = record.definition;
    for (let round = 1; ; round++) {
      const { failures, test, outcome } = await this.#places.run(
        () => this.#rehearse(snapshot, { compiled, name }),
        signal,
      );
      if (failures.length === 0) return { ...update, definition, left: [] };
      if (outcome === undefined) return { ...update, definition, left: failures.map(toLeft) };
      const next = await updateExpectations(definition, failures, test, outcome);
      const { compiled: plan } = compileFlowTest(next.definition);
      const isSame = plan === undefined || isEqual(next.definition, definition);
      if (isSame)
        return { ...update, definition, left: next.left.length > 0 ? next.left : failures.map(toLeft) };
      ({ definition } = next);
      // The mismatches of one value are listed in part: another round may find more.
      if (round === maxRounds) return { ...update, definition, left: next.left };
      compiled = plan;
      await nextTurn();
    }
  }

  async #runOne(
    snapshot: Snapshot,
    name: string,
    coverage: TaskCoverage,
  ): Promise<FlowTestResult | undefined> {
    const began = performance.now();
    const newest = newestFile(snapshot, 'flow-test', name);
    if (newest === undefined) return undefined;
    const record = snapshot.get('flow-test', name);
    const flow = String(newest.definition?.['flow'] ?? '');
    const file = { path: newest.path, analysis: { text: newest.text } };
    const findings = findErrors(snapshot, name, flow, newest.path);
    const base: FlowTestResult = {
      name,
      flow,
      file: newest.path,
      line: new FilePlaces().of(file, { pointer: '/name' })?.line ?? 1,
      result: 'invalid',
      failures: [],
      findings,
      unused: [],
      calls: [],
      elapsedMs: 0,
      durationMs: 0,
    };
    if (record === undefined || findings.length > 0) return base;
    try {
      const { failures, test } = await this.#rehearse(snapshot, {
        compiled: record.compiled as FlowTestPlan,
        name,
      });
      for (const [ran, { definition, references }] of test.ran) coverage.add(ran, definition, references);
      const placed = toPlaced(record, failures.slice(0, maxFailures), this.#mask);
      return {
        ...base,
        result: failures.length === 0 ? 'passed' : 'failed',
        failures: placed,
        // A run that did not come to its end did not come to all answers.
        unused: (test.end === undefined ? test.unused : []).map(({ pointer }) => ({
          pointer,
          line: new FilePlaces().of(toFile(record), { pointer })?.line ?? 1,
        })),
        calls: test.calls.slice(0, maxListedCalls).map((call) => ({
          call: call.names[0] ?? call.task,
          flow: call.flow,
          task: call.reference,
          arguments: toShownValue(call.arguments, this.#mask),
        })),
        elapsedMs: test.now() - test.plan.now,
        durationMs: Math.round(performance.now() - began),
      };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const failure = { kind: 'open', pointer: '/flow', message: error.message } as const;
      return { ...base, result: 'failed', failures: toPlaced(record, [failure], this.#mask) };
    }
  }

  /** @throws Problem environment_not_found, flow_not_found */
  async #rehearse(
    snapshot: Snapshot,
    { compiled: testPlan, name }: { compiled: FlowTestPlan; name: string },
  ): Promise<{ failures: PointedFailure[]; test: RehearsedTest; outcome?: TestOutcome }> {
    const own = testPlan.environment ?? this.options.environment;
    const environment = findEnvironment(snapshot, own)?.name ?? null;
    const version = this.options.version(snapshot, { flow: testPlan.flow, environment });
    const plan = version.flow(testPlan.flow);
    if (plan === undefined)
      throw new Problem('flow_not_found', `The flow \`${testPlan.flow}\` does not compile`);
    const rehearsed = { name, testPlan, limits: this.options.limits, maxMs: this.#maxMs };
    const { test, end } = await rehearseTest(rehearsed, version, plan);
    if (test.end !== undefined) return { failures: [toEndFailure(test.end, version)], test };
    if (end === undefined) throw new Error('A test was interrupted without a reason');
    if ('refused' in end) return { failures: [end.refused], test };
    return { failures: await checkExpectations(test, end), test, outcome: end };
  }
}

function toLeft({ pointer, message }: PointedFailure): LeftFailure {
  return { pointer, message, reason: 'no other expectation would change it' };
}

function toEndFailure(end: TestEnd, version: RunVersion): PointedFailure {
  if (end.kind === 'open')
    return { kind: 'open', pointer: '/flow', message: `The run does not end: ${end.reason}` };
  if (end.kind === 'answer')
    return { kind: 'answer', pointer: end.pointer, message: `The answer cannot be used: ${end.reason}` };
  const { call, passedOver } = end.unanswered;
  const entry = toEntry(call, createAnswer(call, version));
  const others = passedOver.map(({ entry: { pointer }, reason }) => `\`${pointer}\`: ${reason}`).join('; ');
  return {
    kind: 'unanswered',
    pointer: passedOver.at(-1)?.entry.pointer ?? '/given',
    message: `${describeCall(call)}, and no entry of \`given\` answers${others === '' ? '' : ` (${others})`}`,
    hint: 'Add an entry to `given`, such as that of `entry`.',
    actual: call.arguments,
    task: call.reference,
    flow: call.flow,
    entry,
  };
}

function describeCall({ group, names, task }: RehearsedTestCall): string {
  if (group === 'listen') return `\`${task}\` waits for an event`;
  if (group === 'humanTask') return `\`${task}\` asks a person`;
  return `\`${task}\` ${group === 'run' ? 'runs' : 'calls'} \`${names[0]}\``;
}

/** A sample of what could answer. */
function createAnswer({ group, names, arguments: args }: RehearsedTestCall, version: RunVersion): Json {
  if (group === 'listen') return { type: 'com.example.event.v1', data: {} };
  if (group === 'humanTask') return { values: createSample(objectOr(args)['form']) };
  const [target = ''] = names;
  const dot = target.indexOf('.');
  if (group !== 'call' || dot === -1 || target.includes(' ')) return null;
  const { actions } = version.connection(target.slice(0, dot)) ?? {};
  return createSample(objectOr(objectOr(actions)[target.slice(dot + 1)])['output']);
}

function listTests(snapshot: Snapshot): ListedTest[] {
  const names = new Set(snapshot.list('flow-test').map(({ name }) => name));
  for (const { kind, name } of snapshot.statuses()) if (kind === 'flow-test') names.add(name);
  return [...names].flatMap((name) => {
    const newest = newestFile(snapshot, 'flow-test', name);
    if (newest === undefined) return [];
    const paths = [newest.path, ...newest.duplicates];
    return [{ name, flow: String(newest.definition?.['flow'] ?? ''), paths }];
  });
}

/** Returns the errors of a test and of its flow; why the newest version of either cannot run, where they have none. */
function findErrors(snapshot: Snapshot, name: string, flow: string, path: string): Finding[] {
  const statuses = [snapshot.status('flow-test', name), snapshot.status('flow', flow)];
  const errors = statuses
    .flatMap((status) => status?.findings ?? [])
    .filter(({ severity }) => severity === 'error');
  if (errors.length > 0) return errors;
  for (const status of statuses) {
    const ready = status?.conditions.find(({ type }) => type === 'Ready');
    if (ready === undefined || ready.status === 'True') continue;
    const place = { line: 1, column: 1, endLine: 1, endColumn: 1 };
    return [
      { rule: 'not-ready', severity: 'error', file: path, pointer: '', message: ready.message, ...place },
    ];
  }
  return [];
}

function toFile({ path, text }: EntityRecord): { path: string; analysis: { text: string } } {
  return { path, analysis: { text } };
}

/** The failures with their places in the file, and values as they are shown. */
function toPlaced(
  record: EntityRecord,
  failures: readonly PointedFailure[],
  mask: (value: Json) => Json,
): TestFailure[] {
  const places = new FilePlaces();
  return failures.map((failure) => {
    const { line = 1, column = 1 } = places.of(toFile(record), failure) ?? {};
    const placed: TestFailure = { ...failure, message: String(mask(failure.message)), line, column };
    if (failure.expected !== undefined) placed.expected = toShownValue(failure.expected, mask);
    if (failure.actual !== undefined) placed.actual = toShownValue(failure.actual, mask);
    if (failure.entry !== undefined) placed.entry = mask(failure.entry) as JsonObject;
    return placed;
  });
}
