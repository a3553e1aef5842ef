import { addAbortSignal, type Readable } from 'node:stream';
import type { ProblemBody } from '../../controller/problems/index.js';
import { JoinedSignal } from '../../controller/signals/index.js';
import { jsonLines } from '../../schemas/json-lines.js';
import type { ApiClient } from '../client/api-client.js';
import { serverEvents } from '../client/server-events.js';
import type { TransportRequest } from '../client/transport.js';
import { exitCodes, Failure } from '../failure.js';
import { currentHeaders, type Message, parseMessage } from './message.js';
import { NotTaken, untilReached } from './retry.js';

const path = '/mcp';
const accept = 'application/json, text/event-stream';
const internalError = -32603;
const parseError = -32700;

export interface BridgeOptions {
  api: ApiClient;
  input: Readable;
  /** Takes one message, without a line end. */
  write(message: string): void;
  /** For people. */
  tell(text: string): void;
  /** Ends everything at once. */
  signal: AbortSignal;
}

/**
 * Passes the messages of a client, a line each, on to the service, and its answers back: each request is one of HTTP, of
 * whichever revision it is. Outlives a restart of the service.
 */
export class Bridge {
  readonly #open = new Map<string | number, AbortController>();
  readonly #ended = new AbortController();
  readonly #signal: AbortSignal;
  /** What a client of 2025-11-25 agreed with the service. */
  #agreed: Record<string, string> = {};

  constructor(private readonly options: BridgeOptions) {
    this.#signal = AbortSignal.any([options.signal, this.#ended.signal]);
  }

  /** Resolves when the client has ended and what it asked before is answered. */
  async run(): Promise<void> {
    const { input, signal } = this.options;
    const answering = new Set<Promise<void>>();
    try {
      for await (const line of jsonLines(addAbortSignal(signal, input))) {
        if (line.trim() === '') continue;
        const handled = this.#handle(line).finally(() => answering.delete(handled));
        // What goes on until the client ends is not waited for.
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
    if (message.method === 'notifications/cancelled') this.#takeBack(message);
    const taking = new AbortController();
    if (message.id !== undefined) this.#open.set(message.id, taking);
    const joined = new JoinedSignal(this.#signal, taking.signal);
    const { signal } = joined;
    try {
      await this.#pass(message, line, signal);
    } catch (error) {
      if (!signal.aborted) this.#fail(message, error);
    } finally {
      joined.release();
      if (message.id !== undefined) this.#open.delete(message.id);
    }
    if (message.method === 'notifications/initialized') void this.#listen();
  }

  async #pass(message: Message, body: string, signal: AbortSignal): Promise<void> {
    const headers = { accept, 'content-type': 'application/json', ...this.#headersFor(message) };
    const mayRepeat = message.method !== 'tools/call';
    const attempt = async () => {
      const response = await this.#send({ method: 'POST', headers, body, signal });
      if (message.method === 'initialize')
        this.#note('mcp-session-id', response.headers.get('mcp-session-id'));
      await this.#answer(message, response);
    };
    await untilReached(attempt, { mayRepeat, signal });
    // A stream of notices that has ended was cut off.
    if (message.method === 'subscriptions/listen' && !signal.aborted) await this.#pass(message, body, signal);
  }

  async #answer(message: Message, response: Response): Promise<void> {
    const type = response.headers.get('content-type') ?? '';
    if (type.startsWith('text/event-stream')) return this.#relay(message, response);
    const text = await response.text();
    if (text === '') return;
    const given = parseMessage(text) as { jsonrpc?: string } | undefined;
    if (given?.jsonrpc === undefined) throw notAsSvc(response, text);
    this.#give(message, text);
  }

  async #relay(message: Message, { body }: Response): Promise<void> {
    if (!body) return;
    let isAnswered = false;
    try {
      for await (const { data } of serverEvents(body)) {
        this.#give(message, data);
        isAnswered ||= parseMessage(data)?.id === message.id;
      }
    } catch (error) {
      if (!isAnswered) throw broken(error);
    }
    if (!isAnswered && message.method !== 'subscriptions/listen') throw broken();
  }

  #give(message: Message, text: string): void {
    if (message.method === 'initialize') {
      const { result } = parseMessage(text) as { result?: { protocolVersion?: string } };
      this.#note('mcp-protocol-version', result?.protocolVersion);
    }
    // In an event a message may be written over several lines.
    this.options.write(text.includes('\n') ? JSON.stringify(JSON.parse(text)) : text);
  }

  /** Notices for a client of 2025-11-25; it is passed over that the service is away. */
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

  /** In the current revision the end of a request takes it back; before, the service hears of it. */
  #takeBack({ params }: Message): void {
    const id = params?.['requestId'];
    if (this.#agreed['mcp-session-id'] !== undefined) return;
    if (typeof id === 'string' || typeof id === 'number') this.#open.get(id)?.abort();
  }

  #note(header: string, value: string | null | undefined): void {
    if (value) this.#agreed = { ...this.#agreed, [header]: value };
  }

  /** A server that is about to stop is as good as one that is away. */
  async #send(request: TransportRequest): Promise<Response> {
    const response = await this.options.api.exchange(path, request);
    if (response.status !== 503) return response;
    const text = await response.text();
    const {
      code,
      detail = 'The server is about to stop',
      hints,
    } = (parseMessage(text) ?? {}) as Partial<ProblemBody>;
    if (code === 'shutting_down') throw new NotTaken(exitCodes.unreachable, detail, hints);
    return new Response(text, response);
  }

  #fail({ id, method }: Message, error: unknown): void {
    const { message, hints } = error instanceof Failure ? error : new Failure(0, String(error));
    this.options.tell(message);
    if (id === undefined) return;
    const unsure =
      method === 'tools/call' && error instanceof Failure && error.exitCode === exitCodes.unreachable;
    const advice = unsure ? ['Look whether the call was carried out before repeating it.', ...hints] : hints;
    this.#refuse(id, internalError, [message, ...advice].join('\n'));
  }

  #refuse(id: Message['id'], code: number, message: string): void {
    this.options.write(JSON.stringify({ jsonrpc: '2.0', id: id ?? null, error: { code, message } }));
  }
}

function broken(cause?: unknown): Failure {
  return new Failure(exitCodes.unreachable, 'The connection to the server broke', [], { cause });
}

function notAsSvc(response: Response, text: string): Failure {
  const { detail, hints = [] } = (parseMessage(text) ?? {}) as Partial<ProblemBody>;
  const told = detail ?? `The server answered ${response.status}, but not as svc does`;
  return new Failure(exitCodes.usage, told, hints);
}
