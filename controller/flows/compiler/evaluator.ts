import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { version } from '../../../schemas/version.js';
import { ExpressionError, type Program, type Usage } from '../../expressions/index.js';
import { taskError } from '../plan/errors.js';
import { dateTime, type Evaluator, type Scope } from '../plan/node.js';
import { ProgramCost } from '../threads/program-cost.js';

const none: Readonly<Record<string, Json>> = Object.freeze({});

/**
 * Evaluates to the first output, null when there is none. The host records the result of an expression that is not
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
  const cost = new ProgramCost();
  const faultOf = (error: ExpressionError, scope: Scope) =>
    taskError('expression', scope, `\`${label}\`: ${error.message}`, error);
  const evaluate: Evaluator = (input, scope) => {
    const { usage } = scope;
    const before = work(usage);
    try {
      return program.first(input, variables(scope), usage) ?? null;
    } catch (error) {
      throw error instanceof ExpressionError ? faultOf(error, scope) : error;
    } finally {
      cost.note(work(usage) - before);
    }
  };
  if (!program.deterministic) return recorded(evaluate, `${label}+${offset}`);
  evaluate.apart = {
    isWorth: (scope) => cost.isHeavy && scope.frame.run.host.evaluateApart !== undefined,
    evaluate: async (input, scope) => {
      const { usage } = scope;
      const before = work(usage);
      const given = { program, input, variables: variables(scope), usage };
      const computed = await scope.frame.run.host.evaluateApart?.(given, scope.signal);
      cost.noteApart(computed);
      if (computed === undefined) return evaluate(input, scope);
      Object.assign(usage, computed.usage);
      cost.note(work(usage) - before);
      const { failure, value } = computed;
      if (failure === undefined) return value ?? null;
      const { message, offset, kind } = failure;
      throw faultOf(new ExpressionError(message, offset, kind, failure.value), scope);
    },
  };
  return evaluate;
}

/** A step of the regular-expression engine takes about as long as another. */
function work({ steps, matching }: Usage): number {
  return steps + matching;
}

/** Records the outcome in the host, an error included, and what the expression used of the task's budget. */
function recorded(evaluate: Evaluator, label: string): Evaluator {
  return (input, scope) => {
    let failure: unknown;
    const { usage } = scope;
    const before = { ...usage };
    const outcome = scope.frame.run.host.value(`${scope.key}:${label}`, () => {
      try {
        return { value: evaluate(input, scope), used: used(usage, before) };
      } catch (error) {
        failure = error;
        return { error: error instanceof Error ? error.message : 'failed', used: used(usage, before) };
      }
    }) as JsonObject;
    // A replay leaves as much of the budget to the other expressions of the task.
    const [steps = 0, bytes = 0, matching = 0] = (outcome['used'] ?? []) as number[];
    Object.assign(usage, {
      steps: before.steps + steps,
      bytes: before.bytes + bytes,
      matching: before.matching + matching,
    });
    if (failure !== undefined) throw failure;
    if (typeof outcome['error'] === 'string') throw taskError('expression', scope, outcome['error']);
    return outcome['value'] ?? null;
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
  runtime: (scope) => ({ name: 'svc', version, metadata: scope.frame.run.host.metadata }),
};

/** Returns a function that reads a variable; loop variables and caught errors hide those of the language. */
function resolver(name: string, locals: readonly string[]): Resolver {
  const known = locals.includes(name) ? undefined : resolvers[name];
  return known ?? ((scope) => localValue(scope, name));
}

function localValue(scope: Scope, name: string): Json {
  for (let local = scope.frame.locals; local; local = local.up) {
    if (local.name === name) return local.value;
  }
  return null;
}
