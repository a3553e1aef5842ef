import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../../schemas/json/values.js';
import { ExpressionError } from '../../../expressions/index.js';
import { compileEachItem, type EachItem, filterScope, scopeAt } from '../../execution/each-item.js';
import { isTruthy, noteTask } from '../../execution/execute.js';
import { inner, innerScope } from '../../execution/frames.js';
import { effect, getNow } from '../../execution/host-calls.js';
import { FlowError, withInstance } from '../../plan/errors.js';
import type { EffectContext, MessageStream } from '../../plan/host.js';
import { type DurationOf, END, type Evaluator, type Scope } from '../../plan/node.js';
import type { TaskContext } from '../../plan/task-type.js';
import { type OpenChannel, usable } from './channel.js';

interface Subscription {
  readonly filter: Evaluator | undefined;
  readonly amount: number;
  readonly limit: DurationOf | undefined;
  readonly whileHolds: Evaluator | undefined;
  readonly untilHolds: Evaluator | undefined;
  readonly each: EachItem | undefined;
}

/** The messages of a subscription, and how each is read. */
interface FollowedStream {
  readonly stream: MessageStream;
  readonly channel: OpenChannel['channel'];
}

type Open = (input: Json, scope: Scope) => Promise<OpenChannel>;

/**
 * Compiles a subscription: messages are consumed one after the other, each durable before the server may forget it. The
 * output is the list of the messages, or of the outputs of `foreach`.
 */
export function compileSubscription(
  definition: JsonObject,
  pointer: string,
  context: TaskContext,
  open: Open,
): (scope: Scope, input: Json) => Promise<Json> {
  const consume = objectOr(definition['consume']);
  const { amount, for: limit, while: whileHolds, until } = consume;
  const field = 'with/subscription/foreach';
  const subscription: Subscription = {
    filter: context.condition(definition['filter'], `${pointer}/filter`),
    amount: typeof amount === 'number' ? amount : Number.POSITIVE_INFINITY,
    limit: limit === undefined ? undefined : context.duration(limit, `${pointer}/consume/for`),
    whileHolds: context.condition(whileHolds, `${pointer}/consume/while`),
    untilHolds: context.condition(until, `${pointer}/consume/until`),
    each: compileEachItem(definition['foreach'], { pointer: `${pointer}/foreach`, field }, context),
  };
  return (scope, input) => consumeAll(scope, input, subscription, open);
}

async function consumeAll(
  scope: Scope,
  input: Json,
  { filter, amount, limit, whileHolds, untilHolds, each }: Subscription,
  open: Open,
): Promise<Json> {
  const { host } = scope.frame.run;
  const ms = await limit?.(input, scope);
  const until =
    ms === undefined
      ? Number.POSITIVE_INFINITY
      : Number(host.value(`${scope.key}:until`, () => getNow(host) + ms));
  noteTask(scope, 'waiting');
  const consumed: Json[] = [];
  const outputs: Json[] = [];
  const seen = new Set<string>();
  const holds = async (condition: Evaluator): Promise<boolean> => {
    const frame = inner(scope, { prefix: `${scope.key}@${outputs.length}/condition` });
    const context = { value: withMessages(frame.context.value, consumed) };
    return isTruthy(await condition(outputs, innerScope(scope, { ...frame, context })));
  };
  let followed: FollowedStream | undefined;
  try {
    for (let number = 0; outputs.length < amount; number++) {
      if (untilHolds && (await holds(untilHolds))) break;
      const at = scopeAt(scope, `${scope.key}:message/${number}`);
      at.input = input;
      const receive = async ({ log }: EffectContext): Promise<Json> => {
        followed ??= await follow(scope, await open(input, scope), log);
        return getNext(followed, at, { until, filter, seen });
      };
      const outcome = await effect(at, receive, {
        waits: true,
        describe: () => ({ kind: 'message', target: 'asyncapi', readsFiles: true, arguments: null }),
      });
      followed?.stream.confirm();
      if (!isObject(outcome)) break;
      if (typeof outcome['id'] === 'string') seen.add(outcome['id']);
      const message = outcome['message'] ?? null;
      consumed.push(message);
      outputs.push(each === undefined ? message : await each(scope, message, outputs.length));
      if (scope.directive === END) break;
      if (whileHolds && !(await holds(whileHolds))) break;
    }
    return outputs;
  } finally {
    await followed?.stream.close();
  }
}

async function follow(
  scope: Scope,
  { channel, proof }: OpenChannel,
  log: EffectContext['log'],
): Promise<FollowedStream> {
  const source = usable(scope, () => channel.source(proof));
  return { channel, stream: scope.frame.run.host.follow(source, log) };
}

/** Returns the next message that fits, with the server's identity of it; null when none comes in time. */
async function getNext(
  { stream, channel }: FollowedStream,
  scope: Scope,
  request: { until: number; filter: Evaluator | undefined; seen: ReadonlySet<string> },
): Promise<JsonObject | null> {
  for (let count = 0; ; count++) {
    const next = await stream
      .next(request.until, scope.signal)
      .catch((error) => Promise.reject(withInstance(error, scope.task.reference)));
    if (next === undefined) return null;
    // One that was consumed before a crash comes again where the server had not heard of it.
    const isKnown = next.id !== undefined && request.seen.has(next.id);
    const message = channel.read(next);
    const within = filterScope(scope, `${scope.key}/${count}`);
    if (!isKnown && (!request.filter || (await fits(request.filter, message, within)))) {
      return { message, ...(next.id === undefined ? {} : { id: next.id }) };
    }
    stream.confirm();
  }
}

/** A message for which the filter fails does not fit: it must not end the subscription. */
async function fits(filter: Evaluator, message: JsonObject, scope: Scope): Promise<boolean> {
  try {
    return isTruthy(await filter(message, scope));
  } catch (error) {
    if (error instanceof ExpressionError || error instanceof FlowError) return false;
    throw error;
  }
}

/** Conditions see the messages in `$context` too, by both names of the specification's examples, unless the flow has them. */
function withMessages(context: Json, messages: Json[]): Json {
  if (context !== null && !isObject(context)) return context;
  return { messages, consumedMessages: messages, ...context };
}
