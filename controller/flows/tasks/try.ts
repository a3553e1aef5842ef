import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject, objectOr, pointerTo } from '../../../schemas/json/values.js';
import { nearest } from '../../../schemas/nearest.js';
import { runInner } from '../execution/execute.js';
import { inner, innerScope } from '../execution/frames.js';
import { getNow } from '../execution/host-calls.js';
import { withTimeout } from '../execution/timeout.js';
import {
  FlowError,
  isOfStandardBase,
  nearestStandardType,
  sameType,
  standardType,
  standardTypeUri,
} from '../plan/errors.js';
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
    const handler = compileCatch(definition['catch'], definition['try'], context);
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
    state.startedAt = scope.frame.run.host.value(`${scope.key}:firstAttemptAt`, () =>
      getNow(scope.frame.run.host),
    ) as number;
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

/** Members whose values are texts. */
const ofText = new Set(['type', 'title', 'detail', 'instance', 'code']);

/** Warns of a filter whose values no error has. */
function warnOfImpossibleValues(
  filter: JsonObject,
  inside: Json | undefined,
  pointer: string,
  context: TaskContext,
): void {
  const entries = Object.entries(filter);
  if (entries.length === 0) return;
  const tasks = JSON.stringify(inside ?? null);
  for (const [name, value] of entries) {
    // The tasks may raise an error with just this value.
    if (!members.includes(name) || tasks.includes(`"${name}":${JSON.stringify(value)}`)) continue;
    const mistake = name === 'type' ? typeMistake(value) : valueMistake(name, value);
    if (mistake === undefined) continue;
    context.report({
      rule: 'catch-never',
      severity: 'warning',
      pointer: pointerTo(pointer, name),
      ...mistake,
    });
  }
}

/** Finds a type that means a standard one and is not its URI. */
function typeMistake(value: Json): { message: string; hint: string } | undefined {
  if (typeof value !== 'string') return valueMistake('type', value);
  if (value.includes('${')) return valueMistake('type', value);
  const name = value.slice(value.lastIndexOf('/') + 1);
  const isUri = /^[a-z][a-z0-9+.-]*:/i.test(value);
  if (isUri && (standardType(value) !== undefined || !isOfStandardBase(value))) return undefined;
  const close = nearestStandardType(name);
  // A short name that is none of a standard type may be one that the flow raises itself.
  if (!isUri && close === undefined) return undefined;
  return {
    message: `no error has the type \`${value}\`, so that \`catch\` catches none`,
    hint: `Write \`type: ${standardTypeUri(close ?? 'communication')}\`.`,
  };
}

function valueMistake(name: string, value: Json): { message: string; hint: string } | undefined {
  const message = `no error has this \`${name}\`, so that \`catch\` catches none`;
  if (typeof value === 'string' && value.includes('${'))
    return {
      message: `${message}: it is compared as text, not evaluated`,
      hint: 'Write the condition in `when`, where `$error` is the error.',
    };
  if (ofText.has(name))
    return typeof value === 'string'
      ? undefined
      : { message, hint: `Write one text, or the condition in \`when\`: \`$error.${name} == …\`.` };
  if (typeof value === 'number') return undefined;
  const number = typeof value === 'string' && /^\d+$/.test(value) ? value : undefined;
  const hint =
    number === undefined
      ? `Write one number, or the condition in \`when\`: \`$error.${name} >= 500\`.`
      : `Write the number: \`${name}: ${number}\`.`;
  return { message, hint };
}

/** A member of an error that is read from `.` or `.error`, unless it is compared with a text: the input may have a status, too. */
const inputRead =
  /(?<![\w.)\]"$])\.(?:error\.)?(type|status|title|detail|instance|code)\b(?!\s*(?:[\w.[(]|[!=]=\s*["']))/g;

/** Warns of a condition that reads the members of an error from the input of the task. */
function warnOfInputRead(value: Json | undefined, as: string, pointer: string, context: TaskContext): void {
  if (typeof value !== 'string' || new RegExp(`\\$${as}\\b`).test(value)) return;
  const [match] = value.matchAll(inputRead);
  if (match === undefined) return;
  const source = value.trim();
  const bare = source.startsWith('${') && source.endsWith('}') ? source.slice(2, -1).trim() : source;
  const corrected = bare.replaceAll(inputRead, `$$${as}.$1`);
  context.report({
    rule: 'catch-never',
    severity: 'warning',
    pointer,
    offset: match.index,
    message: `\`${match[0]}\` reads the input of the task, not the error`,
    hint: `Write \`${corrected}\`.`,
  });
}

/** @param tasks those whose errors it catches */
function compileCatch(value: Json | undefined, tasks: Json | undefined, context: TaskContext): Catch {
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
  warnOfImpossibleValues(filter, tasks, `${pointer}/errors/with`, context);
  for (const name of ['when', 'exceptWhen'])
    warnOfInputRead(definition[name], as, `${pointer}/${name}`, context);
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
