import { sendRequest } from './client.js';
import { EventParser, type StreamEvent } from './event-parser.js';
import { ServiceProblem } from './problem.js';

const firstDelayMs = 1_000;
const maxDelayMs = 30_000;

/**
 * Follows server-sent events and goes on after a lost connection where it stopped (`Last-Event-ID`), also at another node.
 * `EventSource` sends no headers of its own, so the stream is read from `fetch`.
 * @param listener returns true after the last event
 * @param onConnection true once events arrive, false while there is no connection
 * @returns a function that ends the stream
 */
export function followEvents(
  path: string,
  listener: (event: StreamEvent) => boolean,
  onConnection: (isConnected: boolean) => void = () => {},
): () => void {
  const abort = new AbortController();
  void readUntilEnd(path, listener, onConnection, abort.signal);
  return () => abort.abort();
}

async function readUntilEnd(
  path: string,
  listener: (event: StreamEvent) => boolean,
  onConnection: (isConnected: boolean) => void,
  signal: AbortSignal,
): Promise<void> {
  const parser = new EventParser();
  for (let delayMs = firstDelayMs; !signal.aborted; ) {
    try {
      const headers: Record<string, string> = { accept: 'text/event-stream' };
      if (parser.lastId !== '') headers['last-event-id'] = parser.lastId;
      const answer = await sendRequest(path, { method: 'GET', headers, signal });
      onConnection(true);
      delayMs = firstDelayMs;
      if (await readEvents(answer, parser, listener)) return;
    } catch (error) {
      if (signal.aborted) return;
      // Refused for good: signed out, or not allowed.
      if (error instanceof ServiceProblem && error.status >= 400 && error.status < 429) return;
    }
    onConnection(false);
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    delayMs = Math.min(delayMs * 2, maxDelayMs);
  }
}

/** Resolves with true after the last event, with false when the connection ended before it. */
async function readEvents(
  answer: Response,
  parser: EventParser,
  listener: (event: StreamEvent) => boolean,
): Promise<boolean> {
  parser.reset();
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return false;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return false;
    for (const event of parser.add(value)) {
      if (listener(event)) {
        await reader.cancel();
        return true;
      }
    }
  }
}
