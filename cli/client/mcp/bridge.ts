import { addAbortSignal, type Readable } from 'node:stream';
import { JoinedSignal } from '../../../controller/concurrency/signals.js';
import type { ProblemBody } from '../../../controller/problems/index.js';
import { parseJsonText, toJsonText } from '../../../schemas/json/json-text.js';
import { jsonLines } from '../../../schemas/json/lines.js';
import { exitCodes, Failure } from '../../contract/failure.js';
import type { ApiClient } from '../rest/api-client.js';
import { serverEvents } from '../rest/server-events.js';
import type { TransportRequest } from '../rest/transport.js';
import { currentHeaders, type Message, parseMessage } from './message.js';
import { maxFirstWaitMs, ServerStopping, untilReached } from './retry.js';

const path = '/mcp';
const accept = 'application/json, text/event-stream';
const internalError = -32603;
const parseError = -32700;

interface BridgeOptions {
  api: ApiClient;
  input: Readable;
  /** Sends one message, without a line end, to the client. */
  write(message: string): void;
  report(text: string): void;
  /** Cancels all requests and ends the bridge. */
  signal: AbortSignal;
  /** The writes of an assistant that the owner of a folder started; undefined where the credential alone decides. */
  writes: 'propose' | 'entities' | undefined;
}

/**
 * Sends each message of an MCP client, one per line, to the service as one HTTP request, and writes the answers back.
 * Supports both revisions of the protocol, and continues after a restart of the service.
 */
export class Bridge {
  readonly #open = new Map<string | number, AbortController>();
  readonly #ended = new AbortController();
  readonly #signal: AbortSignal;
  /** The headers that a client of revision 2025-11-25 agreed with the service. */
  #agreed: Record<string, string> = {};
  #hasReached = false;

  constructor(private readonly options: BridgeOptions) {
    this.#signal = AbortSignal.any([options.signal, this.#ended.signal]);
  }

  /** Resolves when the client has ended its input and its requests are answered. */
  async run(): Promise<void> {
    const { input, signal } = this.options;
    const answering = new Set<Promise<void>>();
    try {
      for await (const line of jsonLines(addAbortSignal(signal, input))) {
        if (line.trim() === '') continue;
        const handled = this.#handle(line).finally(() => answering.delete(handled));
        // A subscription lasts until the client ends, so it is not awaited.
        if (parseMessage(line)?.method !== 'subscriptions/listen') answering.add(handled);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    await Promise.all(answering);
    this.#ended.abort();
  }

  async #handle(line: string): Promise<void> {
    const message = parseMessage(line);
    if (!message) return this.#refuse(undefined, parseError, 'The line is not a JSON-RPC message');
    if (message.method === 'notifications/cancelled') this.#cancel(message);
    const cancelled = new AbortController();
    if (message.id !== undefined) this.#open.set(message.id, cancelled);
    const joined = new JoinedSignal(this.#signal, cancelled.signal);
    const { signal } = joined;
    try {
      await this.#forward(message, line, signal);
    } catch (error) {
      if (!signal.aborted) this.#fail(message, error);
    } finally {
      joined.release();
      if (message.id !== undefined) this.#open.delete(message.id);
    }
    if (message.method === 'notifications/initialized') void this.#listen();
  }

  async #forward(message: Message, body: string, signal: AbortSignal): Promise<void> {
    const headers = { accept, 'content-type': 'application/json', ...this.#headersFor(message) };
    const mayRepeat = message.method !== 'tools/call';
    const attempt = async () => {
      const response = await this.#send({ method: 'POST', headers, body, signal });
      if (message.method === 'initialize')
        this.#note('mcp-session-id', response.headers.get('mcp-session-id'));
      await this.#answer(message, response);
    };
    // A server that was there before is probably restarted; one that never answered is said to be away soon.
    const first = this.#hasReached ? {} : { waitMs: maxFirstWaitMs };
    await untilReached(attempt, { mayRepeat, signal, ...first });
    // Only a lost connection ends a subscription, so subscribe again.
    if (message.method === 'subscriptions/listen' && !signal.aborted)
      await this.#forward(message, body, signal);
  }

  async #answer(message: Message, response: Response): Promise<void> {
    const type = response.headers.get('content-type') ?? '';
    if (type.startsWith('text/event-stream')) return this.#relay(message, response);
    const text = await response.text();
    if (text === '') return;
    const answer = parseMessage(text) as { jsonrpc?: string } | undefined;
    if (answer?.jsonrpc === undefined) throw notAsSvc(response, text);
    this.#write(message, text);
  }

  async #relay(message: Message, { body }: Response): Promise<void> {
    if (!body) return;
    let isAnswered = false;
    try {
      for await (const { data } of serverEvents(body)) {
        this.#write(message, data);
        isAnswered ||= parseMessage(data)?.id === message.id;
      }
    } catch (error) {
      if (!isAnswered) throw broken(error);
    }
    if (!isAnswered && message.method !== 'subscriptions/listen') throw broken();
  }

