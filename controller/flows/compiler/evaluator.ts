import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { version } from '../../../schemas/version.js';
import { type Eventual, whenReady } from '../../concurrency/computing.js';
import {
  ExpressionError,
  evaluateInThread,
  type Program,
  sliceFrom,
  sliceOver,
  type Usage,
  withSurroundings,
} from '../../expressions/index.js';
import { FlowError, taskError } from '../plan/errors.js';
import { replayLoss } from '../plan/losses.js';
import { dateTime, type Evaluator, type Scope } from '../plan/node.js';

const none: Readonly<Record<string, Json>> = Object.freeze({});

/**
 * Evaluates to the only output, null when there is none; a run of a version that kept the first of several goes on so. The host records the result of an expression that is not
 * deterministic, so that a replay sees the same value.
 * @param label the position of the expression in its task; with the offset in its string, part of the step key.
 */
export function evaluator(
  program: Program,
  locals: readonly string[],
  label: string,
  offset: number,
): Evaluator {
  const bindings = [...program.variables].map((name) => ({ name, resolve: resolver(name, locals) }));
  const variables =
    bindings.length === 0
      ? () => none
      : (scope: Scope) => {
          const values: Record<string, Json> = {};
          for (const { name, resolve } of bindings) values[name] = resolve(scope);
          return values;
        };
  const toFault = (error: unknown, scope: Scope) =>
    error instanceof ExpressionError
      ? taskError('expression', scope, `\`${label}\`: ${error.message}`, error)
      : error;
  const evaluate: Evaluator = (input, scope) => {
    const values = variables(scope);
    try {
      const value = scope.frame.run.host.takesFirst
        ? program.firstInSlice(input, values, scope.usage, scope.slice)
        : program.onlyInSlice(input, values, scope.usage, scope.slice);
      if (value !== sliceOver) return value ?? null;
    } catch (error) {
      throw toFault(error, scope);
    }
    return replayLoss(scope, `${label}+${offset}`, () => evaluateAgain(input, values, scope));
  };
  const evaluateAgain = async (input: Json, values: Readonly<Record<string, Json>>, scope: Scope) => {
    try {
      const { host } = scope.frame.run;
      const take = host.takesFirst ? 'first' : 'only';
      return (await host.whileComputing(() => evaluateInThread(program, input, scope, values, take))) ?? null;
    } catch (error) {
      throw toFault(error, scope);
    }
  };
  return program.deterministic ? evaluate : recorded(evaluate, `${label}+${offset}`);
}

/** Records the outcome in the host, an error included, and what the expression used of the task's budget. */
function recorded(evaluate: Evaluator, label: string): Evaluator {
  return (input, scope) => {
    const { surroundings } = scope.frame.run.host;
    if (surroundings !== undefined) return withSurroundings(surroundings, () => evaluate(input, scope));
    let failure: unknown;
    let isReplay = true;
    const { usage } = scope;
    const before = { ...usage };
    const failed = (error: unknown): JsonObject => {
      // The end of the run, or of the task, is no outcome.
      if (!(error instanceof FlowError)) throw error;
      failure = error;
      return { error: error.message, used: used(usage, before) };
    };
    const succeeded = (value: Json): JsonObject => ({ value, used: used(usage, before) });
    const compute = (): Eventual<Json> => {
      isReplay = false;
      try {
        const value = evaluate(input, scope);
        return value instanceof Promise ? value.then(succeeded, failed) : succeeded(value);
      } catch (error) {
        return failed(error);
      }
    };
    return whenReady(scope.frame.run.host.value(`${scope.key}:${label}`, compute), (stored) => {
      const outcome = stored as JsonObject;
      // A replay leaves as much of the budget to the other expressions of the task.
      const [steps = 0, bytes = 0, matching = 0] = (outcome['used'] ?? []) as number[];
      Object.assign(usage, {
        steps: before.steps + steps,
        bytes: before.bytes + bytes,
        matching: before.matching + matching,
      });
      if (isReplay) scope.slice = sliceFrom(usage);
      if (failure !== undefined) throw failure;
      if (typeof outcome['error'] === 'string') throw taskError('expression', scope, outcome['error']);
      return outcome['value'] ?? null;
    });
  };
}

function used(usage: Usage, before: Usage): number[] {
  return [usage.steps - before.steps, usage.bytes - before.bytes, usage.matching - before.matching];
}

/** The position of an expression decides which variables it may use (DSL, "Runtime expression arguments"). */
export type Position =
  | 'workflow-input'
  | 'task-input'
  | 'definition'
  | 'task-output'
  | 'export'
  | 'workflow-output';

/** A member that an expression reads of the data of its task. */
export interface InputRead {
  /** The value with the member. */
  readonly of: '.' | '$input';
  readonly name: string;
  readonly pointer: string;
  readonly position: Position;
  /** Offset of the name into the text at `pointer`. */
  readonly offset: number;
}

const everywhere = ['secrets', 'workflow', 'runtime'];
const definition = ['context', 'input', 'task', 'authorization', ...everywhere];

export const variablesAt: Readonly<Record<Position, readonly string[]>> = {
  'workflow-input': everywhere,
  'task-input': ['context', 'task', ...everywhere],
  definition,
  'task-output': definition,
  export: ['output', ...definition],
  'workflow-output': ['context', ...everywhere],
};

/** The positions of each variable of the language, in words. */
export const variablePlaces: Readonly<Record<string, string>> = {
  context: 'everywhere but in the `input.from` of the workflow',
  input: 'in the definition of a task, its `output.as` and its `export.as`',
  output: 'in `export.as`',
  task: 'in tasks',
  authorization: 'in the definition of a task, its `output.as` and its `export.as`',
};

type Resolver = (scope: Scope) => Json;

const resolvers: Readonly<Record<string, Resolver>> = {
  context: (scope) => scope.frame.context.value,
  input: (scope) => scope.input,
  output: (scope) => scope.output,
  secrets: (scope) => scope.frame.run.secrets ?? {},
  authorization: (scope) => scope.authorization,
  task: (scope) => ({
    name: scope.task.name,
    reference: scope.task.reference,
    definition: scope.task.definition,
    input: scope.rawInput,
    output: scope.rawOutput,
    startedAt: dateTime(scope.startedAt),
  }),
  workflow: (scope) => scope.frame.run.workflow,
  runtime: ({ frame }) => ({
    name: 'svc',
    version: frame.run.host.version ?? version,
    metadata: frame.run.host.metadata,
  }),
};

/** Returns a function that reads a variable; loop variables and caught errors hide those of the language. */
function resolver(name: string, locals: readonly string[]): Resolver {
  const resolve = locals.includes(name) ? undefined : resolvers[name];
  return resolve ?? ((scope) => localValue(scope, name));
}

function localValue(scope: Scope, name: string): Json {
  for (let local = scope.frame.locals; local; local = local.up) {
    if (local.name === name) return local.value;
  }
  return null;
}
