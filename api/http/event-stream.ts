import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { StreamItem } from '../operations/shared/operation.js';

/** Sends items as server-sent events. The next item is read when the connection takes it: a slow client costs no memory. */
export function sendEventStream(
  reply: FastifyReply,
  items: AsyncIterable<StreamItem>,
  heartbeatMs: number,
): FastifyReply {
  reply.header('cache-control', 'no-store').header('x-accel-buffering', 'no');
  return reply
    .type('text/event-stream')
    .send(Readable.from(frames(items, heartbeatMs), { objectMode: false }));
}

/**
 * Yields items as server-sent events (WHATWG HTML 9.2), with a comment whenever `heartbeatMs` pass in silence, so that
 * proxies keep the connection. Ends with the items; ends them when the reader goes away.
 */
async function* frames(items: AsyncIterable<StreamItem>, heartbeatMs: number): AsyncGenerator<string> {
  const iterator = items[Symbol.asyncIterator]();
  try {
    // Shows a client that it is connected, before the first item arrives.
    yield 'retry: 2000\n\n';
    let next = iterator.next();
    for (;;) {
      const arrived = await within(next, heartbeatMs);
      if (arrived?.done) return;
      yield arrived ? frame(arrived.value) : ': still here\n\n';
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

function frame({ event, id, data }: StreamItem): string {
  // The type `EventSource` of browsers passes over an event without this field.
  const lines = [`event: ${event}`, `data: ${data === undefined ? '' : JSON.stringify(data)}`];
  if (id !== undefined) lines.unshift(`id: ${id}`);
  return `${lines.join('\n')}\n\n`;
}
