import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type Abortable, LateSignal } from '../../controller/concurrency/signals.js';
import { followHandshakes } from './tls-handshakes.js';

/** Most connections that have not sent a complete request yet; beyond it, the oldest is closed. */
const maxUnused = 1_000;

/** The open connections of an app. */
export interface OpenConnections {
  /** Aborts when the app closes, so that open streams and waiting calls end before the server waits for them. */
  readonly closing: Abortable;
  readonly count: number;
  /** Resolves when no connection is open. */
  empty(): Promise<void>;
  /** Closes connections without a request in progress. */
  closeIdle(): void;
}

/** Follows the connections of an app, and closes those that would keep the service from stopping. */
export function followConnections(
  app: FastifyInstance,
  latestCloseMs: number,
  newId: () => string,
): OpenConnections {
  const closing = new LateSignal();
  const open = new Set<Socket>();
  const unused = new Set<Socket>();
  const { getCarrier, getUsed } = followHandshakes(app, newId);
  const whenEmpty = new Set<() => void>();
  const tellEmpty = (): void => {
    if (open.size > 0) return;
    for (const tell of whenEmpty) tell();
    whenEmpty.clear();
  };
  const empty = (): Promise<void> =>
    new Promise((resolve) => {
      whenEmpty.add(resolve);
      tellEmpty();
    });
  const closeIdle = (): void => {
    // Browsers and pools open connections in advance, and Node waits for a first request on each.
    for (const socket of open) if (getUsed(socket).bytesRead === 0) getUsed(socket).destroy();
    app.server.closeIdleConnections();
  };
  const add = (socket: Socket): void => {
    open.add(socket);
    unused.add(socket);
    for (const oldest of unused) {
      if (unused.size <= maxUnused) break;
      unused.delete(oldest);
      getUsed(oldest).destroy();
    }
    socket.once('close', () => {
      open.delete(socket);
      unused.delete(socket);
      tellEmpty();
    });
  };
  app.server.on('connection', add);
  app.server.on('request', ({ socket }: IncomingMessage) => unused.delete(getCarrier(socket)));
  app.server.on('secureConnection', (socket: Socket) => {
    // Its handshake was done by another server of this process.
    if (getCarrier(socket) === socket) add(socket);
  });
  app.addHook('preClose', async () => {
    const late = setTimeout(() => {
      app.server.closeAllConnections();
      // Handshakes that never end are no connections of HTTP yet.
      for (const socket of open) getUsed(socket).destroy();
    }, latestCloseMs).unref();
    app.server.once('close', () => clearTimeout(late));
    closing.abort();
    closeIdle();
    // The server waits for the connections that it has accepted itself, and for no others.
    if (!app.server.listening) await empty();
  });
  return {
    closing,
    get count() {
      return open.size;
    },
    empty,
    closeIdle,
  };
}
