import { connect, type Socket } from 'node:net';
import { LateSignal } from '../../controller/concurrency/signals.js';
import type { Holder } from '../../controller/storage/index.js';
import { askReadiness, LeaderConnections } from './leader-connections.js';
import { LeaderLink, leaderless } from './leader-link.js';

const maxConnectMs = 5_000;
/** A caller that has been sent all of its answer, and does not close, is closed after this time. */
const lingerMs = 5_000;

interface PassOptions {
  leader(): Holder | undefined;
  basePath: string;
  /** See `LeaderLink`. */
  hasServed: boolean;
}

/**
 * Passes connections on to the node that leads, byte by byte, for a process that cannot read requests yet: it has neither the
 * keys nor the schema of the installation. The leader takes them for requests from the address of this process.
 */
export class PassedConnections {
  readonly #connections: LeaderConnections;
  readonly #link: LeaderLink;
  readonly #open = new Set<Socket>();
  #isClosed = false;

  constructor({ leader, basePath, hasServed }: PassOptions) {
    this.#connections = new LeaderConnections(leader);
    const ask = ({ url }: { url: string }) => askReadiness(`${url}${basePath}/readyz`, this.#connections);
    this.#link = new LeaderLink({ leader, ask, hasServed });
  }

  /** Why connections would not be served; undefined while they are, if only after a wait. */
  refusal(): string | undefined {
    return this.#link.refusal();
  }

  /** Resolves when the leader has taken the connection. @throws Problem standby; then the connection is as it was */
  async pass(socket: Socket): Promise<void> {
    const gone = new LateSignal();
    socket.once('close', () => gone.abort(new Error('The caller has left')));
    const to = await this.#link.give(
      gone,
      ({ url }) => connectTo(url),
      () => !this.#isClosed,
    );
    if (!this.#isClosed && !gone.aborted) return this.#join(socket, to);
    to.destroy();
    throw leaderless();
  }

  /** Ends all connections that are passed on, and refuses those that wait. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#link.close();
    for (const socket of this.#open) socket.destroy();
    await this.#connections.close();
  }

  #join(caller: Socket, leader: Socket): void {
    for (const socket of [caller, leader]) {
      this.#open.add(socket);
      socket.once('close', () => this.#open.delete(socket));
      socket.on('error', () => {
        caller.destroy();
        leader.destroy();
      });
    }
    caller.once('close', () => leader.destroy());
    leader.once('close', () => {
      // Else the rest of its answer is on the way.
      if (!leader.readableEnded) caller.destroy();
    });
    caller.once('finish', () => {
      const late = setTimeout(() => caller.destroy(), lingerMs).unref();
      caller.once('close', () => clearTimeout(late));
    });
    caller.pipe(leader);
    leader.pipe(caller);
  }
}

function connectTo(url: string): Promise<Socket> {
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const usual = protocol === 'https:' ? 443 : 80;
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port: port === '' ? usual : Number(port),
      allowHalfOpen: true,
      noDelay: true,
    });
    const late = setTimeout(() => socket.destroy(new Error('The leader does not answer')), maxConnectMs);
    socket.once('error', reject);
    socket.once('close', () => clearTimeout(late));
    socket.once('connect', () => {
      clearTimeout(late);
      socket.off('error', reject);
      resolve(socket);
    });
  });
}
