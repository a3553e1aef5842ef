import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { toJsonText } from '../../schemas/json/json-text.js';
import type { StreamItem, StreamPart } from '../operations/shared/operation.js';
import { countStream } from './open-streams.js';

/**
 * Sends items as server-sent events. The next item is read when the connection takes it: a slow client costs no memory.
 * @throws Problem too_many_streams
 */
export function sendEventStream(
  reply: FastifyReply,
  items: AsyncIterable<StreamPart>,
  heartbeatMs: number,
): FastifyReply {
  countStream(reply);
  reply.header('cache-control', 'no-store').header('x-accel-buffering', 'no');
  return reply
    .type('text/event-stream')
    .send(Readable.from(frames(items, heartbeatMs), { objectMode: false }));
}

/**
 * Yields items as server-sent events (WHATWG HTML 9.2), with a comment whenever `heartbeatMs` pass in silence, so that
 * proxies keep the connection. Ends with the items; ends them when the reader goes away.
 */
async function* frames(
  items: AsyncIterable<StreamPart>,
  heartbeatMs: number,
): AsyncGenerator<string | Buffer> {
  const iterator = items[Symbol.asyncIterator]();
  try {
    // Shows a client that it is connected, before the first item arrives.
    yield 'retry: 2000\n\n';
    let next = iterator.next();
    for (;;) {
      const arrived = await within(next, heartbeatMs);
      if (arrived?.done) return;
      yield arrived ? toText(arrived.value) : ': still here\n\n';
      if (arrived) next = iterator.next();
    }
  } finally {
    await iterator.return?.();
  }
}

/** The result, or undefined when `ms` pass without one. */
export async function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([promise, silence]);
  } finally {
    clearTimeout(timer);
  }
}

/** Lists that many callers get, as they are sent. */
const cache = new WeakMap<readonly StreamItem[], Buffer>();

function toText(part: StreamPart): string | Buffer {
  if (!isList(part)) return frame(part);
  let text = cache.get(part);
  if (!text) {
    text = Buffer.from(part.map(frame).join(''));
    cache.set(part, text);
  }
  return text;
}

function isList(part: StreamPart): part is readonly StreamItem[] {
  return Array.isArray(part);
}

function frame({ event, id, data }: StreamItem): string {
  // The type `EventSource` of browsers passes over an event without this field.
  const lines = [`event: ${event}`, `data: ${data === undefined ? '' : toJsonText(data)}`];
  if (id !== undefined) lines.unshift(`id: ${id}`);
  return `${lines.join('\n')}\n\n`;
}
