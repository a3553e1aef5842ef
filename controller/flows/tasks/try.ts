import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject, objectOr, pointerTo } from '../../../schemas/json/values.js';
import { nearest } from '../../../schemas/nearest.js';
import { runInner } from '../execution/execute.js';
import { inner, innerScope } from '../execution/frames.js';
import { withTimeout } from '../execution/timeout.js';
import { FlowError, sameType } from '../plan/errors.js';
import type { Block, Scope } from '../plan/node.js';
import type { TaskContext, TaskType } from '../plan/task-type.js';
import {
  applies,
  type CompiledRetry,
  type Conditions,
  compileRetry,
  type RetryState,
  waitForRetry,
} from './retry.js';

/** A compiled `catch`. */
interface Catch extends Conditions {
  /** Name of the variable that holds the error. */
  as: string;
  filter: JsonObject;
  retry: CompiledRetry | undefined;
  block: Block | undefined;
  next: number | undefined;
}

/**
 * Performs its tasks, repeats them under the retry policy when a caught error ends them, and then performs those of
 * `catch.do`, whose input is the task's own. When the retries are used up and nothing handles the error, it is raised
 * again; an error that is caught without a policy ends the task with its input as output.
 */
export const tryTask: TaskType = {
  key: 'try',
  compile(definition, context) {
    const block = context.block(definition['try'], `${context.pointer}/try`);
    const handler = compileCatch(definition['catch'], context);
    return {
      perform: (scope, input) => attempt(block, handler, scope, input),
      ...(handler.next === undefined ? {} : { jumps: [handler.next] }),
    };
  },
};

async function attempt(block: Block, handler: Catch, scope: Scope, input: Json): Promise<Json> {
  const { retry } = handler;
  const state: RetryState = { key: scope.key, attempt: 1, startedAt: undefined };
  if (retry?.limit !== undefined) {
    state.startedAt = scope.frame.run.host.value(`${scope.key}:firstAttemptAt`, Date.now) as number;
  }
  for (;;) {
    const key = state.attempt === 1 ? scope.key : `${scope.key}#${state.attempt}`;
    const perform = () =>
      runInner(block, scope, inner(scope, { prefix: key, attempt: state.attempt }), input);
    try {
      const limit = retry?.attemptLimit;
      if (limit === undefined) return await perform();
      return await withTimeout(scope, await limit(input, scope), perform, `${key}:attempt`);
    } catch (error) {
      if (!(error instanceof FlowError) || !matches(handler.filter, error)) throw error;
      const caught = catchScope(handler, scope, error, key);
      if (!(await applies(handler, input, caught))) throw error;
      if (retry !== undefined && (await waitForRetry(retry, state, caught, error))) continue;
      const handled = handler.block !== undefined || handler.next !== undefined;
      if (retry !== undefined && !handled) throw error;
      return handle(handler, scope, caught, input);
    }
  }
}

/** Returns the scope of the catch clause: the error is a variable, and keys name the attempt. */
function catchScope(handler: Catch, scope: Scope, error: FlowError, key: string): Scope {
  const locals = { name: handler.as, value: { ...error.body } as JsonObject, up: scope.frame.locals };
  return innerScope(scope, inner(scope, { prefix: key, locals }));
}

async function handle(handler: Catch, scope: Scope, caught: Scope, input: Json): Promise<Json> {
  const output =
    handler.block === undefined ? input : await runInner(handler.block, scope, caught.frame, input);
  if (handler.next !== undefined) scope.directive ??= handler.next;
  return output;
}

/** Returns true when the error has every property of the filter; the bases of a standard type count as equal. */
function matches(filter: JsonObject, { body }: FlowError): boolean {
  for (const [name, wantedValue] of Object.entries(filter)) {
    const actual = (body as unknown as JsonObject)[name];
    if (actual === wantedValue) continue;
    const types = name === 'type' && typeof actual === 'string' && typeof wantedValue === 'string';
    if (!types || !sameType(actual, wantedValue)) return false;
  }
  return true;
}

/** The name of the variable that holds the error; reports a text that is no name. */
function getVariable(value: Json | undefined, context: TaskContext): string {
  if (typeof value !== 'string') return 'error';
  if (/^[A-Za-z_]\w*$/.test(value)) return value;
  const [, name] = /^\$\{?\s*\$?([A-Za-z_]\w*)\s*\}?$/.exec(value) ?? [];
  const hint = name === undefined ? undefined : `Write \`as: ${name}\`; in expressions it is \`$${name}\`.`;
  const message = 'must be the name of a variable: letters, digits and `_`';
  context.fault(`${context.pointer}/catch/as`, message, hint);
  return name ?? 'error';
}

/** Reports values outside of `with`: they would restrict nothing, so that all errors are caught. */
function reportIgnored(errors: JsonObject, context: TaskContext): void {
  const names = Object.keys(errors).filter((name) => name !== 'with');
  for (const name of names) {
    const pointer = pointerTo(`${context.pointer}/catch/errors`, name);
    const message = `\`${name}\` must be in \`with\`: here it restricts nothing`;
    const hint = `Write \`errors: { with: { ${name}: … } }\`.`;
    context.report({ rule: 'field-unknown', pointer, at: 'name', message, hint });
  }
}

/** The members that errors can have. */
const members = ['type', 'status', 'title', 'detail', 'instance', 'code', 'retryAfter'];

/** A longer list would not be read. */
const maxUnknown = 20;

/** Warns of a filter that matches no error. */
function warnOfUnknownMembers(filter: JsonObject, pointer: string, context: TaskContext): void {
  const unknown = Object.keys(filter).filter((each) => !members.includes(each));
  for (const name of unknown.slice(0, maxUnknown)) {
    const close = nearest(name, members);
    context.report({
      rule: 'flow-structure',
      severity: 'warning',
      pointer: pointerTo(pointer, name),
      at: 'name',
      message: `no error has \`${name}\`, so that \`catch\` catches none`,
      hint: close === undefined ? `Errors have ${members.join(', ')}.` : `Did you mean \`${close}\`?`,
    });
  }
}

function compileCatch(value: Json | undefined, context: TaskContext): Catch {
  const pointer = pointerTo(context.pointer, 'catch');
  if (!isObject(value)) {
    context.fault(value === undefined ? context.pointer : pointer, '`try` needs a `catch`');
  }
  const definition = objectOr(value);
  const as = getVariable(definition['as'], context);
  reportIgnored(objectOr(definition['errors']), context);
  const inside = context.withLocals([as]);
  const { retry } = definition;
  const filter = objectOr(objectOr(definition['errors'])['with']);
  warnOfUnknownMembers(filter, `${pointer}/errors/with`, context);
  return {
    as,
    filter,
    when: inside.condition(definition['when'], `${pointer}/when`),
    exceptWhen: inside.condition(definition['exceptWhen'], `${pointer}/exceptWhen`),
    retry: retry === undefined ? undefined : compileRetry(retry, `${pointer}/retry`, inside),
    block: definition['do'] === undefined ? undefined : inside.block(definition['do'], `${pointer}/do`),
    // A `continue` here goes to the following task even when the task's own `then` names another.
    next:
      definition['then'] === undefined ? undefined : context.directive(definition['then'], `${pointer}/then`),
  };
}
