import { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import { answerClientError, plainHttp } from './problem-answers.js';

/**
 * With TLS, requests come from another socket than the one that was accepted. `getCarrier` returns the accepted socket for
 * one of requests, `getUsed` the opposite once the handshake is done; without TLS, both return the socket itself. A request
 * without TLS is answered with a problem.
 */
export function followHandshakes({ server }: FastifyInstance, newId: () => string) {
  const carriers = new WeakMap<Socket, Socket>();
  const secured = new WeakMap<Socket, Socket>();
  if ((server as unknown) instanceof HttpsServer) {
    const shaking = new Map<string, Socket>();
    server.on('connection', (socket: Socket) => {
      const place = getPlace(socket);
      shaking.set(place, socket);
      socket.once('close', () => shaking.get(place) === socket && shaking.delete(place));
    });
    server.on('tlsClientError', (error: Error & { code?: string }, socket: TLSSocket) => {
      const carrier = shaking.get(getPlace(socket));
      // Written past TLS, before the socket closes: a client that left out the `s` of `https` reads why.
      if (carrier && error.code === plainHttp) answerClientError(error, carrier, newId());
    });
    server.on('secureConnection', (socket: TLSSocket) => {
      const carrier = shaking.get(getPlace(socket));
      if (!carrier) return;
      shaking.delete(getPlace(socket));
      carriers.set(socket, carrier);
      secured.set(carrier, socket);
    });
  }
  return {
    getCarrier: (socket: Socket) => carriers.get(socket) ?? socket,
    getUsed: (socket: Socket) => secured.get(socket) ?? socket,
  };
}

/** Names a connection among the open ones of a server. */
function getPlace({ remoteAddress, remotePort, localAddress }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress}`;
}
