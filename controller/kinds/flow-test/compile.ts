import type { FlowTest } from '../../../schemas/index.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject, pointerTo } from '../../../schemas/json/values.js';
import type { Eventual } from '../../concurrency/computing.js';
import { createSharedBudget, type SharedBudget } from '../../expressions/index.js';
import { FlowError, type StandardError, sameType, standardError, standardType } from '../../flows/index.js';
import { type Compilation, type CompileFinding, hasErrors } from '../compile/compilation.js';
import { durationField } from '../compile/fields.js';
import { compileFilled } from '../compile/filled-value.js';
import { compileCondition, compileExpectation, type Expectation } from './expectation.js';

/** The kind of call that an entry of `given` answers, or one of `expect.calls` counts. */
export type CallMatcher = 'call' | 'run' | 'listen' | 'humanTask' | 'task' | 'emit';

/** An entry of `given` that answers. */
export interface GivenAnswer {
  readonly pointer: string;
  readonly by: CallMatcher;
  readonly name: string;
  readonly times: number;
  /** How long the answer takes, in ms. */
  readonly takesMs: number;
  /** True where the entry answers a call with these arguments. */
  fits(args: Json): Promise<boolean>;
  /** Returns the answer. @throws FlowError the fault; TransformError where an expression of the answer fails */
  answer(args: Json, reference: string): Eventual<Json>;
}

export interface ExpectedCall {
  readonly pointer: string;
  readonly by: CallMatcher;
  readonly name: string;
  /** Undefined for one or more. */
  readonly times: number | undefined;
  readonly arguments: Expectation | undefined;
}

/** A compiled test of a flow. */
export interface FlowTestPlan {
  readonly flow: string;
  readonly environment: string | undefined;
  readonly variables: JsonObject;
  readonly input: Json;
  /** When the run starts, ms since the epoch. */
  readonly now: number;
  readonly given: readonly GivenAnswer[];
  /** Values of secrets, by name. */
  readonly secrets: ReadonlyMap<string, Json>;
  /** Entries of stores, by store. */
  readonly stores: ReadonlyMap<string, JsonObject>;
  readonly expect: {
    readonly status: 'completed' | 'faulted';
    readonly output: Expectation | undefined;
    readonly exactOutput: Expectation | undefined;
    readonly fault: Expectation | undefined;
    readonly calls: readonly ExpectedCall[];
    readonly inOrder: boolean;
    readonly noOtherCalls: boolean;
    readonly stores: ReadonlyMap<string, Expectation>;
  };
}

const defaultNow = '2026-01-01T00:00:00Z';
const answerers = ['call', 'run', 'listen', 'humanTask', 'task'] as const;
const counted = ['call', 'run', 'emit', 'humanTask', 'task'] as const;
const givenNames = [...answerers, 'secret', 'store'] as const;

type Given = NonNullable<FlowTest['given']>[number];

/** Compiles a test that fits its schema. */
export function compileFlowTest(definition: JsonObject): Compilation<FlowTestPlan> {
  const findings: CompileFinding[] = [];
  const test = definition as unknown as FlowTest;
  const { expect = {} } = test;
  const secrets = new Map<string, Json>();
  const stores = new Map<string, JsonObject>();
  const answers = (test.given ?? []).flatMap((entry, index): GivenAnswer[] => {
    const pointer = `/given/${index}`;
    const by = requireOne(entry, givenNames, pointer, findings);
    if (by === undefined) return [];
    reportUnfit(entry, by, pointer, findings);
    if (by === 'secret') secrets.set(entry.secret ?? '', (entry.answer ?? {}) as Json);
    else if (by === 'store') stores.set(entry.store ?? '', (entry.entries ?? {}) as JsonObject);
    else return [compileAnswer(entry, by, pointer, findings)];
    return [];
  });
  const plan: FlowTestPlan = {
    flow: test.flow,
    environment: test.environment,
    variables: (test.variables ?? {}) as JsonObject,
    input: (test.input ?? {}) as Json,
    now: readTime(test.now ?? defaultNow, findings),
    given: answers,
    secrets,
    stores,
    expect: {
      status: expect.status ?? (expect.fault === undefined ? 'completed' : 'faulted'),
      output: expected(expect.output as Json | undefined, '/expect/output', findings),
      exactOutput: expected(expect.exactOutput as Json | undefined, '/expect/exactOutput', findings, true),
      fault: expectedFault(expect.fault as JsonObject | undefined, findings),
      calls: (expect.calls ?? []).flatMap((call, index): ExpectedCall[] => {
        const pointer = `/expect/calls/${index}`;
        const by = requireOne(call, counted, pointer, findings);
        if (by === undefined) return [];
        const args = expected(call.with as Json | undefined, `${pointer}/with`, findings);
        return [{ pointer, by, name: String(call[by]), times: call.times, arguments: args }];
      }),
      inOrder: expect.inOrder ?? false,
      noOtherCalls: expect.noOtherCalls ?? false,
      stores: new Map(
        Object.entries(expect.stores ?? {}).map(([name, entries]) => [
          name,
          compileExpectation(entries as Json, pointerTo('/expect/stores', name), findings),
        ]),
      ),
    },
  };
  reportContradiction(expect, findings);
  return { compiled: hasErrors(findings) ? undefined : plan, findings };
}

