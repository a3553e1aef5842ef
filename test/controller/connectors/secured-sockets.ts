import { TLSSocket } from 'node:tls';
import { onTestFinished } from 'vitest';

/** Collects the sockets of clients that get TLS, until the test is finished. */
export function collectSecuredSockets(): TLSSocket[] {
  const sockets: TLSSocket[] = [];
  const { emit } = TLSSocket.prototype;
  function noting(this: TLSSocket, ...event: [string, ...unknown[]]): boolean {
    if (event[0] === 'secureConnect') sockets.push(this);
    return Reflect.apply(emit, this, event);
  }
  Object.defineProperty(TLSSocket.prototype, 'emit', { value: noting, configurable: true, writable: true });
  onTestFinished(() => {
    // The method is inherited.
    Reflect.deleteProperty(TLSSocket.prototype, 'emit');
  });
  return sockets;
}

/** Has a listener of the socket throw, as the one of a library may. */
export function throwIn(socket: TLSSocket): void {
  socket.on('planted', () => {
    throw new Error('planted');
  });
  socket.emit('planted');
}
