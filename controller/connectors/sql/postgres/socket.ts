import { isIP, Socket } from 'node:net';
import { AddressRefused, guardedLookup, refusal } from '../../network/guard.js';

/** A socket under the network rules of HTTP connections, checked when it connects. */
export class GuardedSocket extends Socket {
  constructor(private readonly allowPrivate: boolean) {
    super();
  }

  // The driver calls only the form with port and host.
  override connect(...given: unknown[]): this {
    const [port, host] = given as [number, string];
    const refused = isIP(host) === 0 ? undefined : refusal(host, host, this.allowPrivate);
    if (refused instanceof AddressRefused) {
      process.nextTick(() => this.destroy(refused));
      return this;
    }
    return super.connect({ port, host, lookup: guardedLookup(this.allowPrivate) });
  }
}

/** Asks the server to stop the statement of a connection (PostgreSQL protocol, "Canceling Requests in Progress"). */
export function sendCancel(
  { port, host, allowPrivate }: { port: number; host: string; allowPrivate: boolean },
  { processID, secretKey }: { processID: number; secretKey: number },
): void {
  const message = Buffer.alloc(16);
  message.writeInt32BE(16, 0);
  message.writeInt32BE(80877102, 4);
  message.writeInt32BE(processID, 8);
  message.writeInt32BE(secretKey, 12);
  const socket = new GuardedSocket(allowPrivate);
  socket.setTimeout(5_000, () => socket.destroy());
  // No caller waits for this request; without it, the statement's own timeout applies.
  socket.on('error', () => socket.destroy());
  socket.connect(port, host).end(message);
  socket.unref();
}
