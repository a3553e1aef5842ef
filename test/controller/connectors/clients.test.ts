import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type ClientContext, Clients, type Connector } from '../../../controller/connectors/index.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { eventually } from '../../eventually.js';
import { openNetwork } from './networks.js';

/** A client that counts. */
class Probe {
  closed = 0;
  isLost = false;
  constructor(readonly config: JsonObject) {}
}

const opened: Probe[] = [];
const works = async ({ config }: ClientContext<JsonObject>) => {
  const client = new Probe(config);
  opened.push(client);
  return client;
};
let open = works;
let clients = new Clients(openNetwork);

afterEach(async () => {
  await clients.close();
  clients = new Clients(openNetwork);
  opened.length = 0;
  open = works;
});

const connector = {
  name: 'probe',
  title: 'Probe',
  description: 'Counts its clients.',
  configSchema: true,
  actions: {},
  client: {
    open: (context: ClientContext<JsonObject>) => open(context),
    close: (client: Probe) => {
      client.closed++;
    },
    isUsable: (client: Probe) => !client.isLost,
  },
} as unknown as Connector;

function use(
  config: JsonObject,
  work: (client: Probe) => Promise<Json>,
  signal = new AbortController().signal,
) {
  const about = { connection: 'probe', config, signal };
  return clients.use(connector, about, ({ client }) => work(client as Probe));
}

test('equal configurations share one client, others have their own', async () => {
  const seen = await Promise.all([1, 1, 2].map((port) => use({ port }, async (client) => client as never)));
  expect(seen[0]).toBe(seen[1]);
  expect(seen[2]).not.toBe(seen[0]);
  expect(opened).toHaveLength(2);
});

test('a client that lost its server is replaced, and closes after its last use', async () => {
  let finish = () => {};
  const long = use({}, (client) => {
    client.isLost = true;
    return new Promise((resolve) => {
      finish = () => resolve(null);
    });
  });
  await eventually(() => opened[0]?.isLost === true);
  await use({}, async () => null);
  expect(opened.map(({ closed }) => closed)).toEqual([0, 0]);
  finish();
  await long;
  await eventually(() => opened[0]?.closed === 1);
  expect(opened[1]?.closed).toBe(0);
});

test('a client that cannot be opened fails all that wait, and the next use tries again', async () => {
  open = async () => {
    throw new Error('wrong password');
  };
  const failed = await Promise.allSettled([use({}, async () => null), use({}, async () => null)]);
  expect(failed.map((each) => each.status === 'rejected' && each.reason.message)).toEqual([
    'wrong password',
    'wrong password',
  ]);
  open = works;
  await use({}, async () => null);
  expect(clients.size).toBe(1);
});

test('a caller that leaves while a client opens fails neither it nor the others', async () => {
  let go = () => {};
  open = async (context) => {
    await new Promise<void>((resolve) => {
      go = resolve;
    });
    return works(context);
  };
  const abort = new AbortController();
  const left = use({}, async () => null, abort.signal);
  const stays = use({}, async () => 'done');
  abort.abort(new Error('cancelled'));
  await expect(left).rejects.toThrow('cancelled');
  go();
  await expect(stays).resolves.toBe('done');
  expect(opened).toHaveLength(1);
});

test('a use ends with its signal, also when the client does not', async () => {
  const abort = new AbortController();
  const endless = use({}, () => new Promise(() => {}), abort.signal);
  await eventually(() => opened.length === 1);
  abort.abort(new Error('cancelled'));
  await expect(endless).rejects.toThrow('cancelled');
});

test('all clients close with the service, each once, and none opens after that', async () => {
  await use({ a: 1 }, async () => null);
  await use({ a: 2 }, async () => null);
  await Promise.all([clients.close(), clients.close()]);
  expect(opened.map(({ closed }) => closed)).toEqual([1, 1]);
  await expect(use({ a: 3 }, async () => null)).rejects.toThrow('the service stops');
});

test('an exception in a socket of a client ends its uses with a problem, and the next use opens another client', async () => {
  const server = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  open = async (context) => {
    sockets.push(await context.network.connect({ host: '127.0.0.1', port }, context.signal));
    return works(context);
  };
  const never = () => new Promise<Json>(() => {});
  const uses = [use({ a: 1 }, never), use({ a: 1 }, never)];
  const ends = Promise.allSettled(uses);
  const other = use({ b: 2 }, never).catch((error: Error) => error.message);
  await eventually(() => opened.length === 2);
  sockets[0]?.on('planted', () => {
    throw new Error('planted');
  });
  sockets[0]?.emit('planted');
  for (const end of await ends)
    expect(end).toMatchObject({
      reason: { kind: 'communication', message: 'probe: the client library failed: planted' },
    });
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, false]);
  expect(await use({ a: 1 }, async () => 'done')).toBe('done');
  expect(opened).toHaveLength(3);
  for (const socket of sockets) socket.destroy();
  server.close();
  void other;
});

test('an error of a socket that no library listens to does not escape', async () => {
  const server = createServer((socket) => socket.once('data', () => socket.resetAndDestroy())).listen(
    0,
    '127.0.0.1',
  );
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const socket = await openNetwork.connect({ host: '127.0.0.1', port }, new AbortController().signal);
  socket.removeAllListeners('error');
  socket.resume();
  socket.write('ping');
  await eventually(() => socket.destroyed);
  await new Promise((resolve) => setImmediate(resolve));
  server.close();
});
