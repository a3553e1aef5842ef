import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import pg from 'pg';
import { guardSocket } from '../../network/guard-socket.js';

/** A client whose socket with TLS is guarded, which the driver puts over the one that it got. */
export class GuardedClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const { connection, host, port } = this as unknown as Internals;
    // Emitted as soon as there is the socket, before its first event.
    connection.once('sslconnect', () => guardSocket(connection.stream, `${host}:${port}`));
  }
}

/** The parts of the driver that have no other name. */
interface Internals {
  readonly connection: EventEmitter & { readonly stream: Socket };
  readonly host: string;
  readonly port: number;
}
