import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { LateSignal } from '../../controller/concurrency/signals.js';
import type { Holder } from '../../controller/storage/index.js';
import { askReadiness, findCertificateFault, LeaderConnections } from './leader-connections.js';
import { LeaderLink, type LeaderNode, leaderless } from './leader-link.js';

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
  #isReleased = false;

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
      (leader) => connectTo(leader),
      () => !this.#isReleased,
    );
    if (!this.#isReleased && !gone.aborted) return join(socket, to);
    to.destroy();
    throw leaderless();
  }

  /** Refuses connections that wait. Those that were passed on go on: the leader, or the caller, ends them. */
  async release(): Promise<void> {
    this.#isReleased = true;
    this.#link.close();
    await this.#connections.close();
  }
}

function join(caller: Socket, leader: Socket): void {
  for (const socket of [caller, leader]) {
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

function connectTo(leader: LeaderNode): Promise<Socket> {
  const { hostname, port, protocol } = new URL(leader.url);
  const isSecure = protocol === 'https:';
  const place = {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 443 : 80) : Number(port),
    allowHalfOpen: true,
    noDelay: true,
  };
  return new Promise((resolve, reject) => {
    // The certificate is compared with the one that the leader noted in the database.
    const socket = isSecure ? connectTls({ ...place, rejectUnauthorized: false }) : connect(place);
    const late = setTimeout(() => socket.destroy(new Error('The leader does not answer')), maxConnectMs);
    socket.once('error', reject);
    socket.once('close', () => clearTimeout(late));
    socket.once(isSecure ? 'secureConnect' : 'connect', () => {
      clearTimeout(late);
      socket.off('error', reject);
      const fault = findCertificateFault(socket, leader);
      if (!fault) return resolve(socket);
      socket.destroy();
      reject(fault);
    });
  });
}