/** Returns the one member of several that an entry has; reports none and more than one. */
function requireOne<Name extends string>(
  entry: object,
  names: readonly Name[],
  pointer: string,
  findings: CompileFinding[],
): Name | undefined {
  const present = names.filter((name) => Object.hasOwn(entry, name));
  if (present.length === 1) return present[0];
  const listed = names.map((name) => `\`${name}\``).join(', ');
  const message =
    present.length === 0
      ? `names nothing: one of ${listed} says what it is about`
      : `names several things: ${present.map((name) => `\`${name}\``).join(' and ')}`;
  const hint = 'Write one of them, and one more entry for each other thing.';
  findings.push({ rule: 'field-invalid', severity: 'error', pointer, message, hint });
  return undefined;
}

/** Reports members that mean nothing beside the one that says what an entry is about. */
function reportUnfit(
  entry: Given,
  by: (typeof givenNames)[number],
  pointer: string,
  findings: CompileFinding[],
): void {
  const unfit =
    by === 'store'
      ? (['answer', 'fault', 'when', 'times', 'takes'] as const)
      : by === 'secret'
        ? (['fault', 'when', 'times', 'takes', 'entries'] as const)
        : (['entries'] as const);
  for (const name of unfit) {
    if (entry[name] === undefined) continue;
    const message = `\`${name}\` means nothing beside \`${by}\``;
    findings.push({
      rule: 'field-invalid',
      severity: 'error',
      pointer: `${pointer}/${name}`,
      at: 'name',
      message,
    });
  }
  if (by !== 'store' && entry.answer !== undefined && entry.fault !== undefined) {
    const message = 'An entry has an `answer` or a `fault`, not both';
    const hint = 'Write two entries: the first with `times`.';
    findings.push({ rule: 'field-invalid', severity: 'error', pointer: `${pointer}/fault`, message, hint });
  }
}

function compileAnswer(
  entry: Given,
  by: (typeof answerers)[number],
  pointer: string,
  findings: CompileFinding[],
): GivenAnswer {
  const condition = compileWhen(entry.when, `${pointer}/when`, findings);
  const filled = compileFilled((entry.answer ?? null) as Json, `${pointer}/answer`, findings);
  const takesMs = durationField(entry.takes as Json | undefined, `${pointer}/takes`, findings) ?? 0;
  const { fault } = entry;
  if (by === 'humanTask')
    reportUnknownAnswer(entry.answer as Json | undefined, `${pointer}/answer`, findings);
  if (fault) reportFault(fault.type, `${pointer}/fault/type`, findings);
  return {
    pointer,
    by,
    name: String(entry[by]),
    times: entry.times ?? (by === 'listen' ? 1 : Number.POSITIVE_INFINITY),
    takesMs,
    fits: async (args) =>
      condition === undefined || (await condition(args, createSharedBudget())) === undefined,
    answer(args, reference) {
      if (fault !== undefined) throw createFault(fault, by, reference);
      return filled(args, createSharedBudget());
    },
  };
}

const humanAnswerFields = ['values', 'completedBy', 'completedAt'];

/** Reports members that no human task returns: the values of a form written in the place of `values`. */
function reportUnknownAnswer(answer: Json | undefined, pointer: string, findings: CompileFinding[]): void {
  if (!isObject(answer)) return;
  for (const name of Object.keys(answer)) {
    if (humanAnswerFields.includes(name)) continue;
    findings.push({
      rule: 'field-invalid',
      severity: 'error',
      pointer: pointerTo(pointer, name),
      at: 'name',
      message: `the answer of a human task has no \`${name}\``,
      hint: 'It has `values`, with the fields of the form, and may have `completedBy` and `completedAt`.',
    });
  }
}

