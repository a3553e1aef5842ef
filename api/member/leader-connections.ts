import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { buildConnector, Dispatcher, request } from 'undici';
import { createAgent } from '../../controller/http-client/index.js';
import type { Holder } from '../../controller/storage/index.js';

/** A connection to the leader could not be made: what was to be sent over it was not. */
class NotConnected extends Error {
  constructor(cause: unknown) {
    super((cause as Error).message, { cause });
  }
}

/** True where the error, or one of its causes, says that nothing was sent. */
export function isUnsent(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause)
    if (each instanceof NotConnected) return true;
  return false;
}

const maxAnswerMs = 2_000;
const maxAnswerBytes = 65_536;

/** Asks a node whether it serves as the leader. @returns why it is not ready, if so @throws Error when it takes no requests */
export async function askReadiness(url: string, dispatcher: Dispatcher): Promise<string | undefined> {
  const signal = AbortSignal.timeout(maxAnswerMs);
  const { statusCode, body } = await request(url, { dispatcher, signal });
  let text = '';
  for await (const chunk of body) {
    text += chunk;
    if (text.length > maxAnswerBytes) throw new Error('The answer of the leader is too long');
  }
  const { role, code, detail } = JSON.parse(text) as { role?: string; code?: string; detail?: string };
  if (statusCode === 200) {
    if (role === 'leader') return undefined;
    throw new Error(`The address of the leader leads to a node with the role ${role}`);
  }
  if (code === 'not_ready' && role === 'leader') return detail ?? 'not ready';
  throw new Error(detail ?? text);
}

/** Returns an error unless a connection shows the certificate that the leader noted in the database, or none where it has none. */
export function findCertificateFault(socket: Socket, leader: Holder | undefined): Error | undefined {
  const shown = (socket as TLSSocket).getPeerX509Certificate?.()?.fingerprint256;
  return shown === leader?.fingerprint ? undefined : new Error('The certificate is not that of the leader');
}

/** How often the leader is looked at. */
const lookEveryMs = 250;

/**
 * Connections to the leader. Requests that wait for a leader end when another one has taken over, or the lease has ended: it may
 * be stopped, with its connections open.
 */
export class LeaderConnections extends Dispatcher {
  readonly #timer: NodeJS.Timeout;
  #agent: Dispatcher;
  #known: Holder | undefined;

  constructor(private readonly leader: () => Holder | undefined) {
    super();
    this.#known = leader();
    this.#agent = this.#open();
    this.#timer = setInterval(() => this.#look(), lookEveryMs).unref();
  }

  override dispatch(...args: Parameters<Dispatcher['dispatch']>): boolean {
    this.#look();
    return this.#agent.dispatch(...args);
  }

  override async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#agent.destroy();
  }

  override destroy(): Promise<void> {
    return this.close();
  }

  #look(): void {
    const now = this.leader();
    if (now?.id === this.#known?.id && now?.url === this.#known?.url) return;
    this.#known = now;
    const before = this.#agent;
    this.#agent = this.#open();
    void before.destroy(new Error('The leader has changed'));
  }

  /** The certificate is for the name that callers use, so it is compared with the one that the leader noted in the database. */
  #open(): Dispatcher {
    // A resumed session would not show its certificate.
    const open = buildConnector({ rejectUnauthorized: false, maxCachedSessions: 0, timeout: 5_000 });
    return createAgent({
      // An answer takes as long as a call waits; a stream is silent for a while.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (options, done) => {
        open(options, (error, socket) => {
          if (error) return done(new NotConnected(error), null);
          const fault = findCertificateFault(socket, this.leader());
          if (!fault) return done(null, socket);
          socket.destroy();
          done(new NotConnected(fault), null);
        });
      },
    });
  }
}
