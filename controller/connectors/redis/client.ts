import type { Socket } from 'node:net';
import type { Redis } from 'ioredis';
import type { ClientContext } from '../contract/connector.js';
import { ConnectorError } from '../contract/connector.js';
import { maxTakenBytes as maxAnswerBytes } from '../contract/intake.js';
import type { Network } from '../contract/network.js';
import { tlsOptions } from '../contract/server-fields.js';
import { networkFailure } from '../network/failures.js';
import type { RedisConfig } from './config-schema.js';

/** A connection to a server; commands of all callers go over it, one behind the other. */
export class RedisClient {
  constructor(
    private readonly redis: Redis,
    private readonly link: Link,
  ) {}

  static async open({ config, network, signal }: ClientContext<RedisConfig>): Promise<RedisClient> {
    const { Redis } = await import('ioredis');
    const { username, password, database: db, timeout } = config;
    const link = new Link(config, network, signal);
    const redis = new Redis({
      lazyConnect: true,
      db,
      enableOfflineQueue: false,
      commandTimeout: timeout * 1_000,
      ...(username === undefined ? {} : { username }),
      ...(password === undefined ? {} : { password }),
      // The library makes the object that connects.
      Connector: class {
        constructor() {
          // biome-ignore lint/correctness/noConstructorReturn: one object for the one client
          return link;
        }
      } as never,
      // A lost connection ends the client, and another one is opened: it checks the credentials again.
      retryStrategy: () => null,
    });
    let reason: unknown;
    redis.on('error', (error) => {
      reason ??= error;
    });
    try {
      await redis.connect();
      return new RedisClient(redis, link);
    } catch (error) {
      redis.disconnect();
      throw link.toFailure(reason ?? error);
    }
  }

  get isReady(): boolean {
    return this.redis.status === 'ready';
  }

  /** @throws ConnectorError */
  call(command: string, ...args: (string | number)[]): Promise<unknown> {
    return this.#answered(() => this.redis.call(command, ...args));
  }

  /** As `call`; texts of the answer are bytes. @throws ConnectorError */
  callBytes(command: string, ...args: (string | number)[]): Promise<unknown> {
    return this.#answered(() => this.redis.callBuffer(command, ...args));
  }

  async #answered(ask: () => Promise<unknown>): Promise<unknown> {
    this.link.gather();
    try {
      return await ask();
    } catch (error) {
      throw this.link.toFailure(error);
    } finally {
      this.link.received = 0;
    }
  }

  /**
   * Passes on what is published to a channel, until the server is lost; the client takes no other commands then.
   * @throws ConnectorError
   */
  async follow(channel: string, ready: () => void, arrived: (message: Buffer) => void): Promise<never> {
    const lost = new Promise<never>((_, reject) => {
      this.redis.on('close', () =>
        reject(this.link.toFailure(new Error('the server closed the connection'))),
      );
    });
    lost.catch(() => {});
    this.redis.on('messageBuffer', (_, message: Buffer) => {
      this.link.received = 0;
      arrived(message);
    });
    try {
      await this.redis.subscribe(channel);
    } catch (error) {
      throw this.link.toFailure(error);
    }
    ready();
    return lost;
  }

  close(): void {
    this.redis.disconnect();
  }
}

/** The socket of a client, connected under the network rules; the library calls `connect`, `check` and `disconnect`. */
class Link {
  /** Bytes since the last whole answer. */
  received = 0;
  firstError?: Error;
  #socket: Socket | undefined;
  #isTooLarge = false;

  constructor(
    private readonly config: RedisConfig,
    private readonly network: Network,
    private readonly signal: AbortSignal,
  ) {}

  async connect(): Promise<Socket> {
    const { host, port } = this.config;
    const socket = await this.network.connect({ host, port, tls: tlsOptions(this.config) }, this.signal);
    socket.on('data', ({ length }) => {
      this.received += length;
      if (this.received <= maxAnswerBytes) return;
      this.#isTooLarge = true;
      socket.destroy();
    });
    this.#socket = socket;
    return socket;
  }

  /** Lets the commands that are sent until the next tick leave in one write: each write wakes the server, which costs more than a command. */
  gather(): void {
    const socket = this.#socket;
    if (!socket || socket.writableCorked > 0) return;
    socket.cork();
    process.nextTick(() => socket.uncork());
  }

  check(): boolean {
    return true;
  }

  disconnect(): void {
    this.#socket?.destroy();
  }

  toFailure(error: unknown): ConnectorError {
    if (!this.#isTooLarge) return toFailure(error, this.config);
    const detail = `${this.config.host} answered with more than ${maxAnswerBytes} bytes`;
    return new ConnectorError('communication', 502, 'Response too large', detail, { cause: error });
  }
}

/** Errors of the server by their first word (redis.io, "RESP protocol specification"). */
const refusals: Readonly<Record<string, ConstructorParameters<typeof ConnectorError>[0]>> = {
  WRONGPASS: 'authentication',
  NOAUTH: 'authentication',
  NOPERM: 'authorization',
};
const statuses = { authentication: 401, authorization: 403 } as const;
const later = ['LOADING', 'BUSY', 'TRYAGAIN', 'READONLY', 'MASTERDOWN', 'CLUSTERDOWN', 'OOM', 'NOREPLICAS'];

function toFailure(error: unknown, { host, port, timeout }: RedisConfig): ConnectorError {
  if (error instanceof ConnectorError) return error;
  const { name, message } = error as Error;
  const place = `${host}:${port}`;
  if (message === 'Command timed out') {
    const detail = `${place} did not answer within ${timeout} s`;
    return new ConnectorError('timeout', 408, 'Request Timeout', detail, { cause: error });
  }
  if (name !== 'ReplyError') return networkFailure(error, place);
  const [code = ''] = message.split(' ', 1);
  // "ERR invalid password" is the answer of servers without users.
  const kind =
    refusals[code] ?? (/invalid (?:username-)?password/.test(message) ? 'authentication' : undefined);
  if (kind === 'authentication' || kind === 'authorization') {
    return new ConnectorError(kind, statuses[kind], 'Not allowed', message, { cause: error });
  }
  if (later.includes(code)) {
    return new ConnectorError('communication', 503, 'Service Unavailable', message, { cause: error });
  }
  return new ConnectorError('validation', 400, 'Command refused', message, { cause: error });
}
