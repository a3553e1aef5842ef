import type { WebSocket } from 'ws';
import { untilAborted, within } from '../../concurrency/signals.js';
import { type ClientContext, ConnectorError } from '../contract/connector.js';
import { networkFailure } from '../network/failures.js';
import type { WebSocketConfig } from './config-schema.js';
import { openSocket, unanswered } from './socket.js';

/** A connection to a server, shared by all callers. A lost one is not opened again. */
export class WebSocketClient {
  /** False after the loss of the server, and after a message without an answer. */
  isUsable = true;
  readonly #lost: Promise<never>;
  readonly #answers = new Map<string, () => void>();
  #count = 0;

  constructor(
    private readonly socket: WebSocket,
    private readonly config: WebSocketConfig,
  ) {
    socket.on('pong', (mark) => this.#answers.get(mark.toString())?.());
    this.#lost = getLoss(socket, config);
    this.#lost.catch(() => {
      this.isUsable = false;
    });
  }

  static async open(context: ClientContext<WebSocketConfig>): Promise<WebSocketClient> {
    return new WebSocketClient(await openSocket(context), context.config);
  }

  /** Returns when the server has the message: it has answered a ping behind it. @throws ConnectorError */
  async send(message: Uint8Array | string): Promise<void> {
    try {
      await within(this.config.timeout * 1_000, undefined, (signal) =>
        untilAborted(Promise.race([this.#sent(message), this.#lost]), signal),
      );
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      this.isUsable = false;
      throw unanswered(new URL(this.config.url).host, this.config);
    }
  }

  /** Returns when the server has answered a ping. @throws ConnectorError */
  ping(): Promise<void> {
    return this.send('');
  }

  close(): void {
    this.socket.close();
    // A server that does not say goodbye keeps nothing open.
    setTimeout(() => this.socket.terminate(), 1_000).unref();
  }

  async #sent(message: Uint8Array | string): Promise<void> {
    const mark = String(++this.#count);
    try {
      await new Promise<void>((resolve, reject) => {
        const fail = (error?: Error | null): void => {
          if (error) reject(networkFailure(error, new URL(this.config.url).host));
        };
        this.#answers.set(mark, resolve);
        if (message !== '') this.socket.send(message, fail);
        this.socket.ping(mark, undefined, fail);
      });
    } finally {
      this.#answers.delete(mark);
    }
  }
}

/** Rejects when the connection ends. */
export function getLoss(socket: WebSocket, { url }: WebSocketConfig): Promise<never> {
  const place = new URL(url).host;
  return new Promise((_, reject) => {
    socket.on('error', (error) => reject(networkFailure(error, place)));
    socket.on('close', (code: number, reason: Buffer) => {
      const said = reason.length > 0 ? `: ${reason.toString().slice(0, 200)}` : '';
      const detail = `${place} closed the connection (${code})${said}`;
      reject(new ConnectorError('communication', 502, 'Connection lost', detail));
    });
  });
}
