import { isIP } from 'node:net';
import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import type {
  Msg,
  MsgHdrs,
  NatsConnection,
  PermissionViolationError,
  TlsOptions,
} from '@nats-io/transport-node';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { untilAborted, within } from '../../concurrency/signals.js';
import { type ClientContext, ConnectorError } from '../contract/connector.js';
import { encodeMessage, maxMessageBytes } from '../contract/messages.js';
import { tlsOptions } from '../contract/server-fields.js';
import type { NatsConfig } from './config-schema.js';
import { toFailure } from './failures.js';

/** A connection to a server, shared by all callers. A lost one is not opened again. */
export class NatsClient {
  /** The messages that the server has not confirmed, with its refusals. */
  readonly #unconfirmed = new Set<{ subject: string; refusal?: PermissionViolationError }>();
  readonly #lost: Promise<never>;

  constructor(
    private readonly connection: NatsConnection,
    private readonly config: NatsConfig,
    private readonly library: typeof import('@nats-io/transport-node'),
  ) {
    this.#lost = connection.closed().then((error) => {
      throw toFailure(error ?? undefined, config);
    });
    this.#lost.catch(() => {});
    void this.#noteRefusals();
  }

  static async open({ config, network, signal }: ClientContext<NatsConfig>): Promise<NatsClient> {
    const [library, { connect }] = await Promise.all([
      import('@nats-io/transport-node'),
      import('./transport.js'),
    ]);
    const { host, port, username: user, password: pass, token } = config;
    const options = tlsOptions(config);
    const names = { host, servername: isIP(host) === 0 ? host : '' };
    let failure: unknown;
    try {
      const connection = await connect({
        // Named only in messages: `dial` connects.
        servers: [isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`],
        resolve: false,
        reconnect: false,
        ignoreClusterUpdates: true,
        name: 'svc',
        tls: options === undefined ? null : ({ ...names, ...options } as TlsOptions),
        ...(user === undefined ? {} : { user, pass: pass ?? '' }),
        ...(token === undefined ? {} : { token }),
        async dial() {
          try {
            const socket = await network.connect({ host, port }, signal);
            const end = (): unknown => socket.destroy();
            signal.addEventListener('abort', end, { once: true });
            return socket.setNoDelay(true);
          } catch (error) {
            failure = error;
            throw error;
          }
        },
      });
      return new NatsClient(connection, config, library);
    } catch (error) {
      throw toFailure(failure ?? error, config);
    }
  }

  get isOpen(): boolean {
    return !this.connection.isClosed();
  }

  get version(): string {
    return this.connection.info?.version ?? 'of an unknown version';
  }

  get timeoutMs(): number {
    return this.config.timeout * 1_000;
  }

  /** Returns when the server has taken the message. @throws ConnectorError */
  async publish(subject: string, message: Json | undefined, headers: JsonObject | undefined): Promise<void> {
    const data = this.encode(message);
    await this.#call(async () => {
      const sent: { subject: string; refusal?: PermissionViolationError } = { subject };
      this.#unconfirmed.add(sent);
      try {
        this.connection.publish(subject, data, this.headers(headers));
        await this.#flush();
        // The server reports a refusal before it answers the flush; the library passes it on in a later turn.
        await new Promise((resolve) => setImmediate(resolve));
      } finally {
        this.#unconfirmed.delete(sent);
      }
      if (sent.refusal) throw sent.refusal;
    });
  }

  /** Returns when the server has answered. @throws ConnectorError */
  ping(): Promise<void> {
    return this.#call(() => this.#flush());
  }

  /** @throws ConnectorError */
  request(
    subject: string,
    message: Json | undefined,
    headers: JsonObject | undefined,
    ms: number,
  ): Promise<Msg> {
    const data = this.encode(message);
    return this.#call(() =>
      this.connection.request(subject, data, { timeout: ms, ...this.headers(headers) }),
    );
  }

  /** Works with the streams of the server. @throws ConnectorError */
  stream<Result>(
    work: (streams: JetStreamClient, manager: JetStreamManager) => Promise<Result>,
  ): Promise<Result> {
    return this.#call(async () => {
      const { jetstream, jetstreamManager } = await import('@nats-io/jetstream');
      const options = { timeout: this.timeoutMs };
      const manager = await jetstreamManager(this.connection, { ...options, checkAPI: false });
      return work(jetstream(this.connection, options), manager);
    });
  }

  /** Calls back with the messages of a subject; rejects with the loss of the server. */
  follow(subject: string, queue: string | undefined, arrived: (message: Msg) => void): Promise<never> {
    this.connection.subscribe(subject, {
      ...(queue === undefined ? {} : { queue }),
      callback: (error, message) => {
        if (!error) arrived(message);
      },
    });
    return this.#lost;
  }

  encode(message: Json | undefined): Buffer {
    return encodeMessage(
      message,
      Math.min(this.connection.info?.max_payload ?? maxMessageBytes, maxMessageBytes),
    );
  }

  headers(fields: JsonObject | undefined): { headers?: MsgHdrs } {
    if (fields === undefined) return {};
    const headers = this.library.headers();
    for (const [name, value] of Object.entries(fields)) headers.set(name, String(value));
    return { headers };
  }

  close(): Promise<void> {
    return this.connection.close();
  }

  #flush(): Promise<void> {
    return within(this.timeoutMs, undefined, (signal) => untilAborted(this.connection.flush(), signal));
  }

  async #call<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await Promise.race([work(), this.#lost]);
    } catch (error) {
      const isLost = this.connection.isClosed() && !(error instanceof ConnectorError);
      throw toFailure(isLost ? undefined : error, this.config);
    }
  }

  async #noteRefusals(): Promise<void> {
    for await (const status of this.connection.status()) {
      if (status.type !== 'error' || status.error.name !== 'PermissionViolationError') continue;
      const refusal = status.error as PermissionViolationError;
      if (refusal.operation !== 'publish') continue;
      for (const sent of this.#unconfirmed) if (sent.subject === refusal.subject) sent.refusal = refusal;
    }
  }
}
