import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { GuardedSocket } from '../../../../controller/connectors/sql/engine/socket.js';

test('an exception of a driver ends its connection, and not the process', async () => {
  const server = createServer((client) => client.on('error', () => {}));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const rules = { check: () => {}, lookup: () => {} };
  const socket = new GuardedSocket(rules).connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  const errors: Error[] = [];
  socket.on('error', (error) => errors.push(error));
  socket.on('planted', () => {
    throw new Error('planted');
  });
  const closed = once(socket, 'close').catch((error: unknown) => errors.push(error as Error));
  socket.emit('planted');
  await closed;
  expect(socket.destroyed).toBe(true);
  expect(errors[0]?.message).toBe('the client library failed: planted');
});
