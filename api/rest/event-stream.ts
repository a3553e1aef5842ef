import { Readable } from 'node:stream';
import type { StreamItem } from '../operations/operation.js';

const heartbeat = ': still here\n\n';

/**
 * Items as server-sent events (WHATWG HTML 9.2), with a comment whenever `heartbeatMs` pass in silence, so that
 * proxies keep the connection. Ends with the items; ends them when the reader goes away.
 */
export function eventStream(items: AsyncIterable<StreamItem>, heartbeatMs: number): Readable {
  return Readable.from(frames(items, heartbeatMs), { objectMode: false });
}

async function* frames(items: AsyncIterable<StreamItem>, heartbeatMs: number): AsyncGenerator<string> {
  const iterator = items[Symbol.asyncIterator]();
  try {
    // Lets a client see that it is connected before the first entry is there.
    yield 'retry: 2000\n\n';
    let next = iterator.next();
    for (;;) {
      const arrived = await within(next, heartbeatMs);
      if (arrived === undefined) {
        yield heartbeat;
        continue;
      }
      if (arrived.done) return;
      yield frame(arrived.value);
      next = iterator.next();
    }
  } finally {
    await iterator.return?.();
  }
}

/** The result, or undefined when `ms` pass without one. */
async function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
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
  const lines = [`event: ${event}`, `data: ${JSON.stringify(data)}`];
  if (id !== undefined) lines.unshift(`id: ${id}`);
  return `${lines.join('\n')}\n\n`;
}