  #write(message: Message, text: string): void {
    if (message.method === 'initialize') {
      const { result } = parseMessage(text) as { result?: { protocolVersion?: string } };
      this.#note('mcp-protocol-version', result?.protocolVersion);
    }
    // In an event, a message may have several lines.
    this.options.write(text.includes('\n') ? toJsonText(parseJsonText(text)) : text);
  }

  /** Receives notifications for a client of revision 2025-11-25; reconnects for as long as the client is there. */
  async #listen(): Promise<void> {
    const headers = { ...this.#agreed, accept: 'text/event-stream' };
    const signal = this.#signal;
    for (;;) {
      try {
        const attempt = () => this.#send({ method: 'GET', headers, signal });
        const { ok, body } = await untilReached(attempt, { mayRepeat: true, signal });
        if (!ok || !body) return;
        for await (const { data } of serverEvents(body)) this.options.write(data);
      } catch {
        if (signal.aborted) return;
      }
    }
  }

  #headersFor(message: Message): Record<string, string> {
    return currentHeaders(message) ?? (message.method === 'initialize' ? {} : this.#agreed);
  }

  /** Aborts the HTTP request in the current revision; revision 2025-11-25 sends the message to the service instead. */
  #cancel({ params }: Message): void {
    const id = params?.['requestId'];
    if (this.#agreed['mcp-session-id'] !== undefined) return;
    if (typeof id === 'string' || typeof id === 'number') this.#open.get(id)?.abort();
  }

  #note(header: string, value: string | null | undefined): void {
    if (value) this.#agreed = { ...this.#agreed, [header]: value };
  }

  /** @throws ServerStopping when the server refuses the request because it shuts down */
  async #send(request: TransportRequest): Promise<Response> {
    const { api, writes } = this.options;
    const headers = writes ? { ...request.headers, 'svc-mcp-writes': writes } : request.headers;
    const response = await api.exchange(path, { ...request, ...(headers ? { headers } : {}) });
    this.#hasReached = true;
    if (response.status !== 503) return response;
    const text = await response.text();
    const { code, detail, hints } = (parseMessage(text) ?? {}) as Partial<ProblemBody>;
    if (code === 'shutting_down')
      throw new ServerStopping(exitCodes.unreachable, detail ?? 'The server is stopping', hints);
    return new Response(text, response);
  }

  #fail({ id, method }: Message, error: unknown): void {
    const { message, hints } = error instanceof Failure ? error : new Failure(0, String(error));
    this.options.report(message);
    if (id === undefined) return;
    const lines = [message, ...hints.map((hint) => (typeof hint === 'string' ? hint : hint.text))];
    const isAway = error instanceof Failure && error.exitCode === exitCodes.unreachable;
    if (isAway && method === 'tools/call')
      lines.splice(1, 0, 'Check whether the call was executed before you repeat it.');
    this.#refuse(id, internalError, lines.join('\n'));
  }

  #refuse(id: Message['id'], code: number, message: string): void {
    this.options.write(toJsonText({ jsonrpc: '2.0', id: id ?? null, error: { code, message } }));
  }
}

function broken(cause?: unknown): Failure {
  return new Failure(exitCodes.unreachable, 'The connection to the server broke', ['Repeat the request.'], {
    cause,
  });
}

function notAsSvc(response: Response, text: string): Failure {
  const { detail, hints = [] } = (parseMessage(text) ?? {}) as Partial<ProblemBody>;
  const message = detail ?? `The server answered ${response.status}, but not as svc does`;
  return new Failure(exitCodes.usage, message, hints);
}
