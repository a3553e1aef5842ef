import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type Abortable, LateSignal } from '../../controller/concurrency/signals.js';
import { followHandshakes } from './tls-handshakes.js';

/** Most connections that have not sent a complete request yet; beyond it, the oldest is closed. */
const maxUnused = 1_000;

/**
 * Returns an `Abortable` that aborts when the app closes, so that open streams and waiting calls end before the server waits
 * for them. Closes connections that would keep the service from stopping.
 */
export function getClosing(app: FastifyInstance, latestCloseMs: number, newId: () => string): Abortable {
  const closing = new LateSignal();
  const open = new Set<Socket>();
  const unused = new Set<Socket>();
  const { getCarrier, getUsed } = followHandshakes(app, newId);
  app.server.on('connection', (socket: Socket) => {
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
    });
  });
  app.server.on('request', ({ socket }: IncomingMessage) => unused.delete(getCarrier(socket)));
  app.addHook('preClose', (done) => {
    closing.abort();
    const late = setTimeout(() => {
      app.server.closeAllConnections();
      // Handshakes that never end are no connections of HTTP yet.
      for (const socket of open) getUsed(socket).destroy();
    }, latestCloseMs).unref();
    app.server.once('close', () => clearTimeout(late));
    // Browsers and pools open connections in advance, and Node waits for a first request on each.
    for (const socket of open) if (getUsed(socket).bytesRead === 0) getUsed(socket).destroy();
    done();
  });
  return closing;
}
