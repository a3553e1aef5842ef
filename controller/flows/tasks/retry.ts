import type { Json } from '../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../schemas/json/values.js';
import { isTruthy } from '../execution/execute.js';
import { getNow, sleep } from '../execution/host-calls.js';
import type { FlowError } from '../plan/errors.js';
import type { StepKey } from '../plan/host.js';
import type { DurationOf, Evaluator, Scope } from '../plan/node.js';
import type { TaskContext } from '../plan/task-type.js';

export type Backoff = 'constant' | 'linear' | 'exponential';

/** The conditions of a catch clause or a retry policy. */
export interface Conditions {
  when: Evaluator | undefined;
  exceptWhen: Evaluator | undefined;
}

/** A retry policy of the DSL. */
export interface CompiledRetry extends Conditions {
  delay: DurationOf | undefined;
  backoff: Backoff;
  jitter: { from: DurationOf; to: DurationOf } | undefined;
  /** The most retries; Infinity without a limit. */
  count: number;
  /** The longest duration of one attempt. */
  attemptLimit: DurationOf | undefined;
  /** The longest time between the start of the first attempt and that of the last. */
  limit: DurationOf | undefined;
}

export interface RetryState {
  /** Key of the `try` step. */
  readonly key: StepKey;
  /** The current attempt, from 1. */
  attempt: number;
  /** The start of the first attempt, ms since the epoch; set when the policy limits the whole duration. */
  startedAt: number | undefined;
}

/** Returns the delay before a retry (from 1), without jitter: 1, 1, 1 … · 1, 2, 3 … · 1, 2, 4 … times the base. */
export function backoffDelay(base: number, backoff: Backoff, retry: number): number {
  const factor = backoff === 'linear' ? retry : backoff === 'exponential' ? 2 ** (retry - 1) : 1;
  return Math.min(base * factor, Number.MAX_SAFE_INTEGER);
}

export async function applies(
  { when, exceptWhen }: Conditions,
  input: Json,
  caught: Scope,
): Promise<boolean> {
  if (when !== undefined && !isTruthy(await when(input, caught))) return false;
  return exceptWhen === undefined || !isTruthy(await exceptWhen(input, caught));
}

/**
 * Decides about another attempt; for one, lets the delay pass, counts up the attempt and returns true. The delay is at
 * least as long as the server asked for; there is no attempt when it would exceed `limit.duration`. Times and jitter come
 * from the host, so that a replay decides the same.
 * @param caught the scope of the catch clause
 */
export async function waitForRetry(
  policy: CompiledRetry,
  state: RetryState,
  caught: Scope,
  error: FlowError,
): Promise<boolean> {
  const retry = state.attempt;
  const { input, task } = caught;
  if (retry > policy.count) return false;
  if (!(await applies(policy, input, caught))) return false;
  const { host } = caught.frame.run;
  const key = `${state.key}#${retry + 1}`;
  const pauseMs = (error.body.retryAfter ?? 0) * 1_000;
  let delay = Math.max(
    pauseMs,
    backoffDelay((await policy.delay?.(input, caught)) ?? 0, policy.backoff, retry),
  );
  if (policy.jitter !== undefined) {
    const from = await policy.jitter.from(input, caught);
    const range = Math.max(0, (await policy.jitter.to(input, caught)) - from);
    delay += host.value(`${key}:jitter`, () => Math.round(from + Math.random() * range)) as number;
  }
  if (policy.limit !== undefined && state.startedAt !== undefined) {
    const now = host.value(`${key}:at`, () => getNow(host)) as number;
    if (now + delay - state.startedAt > (await policy.limit(input, caught))) return false;
  }
  host.note({
    type: 'retried',
    key,
    reference: task.reference,
    name: task.name,
    task: task.type,
    attempt: retry + 1,
    error: error.body,
  });
  if (delay > 0) await sleep(caught, `${key}:delay`, delay);
  state.attempt++;
  return true;
}

/** Compiles a retry policy: a definition, or the name of one in `use.retries`. */
export function compileRetry(value: Json, pointer: string, context: TaskContext): CompiledRetry | undefined {
  const policy = context.component('retries', value, pointer);
  if (policy === undefined) return undefined;
  const { value: definition, pointer: at } = policy;
  if (!isObject(definition)) {
    return context.fault(at, 'a retry policy is an object, or the name of one in `use.retries`');
  }
  const limit = objectOr(definition['limit']);
  const attempts = objectOr(limit['attempt']);
  const duration = (each: Json | undefined, path: string) =>
    each === undefined ? undefined : context.duration(each, `${at}/${path}`);
  return {
    when: context.condition(definition['when'], `${at}/when`),
    exceptWhen: context.condition(definition['exceptWhen'], `${at}/exceptWhen`),
    delay: duration(definition['delay'], 'delay'),
    backoff: readBackoff(definition['backoff']),
    jitter: readJitter(definition['jitter'], `${at}/jitter`, context),
    count: typeof attempts['count'] === 'number' ? attempts['count'] : Number.POSITIVE_INFINITY,
    attemptLimit: duration(attempts['duration'], 'limit/attempt/duration'),
    limit: duration(limit['duration'], 'limit/duration'),
  };
}

function readBackoff(value: Json | undefined): Backoff {
  const backoff = objectOr(value);
  if (backoff['exponential'] !== undefined) return 'exponential';
  return backoff['linear'] !== undefined ? 'linear' : 'constant';
}

function readJitter(value: Json | undefined, pointer: string, context: TaskContext): CompiledRetry['jitter'] {
  if (value === undefined) return undefined;
  const { from, to } = objectOr(value);
  if (from === undefined || to === undefined) {
    return context.report({ rule: 'duration-syntax', pointer, message: 'jitter needs `from` and `to`' });
  }
  return { from: context.duration(from, `${pointer}/from`), to: context.duration(to, `${pointer}/to`) };
}
