import type { ServerEvent } from '@modelcontextprotocol/server';

/** Milliseconds between two comments, so that what stands in between keeps the connection. */
const heartbeat = 15_000;
/** The comments show at once that the stream is there. */
const comment = ':\n\n';

/**
 * The stream that clients of 2025-11-25 ask for by GET: notices, with nothing to go on from. What they miss while they are
 * away they see in the list itself.
 * @param subscribe calls `listener` with each change, and returns the undo
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
