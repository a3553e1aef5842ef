import type { ServerEvent } from '@modelcontextprotocol/server';

/** Milliseconds between two comments, which keep proxies from closing the connection. */
const heartbeat = 15_000;
/** The first comment shows the client that the stream is open. */
const comment = ':\n\n';

/**
 * Yields the notifications that clients of 2025-11-25 request by GET. The stream cannot be resumed: a client that was away
 * reads the list again.
 * @param subscribe calls `listener` with each change, and returns a function that ends the subscription
 */
export async function* notices(
  subscribe: (listener: (event: ServerEvent) => void) => () => void,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const waiting = new Set<string>();
  let wake = () => {};
  const undo = subscribe(({ kind }) => {
    if (kind !== 'resource_updated') waiting.add(kind.replace('_', '/'));
    wake();
  });
  const gone = () => wake();
  signal.addEventListener('abort', gone);
  try {
    yield comment;
    while (!signal.aborted) {
      for (const kind of waiting) {
        waiting.delete(kind);
        yield `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', method: `notifications/${kind}` })}\n\n`;
      }
      if (signal.aborted) return;
      if (await isQuiet((listener) => (wake = listener))) yield comment;
    }
  } finally {
    undo();
    signal.removeEventListener('abort', gone);
  }
}

function isQuiet(onWake: (listener: () => void) => void): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), heartbeat);
    onWake(() => {
      clearTimeout(timer);
      resolve(false);
    });
  });
}
