import { isIP, type Socket } from 'node:net';
import type { Channel, ChannelModel, ConfirmChannel, SocketOptions } from 'amqplib';
import { untilAborted, within } from '../../concurrency/signals.js';
import { Semaphore } from '../../concurrency/turns.js';
import { type ClientContext, ConnectorError } from '../contract/connector.js';
import { maxMessageBytes } from '../contract/messages.js';
import { tlsOptions } from '../contract/server-fields.js';
import type { AmqpConfig } from './config-schema.js';
import { connectFailure, toFailure } from './failures.js';

/** Seconds; a server that sends nothing for twice as long is lost. */
const heartbeat = 30;
/** Servers allow about 2,000 channels on one connection. */
const maxChannels = 100;
/** How long the server may take to say goodbye, in ms. */
const closingMs = 1_000;

/** A connection to a server, shared by all callers; each call has a channel of its own, which its failure closes. */
export class AmqpClient {
  /** False after the loss of the server, and after a call without an answer. */
  isUsable = true;
  readonly #channels = new Semaphore(maxChannels);
  /** One message at a time comes from the server, which limits their memory. */
  readonly #taking = new Semaphore(1);
  readonly #lost: Promise<never>;
  #reason: ConnectorError | undefined;
  #mark = 0;

  constructor(
    private readonly model: ChannelModel,
    private readonly config: AmqpConfig,
    private readonly socket: Socket,
  ) {
    this.#lost = new Promise((_, reject) => {
      const end = (error?: Error): void => {
        this.isUsable = false;
        reject(this.#reason ?? toFailure(error ?? new Error('the server closed the connection'), config));
      };
      model.on('error', end);
      model.on('close', end);
    });
    this.#lost.catch(() => {});
    socket.on('readable', () => this.#limit());
  }

  static async open({ config, network, signal }: ClientContext<AmqpConfig>): Promise<AmqpClient> {
    const { connect } = await import('amqplib');
    const { host: hostname, port, vhost, username, password } = config;
    const tls = tlsOptions(config);
    // Ends the opening only: later, what is confirmed must still reach the server.
    const opening = new AbortController();
    const end = (): void => opening.abort(signal.reason);
    signal.addEventListener('abort', end, { once: true });
    const server = {
      protocol: tls ? 'amqps' : 'amqp',
      hostname,
      port,
      vhost,
      heartbeat,
      ...(username === undefined ? {} : { username, password: password ?? '' }),
    };
    try {
      signal.throwIfAborted();
      network.check(hostname);
      // The server name must not be an address (RFC 6066, section 3).
      const names = isIP(hostname) === 0 ? {} : { servername: '' };
      const limit = opening.signal;
      const options = { ...names, ...tls, lookup: network.lookup, signal: limit, noDelay: true };
      const model = await connect(server, options as SocketOptions);
      return new AmqpClient(model, config, (model.connection as unknown as { stream: Socket }).stream);
    } catch (error) {
      throw connectFailure(error, config);
    } finally {
      signal.removeEventListener('abort', end);
    }
  }

  /** Timers of the library, which its types do not name. */
  get #heartbeat(): { clear(): void } | null | undefined {
    return (this.model.connection as { heartbeater?: { clear(): void } | null }).heartbeater;
  }

  get version(): string {
    const { product, version } = this.model.connection.serverProperties;
    return `${product} ${version}`;
  }

  /** Works on a new channel. @throws ConnectorError */
  onChannel<Result>(work: (channel: Channel) => Promise<Result>): Promise<Result> {
    return this.#call(() => this.model.createChannel(), work);
  }

  /** Works on a new channel where the server confirms each message. @throws ConnectorError */
  onConfirmChannel<Result>(work: (channel: ConfirmChannel) => Promise<Result>): Promise<Result> {
    return this.#call(() => this.model.createConfirmChannel(), work);
  }

  /** As `onChannel`, for work that receives a message; one after another. @throws ConnectorError */
  toTake<Result>(work: (channel: Channel) => Promise<Result>): Promise<Result> {
    return this.#call(
      () => this.model.createChannel(),
      (channel, signal) =>
        this.#taking.run(() => {
          this.#mark = this.socket.bytesRead;
          return untilAborted(Promise.race([work(channel), this.#lost]), signal);
        }, signal),
    );
  }

  /** Works on a new channel for as long as it likes. @throws ConnectorError */
  async follow(work: (channel: Channel) => Promise<void>): Promise<void> {
    let refusal: unknown;
    try {
      const channel = await Promise.race([this.model.createChannel(), this.#lost]);
      const closed = new Promise<never>((_, reject) => {
        channel.on('error', (error) => {
          refusal = error;
          reject(error);
        });
      });
      closed.catch(() => {});
      try {
        await Promise.race([work(channel), closed, this.#lost]);
      } finally {
        // The end of the connection could overtake what was confirmed on the channel.
        const ending = () => Promise.race([channel.close(), closed, this.#lost]);
        await within(closingMs, undefined, (signal) => untilAborted(ending(), signal)).catch(() => {});
      }
    } catch (error) {
      throw toFailure(refusal ?? error, this.config);
    }
  }

  async close(): Promise<void> {
    try {
      await within(closingMs, undefined, (signal) => untilAborted(this.model.close(), signal));
    } finally {
      this.socket.destroy();
      // The library ends its heartbeats when the server confirms the end; else they keep the process alive for a minute.
      this.#heartbeat?.clear();
    }
  }

  async #call<Kind extends Channel, Result>(
    open: () => Promise<Kind>,
    work: (channel: Kind, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    let refusal: unknown;
    try {
      return await within(this.config.timeout * 1_000, undefined, async (signal) => {
        await this.#channels.acquire(signal);
        try {
          const channel = await untilAborted(Promise.race([open(), this.#lost]), signal);
          channel.on('error', (error) => {
            refusal = error;
          });
          try {
            return await untilAborted(Promise.race([work(channel, signal), this.#lost]), signal);
          } finally {
            // One that the server has closed cannot be closed again.
            channel.close().catch(() => {});
          }
        } finally {
          this.#channels.release();
        }
      });
    } catch (error) {
      const failure = toFailure(refusal ?? error, this.config);
      // Its channel is still in use.
      if (failure.kind === 'timeout') this.isUsable = false;
      throw failure;
    }
  }

  #limit(): void {
    // The library has no limit for a message of several frames.
    const isTooLarge = this.socket.bytesRead - this.#mark > maxMessageBytes + 1024 * 1024;
    if (!isTooLarge || this.#taking.hasFreePlace) return;
    const detail = `${this.config.host} sent more than ${maxMessageBytes} bytes in one message`;
    this.#reason ??= new ConnectorError('communication', 502, 'Response too large', detail);
    this.socket.destroy(this.#reason);
  }
}
