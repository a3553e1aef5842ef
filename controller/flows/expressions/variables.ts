import type { Json } from '../../../schemas/json.js';
import { dateTime, type Scope } from '../execution/scope.js';
import { runtimeDescriptor } from './runtime-descriptor.js';

/** Where an expression stands; decides which variables it may use (DSL, "Runtime expression arguments"). */
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

/** Where each of the language's variables may be used, in words. */
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
  runtime: (scope) => runtimeDescriptor(scope.frame.run.host.metadata),
};

/** How to get the value of a variable; loop variables and caught errors hide those of the language. */
export function resolver(name: string, locals: readonly string[]): Resolver {
  const known = locals.includes(name) ? undefined : resolvers[name];
  return known ?? ((scope) => localValue(scope, name));
}

function localValue(scope: Scope, name: string): Json {
  for (let local = scope.frame.locals; local; local = local.up) {
    if (local.name === name) return local.value;
  }
  return null;
}
