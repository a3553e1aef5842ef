import { GuardedSocket, type NetworkRules } from '../engine/socket.js';

/** Asks the server to stop the statement of a connection (PostgreSQL protocol, "Canceling Requests in Progress"). */
export function sendCancel(
  { port, host, rules }: { port: number; host: string; rules: NetworkRules },
  { processID, secretKey }: { processID: number; secretKey: number },
): void {
  const message = Buffer.alloc(16);
  message.writeInt32BE(16, 0);
  message.writeInt32BE(80877102, 4);
  message.writeInt32BE(processID, 8);
  message.writeInt32BE(secretKey, 12);
  const socket = new GuardedSocket(rules);
  socket.setTimeout(5_000, () => socket.destroy());
  // No caller waits for this request; without it, the statement's own timeout applies.
  socket.on('error', () => socket.destroy());
  socket.connect(port, host).end(message);
  socket.unref();
}
