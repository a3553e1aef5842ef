import { sendRequest } from './client.js';
import { ServiceProblem } from './problem.js';

export interface StreamEvent {
  event: string;
  data: string;
}

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

/** Parses a stream of server-sent events (WHATWG HTML 9.2) from pieces of any length. */
export class EventParser {
  lastId = '';
  #rest = '';
  #event = '';
  #data: string[] = [];

  /** Forgets a half event of a connection that broke. */
  reset(): void {
    this.#rest = '';
    this.#event = '';
    this.#data = [];
  }

  add(piece: string): StreamEvent[] {
    const lines = (this.#rest + piece).split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? '';
    const events: StreamEvent[] = [];
    for (const line of lines) {
      if (line !== '') this.#addField(line);
      else {
        if (this.#data.length > 0)
          events.push({ event: this.#event || 'message', data: this.#data.join('\n') });
        this.#event = '';
        this.#data = [];
      }
    }
    return events;
  }

  #addField(line: string): void {
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') this.#data.push(value);
    else if (name === 'event') this.#event = value;
    else if (name === 'id') this.lastId = value;
  }
}
