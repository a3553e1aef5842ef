import type { Socket } from 'node:net';
import { fenceEmitter } from '../../concurrency/emitter-fence.js';

/**
 * Keeps what the library on a socket does wrong from the process, for as long as the socket lives. A socket with TLS over another one
 * (STARTTLS) needs a guard of its own: what arrives on it does not pass the other one's listeners.
 * @param failed is called with what listeners throw
 */
export function guardSocket(socket: Socket, place: string, failed?: (error: Error) => void): void {
  // A library that is about to listen, or no longer does, would let an error of the socket escape.
  socket.on('error', () => {});
  fenceEmitter(socket, place, (error) => {
    socket.destroy(error);
    failed?.(error);
  });
}