type Condition = (input: Json, shared: SharedBudget) => Promise<string | undefined>;

function compileWhen(
  when: string | undefined,
  pointer: string,
  findings: CompileFinding[],
): Condition | undefined {
  if (when === undefined) return undefined;
  const condition = compileCondition(when, pointer, findings);
  if (condition === undefined && !hasErrors(findings)) {
    const message = 'is no expression: it would never be true';
    const hint = 'Write `${ }` around jq over the arguments, such as `${ .path == "/orders" }`.';
    findings.push({ rule: 'expression-bare', severity: 'error', pointer, message, hint });
  }
  return condition;
}

const standardNames = [
  'communication',
  'timeout',
  'authentication',
  'authorization',
  'configuration',
  'validation',
  'expression',
  'runtime',
] as const satisfies readonly StandardError[];

function isStandardName(name: string): name is StandardError {
  return standardNames.some((each) => each === name);
}

function reportFault(type: string | undefined, pointer: string, findings: CompileFinding[]): void {
  if (type === undefined || type.includes(':') || isStandardName(type)) return;
  const message = `\`${type}\` is neither the name of a standard error nor a URI`;
  const hint = `The standard errors are ${standardNames.map((name) => `\`${name}\``).join(', ')}.`;
  findings.push({ rule: 'field-invalid', severity: 'error', pointer, message, hint });
}

const defaultFaults = {
  call: 'communication',
  task: 'communication',
  run: 'runtime',
  listen: 'timeout',
  humanTask: 'timeout',
} as const satisfies Record<(typeof answerers)[number], StandardError>;

function createFault(
  { type, status, title, detail = 'The test gives this fault', retryAfter }: NonNullable<Given['fault']>,
  by: (typeof answerers)[number],
  instance: string,
): FlowError {
  const named = type === undefined ? defaultFaults[by] : isStandardName(type) ? type : standardType(type);
  const options = {
    detail,
    instance,
    ...(status === undefined ? {} : { status }),
    ...(title === undefined ? {} : { title }),
  };
  if (named !== undefined) return standardError(named, { ...options, retryAfter });
  return new FlowError({ type: type ?? 'about:blank', ...options, status: status ?? 500 });
}

function readTime(text: string, findings: CompileFinding[]): number {
  const time = Date.parse(text);
  if (Number.isFinite(time) && /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/i.test(text)) return time;
  const message = `\`${text}\` is no time`;
  const hint = 'Write it as `2026-03-01T09:00:00Z`.';
  findings.push({ rule: 'field-invalid', severity: 'error', pointer: '/now', message, hint });
  return 0;
}

function expected(
  value: Json | undefined,
  pointer: string,
  findings: CompileFinding[],
  isExact = false,
): Expectation | undefined {
  return value === undefined ? undefined : compileExpectation(value, pointer, findings, isExact);
}

/** A fault as expected; the name of a standard error stands for each of its URIs. */
function expectedFault(fault: JsonObject | undefined, findings: CompileFinding[]): Expectation | undefined {
  if (fault === undefined) return undefined;
  const { type } = fault;
  if (typeof type === 'string' && !type.includes('${')) reportFault(type, '/expect/fault/type', findings);
  const compare = compileExpectation(fault, '/expect/fault', findings);
  if (typeof type !== 'string') return compare;
  return (actual) => compare(isObject(actual) ? { ...actual, type: nameLike(type, actual['type']) } : actual);
}

/** Returns the type of a fault in the words of the expected one: its own text where both mean the same error. */
function nameLike(expectedType: string, type: Json | undefined): Json {
  if (typeof type !== 'string') return type ?? null;
  if (sameType(type, expectedType)) return expectedType;
  return isStandardName(expectedType) ? (standardType(type) ?? type) : type;
}

function reportContradiction(expect: NonNullable<FlowTest['expect']>, findings: CompileFinding[]): void {
  const hasOutput = expect.output !== undefined || expect.exactOutput !== undefined;
  const isFaulted = expect.fault !== undefined || expect.status === 'faulted';
  const message =
    hasOutput && isFaulted
      ? 'A run that faults has no output to compare'
      : expect.fault !== undefined && expect.status === 'completed'
        ? 'A run that completes has no fault'
        : undefined;
  if (message === undefined) return;
  findings.push({ rule: 'field-invalid', severity: 'error', pointer: '/expect', message });
}
