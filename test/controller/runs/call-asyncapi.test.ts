import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect as connectAmqp } from 'amqplib';
import { afterAll, describe, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { stringify } from 'yaml';
import { builtInConnectors, createHttpClient } from '../../../controller/connectors/index.js';
import { compileFlow, type FlowPlan, type StepKey } from '../../../controller/flows/index.js';
import { CallFailures } from '../../../controller/runs/effects/calls/call-failures.js';
import { ProtocolCalls } from '../../../controller/runs/effects/calls/protocol-calls.js';
import type { RunDocuments } from '../../../controller/runs/journal/run-documents.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { eventually } from '../../eventually.js';
import { getTurns } from '../../turns-of.js';
import { isServerHere } from '../connectors/contract/server-here.js';
import { openClients } from '../connectors/networks.js';
import { MemoryHost, MemoryJournal } from '../flows/memory-host.js';
import { flow } from '../flows/support.js';

const clients = openClients();
const client = createHttpClient({ allowPrivateNetworks: true });
const calls = new ProtocolCalls(
  { connectors: builtInConnectors(), clients },
  { runFence: async () => undefined },
  new CallFailures({ mask: (text: string) => text }),
);
const caller = { branch: 'main', documents: {} as RunDocuments };
const cleanUp: (() => unknown)[] = [];

afterAll(async () => {
  for (const each of cleanUp.reverse()) await each();
  await clients.close();
  await client.close();
});

/** A description of version 3 with one channel, on which messages are sent and received. */
function description(server: JsonObject, channel: JsonObject, bindings: JsonObject = {}): JsonObject {
  const order = {
    payload: { type: 'object', required: ['order'], properties: { order: { type: 'integer' } } },
    correlationId: { location: '$message.payload#/order' },
  };
  return {
    asyncapi: '3.0.0',
    info: { title: 'Orders', version: '1.0.0' },
    servers: { here: server },
    channels: { orders: { messages: { order }, ...channel } },
    operations: {
      tell: { action: 'send', channel: { $ref: '#/channels/orders' }, bindings },
      hear: { action: 'receive', channel: { $ref: '#/channels/orders' }, bindings },
    },
  };
}

function getPlan(document: JsonObject, given: string): FlowPlan {
  const texts = { 'asyncapi@/orders.asyncapi.yaml': stringify(document) };
  const task = `do: [{ go: { call: asyncapi, with: { document: { endpoint: file:///orders.asyncapi.yaml }, ${given} } } }]`;
  const { plan, findings } = compileFlow(flow(task), false, texts);
  if (!plan) throw new Error(JSON.stringify(findings));
  return plan;
}

interface Running {
  journal: MemoryJournal;
  output: Promise<Json>;
  stop(): void;
}

function run(plan: FlowPlan, { journal = new MemoryJournal(), recorded = (_: StepKey) => {} } = {}): Running {
  const stopping = new AbortController();
  const host = new MemoryHost({
    journal,
    recorded,
    signal: stopping.signal,
    instant: false,
    fetch: client.fetch,
    callProtocol: (call, signal) =>
      calls.call(caller, call, { idempotencyKey: randomUUID(), log: () => {} }, signal),
    follow: (source) => calls.follow(caller, source, () => {}),
  });
  const output = plan.execute({ prefix: 'a' }, host);
  output.catch(() => {});
  return { journal, output, stop: () => stopping.abort(new Error('stopped')) };
}

const tell = (document: JsonObject, order: number): Promise<Json> =>
  run(getPlan(document, `operation: tell, message: { payload: { order: ${order} } }`)).output;

/** Sends until the subscriber, whose subscription takes a while, has what it waits for. */
async function tellUntil(document: JsonObject, done: () => boolean, from = 1): Promise<void> {
  let order = from;
  await eventually(async () => {
    await tell(document, order++);
    return done();
  });
}

const name = () => `svc-asyncapi-${process.pid}-${randomUUID().slice(0, 8)}`;

/** The rules for channels of every protocol. */
function carriesMessages(getDocument: () => Promise<JsonObject> | JsonObject): void {
  test('sends messages and consumes them in order, filtered and counted', async () => {
    const document = await getDocument();
    const consume = `operation: hear, subscription: { filter: '\${ .payload.order % 2 == 0 }', consume: { amount: 3 } }`;
    const { output } = run(getPlan(document, consume));
    let result: Json | undefined;
    const done = output.then((found) => {
      result = found;
    });
    await tellUntil(document, () => result !== undefined);
    await done;
    const orders = (result as JsonObject[]).map(({ payload }) => (payload as { order: number }).order);
    expect(orders).toHaveLength(3);
    expect(orders.every((order, at) => order % 2 === 0 && order > (orders[at - 1] ?? 0))).toBe(true);
    expect((result as JsonObject[])[0]).toMatchObject({ correlationId: orders[0] });
  });

  test('goes on after a crash with what is recorded', async () => {
    const document = await getDocument();
    const consume = 'operation: hear, subscription: { consume: { amount: 4 } }';
    const plan = getPlan(document, consume);
    let count = 0;
    const first = run(plan, { recorded: (key) => void (key.includes(':message/') && count++) });
    await tellUntil(document, () => count >= 2);
    const journal = first.journal.copy();
    const before = [...journal.effects.keys()].filter((key) => key.includes(':message/')).length;
    first.stop();
    await first.output.catch(() => {});
    let ended = false;
    const second = run(plan, { journal });
    const done = second.output.then(() => {
      ended = true;
    });
    await tellUntil(document, () => ended, 100);
    await done;
    const output = (await second.output) as { payload: { order: number } }[];
    const recorded = [...journal.effects]
      .filter(([key]) => key.includes(':message/'))
      .map(([, effect]) => (effect as { output: { message: Json } }).output.message);
    expect(output).toHaveLength(4);
    expect(output.slice(0, before)).toEqual(recorded.slice(0, before));
    const orders = output.map(({ payload }) => payload.order);
    expect(new Set(orders).size).toBe(4);
  });

  test('ends when the time is over', async () => {
    const document = await getDocument();
    const consume = 'operation: hear, subscription: { consume: { amount: 1, for: { milliseconds: 300 } } }';
    expect(await run(getPlan(document, consume)).output).toEqual([]);
  });

  test('refuses a message that does not fit before it is sent', async () => {
    const document = await getDocument();
    const bad = run(getPlan(document, 'operation: tell, message: { payload: { order: late } }'));
    await expect(bad.output).rejects.toMatchObject({
      body: { status: 400, detail: expect.stringContaining('order') },
    });
  });
}

const [hasRedis, hasNats, hasAmqp, hasMqtt] = await Promise.all([
  isServerHere('Redis', 6_379),
  isServerHere('NATS', 4_222),
  isServerHere('RabbitMQ', 5_672),
  isServerHere('Mosquitto', 1_883),
]);

describe.skipIf(!hasRedis)('over Redis', () => {
  carriesMessages(() => description({ host: '127.0.0.1:6379', protocol: 'redis' }, { address: name() }));
});

describe.skipIf(!hasNats)('over NATS', () => {
  carriesMessages(() => description({ host: '127.0.0.1:4222', protocol: 'nats' }, { address: name() }));
});

describe.skipIf(!hasMqtt)('over MQTT', () => {
  carriesMessages(() =>
    description({ host: '127.0.0.1', protocol: 'mqtt' }, { address: `${name()}/new` }, { mqtt: { qos: 1 } }),
  );
});

describe.skipIf(!hasAmqp)('over AMQP', async () => {
  const model = hasAmqp ? await connectAmqp('amqp://127.0.0.1') : undefined;
  const channel = await model?.createChannel();
  cleanUp.push(() => model?.close());
  const server = { host: '127.0.0.1:5672', protocol: 'amqp' };
  describe('with a queue', () => {
    carriesMessages(async () => {
      const queue = name();
      await channel?.assertQueue(queue);
      cleanUp.push(() => channel?.deleteQueue(queue));
      return description(server, {
        address: 'orders',
        bindings: { amqp: { is: 'queue', queue: { name: queue } } },
      });
    });

    test('leaves the messages that it did not consume', async () => {
      const queue = name();
      await channel?.assertQueue(queue);
      cleanUp.push(() => channel?.deleteQueue(queue));
      const document = description(server, { address: queue });
      for (let order = 1; order <= 5; order++) await tell(document, order);
      const { output } = run(getPlan(document, 'operation: hear, subscription: { consume: { amount: 2 } }'));
      expect(await output).toMatchObject([{ payload: { order: 1 } }, { payload: { order: 2 } }]);
      await eventually(async () => (await channel?.checkQueue(queue))?.messageCount === 3);
    });
  });
});

describe('over WebSocket', async () => {
  const http = createServer();
  const sockets = new WebSocketServer({ server: http });
  const urls = new WeakMap<object, string | undefined>();
  sockets.on('connection', (socket, { url }) => {
    urls.set(socket, url);
    socket.on('message', (data, isBinary) => {
      for (const other of sockets.clients)
        if (other !== socket && urls.get(other) === url) other.send(data, { binary: isBinary });
    });
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  cleanUp.push(() => {
    for (const each of sockets.clients) each.terminate();
    http.close();
  });
  const { port } = http.address() as AddressInfo;
  carriesMessages(() =>
    description({ host: `127.0.0.1:${port}`, protocol: 'ws' }, { address: `/${name()}` }),
  );
});

describe('over HTTP', async () => {
  const followers = new Map<string, Set<ServerResponse>>();
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    const ofPath = followers.get(path) ?? new Set();
    followers.set(path, ofPath);
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      ofPath.add(response);
      return response.on('close', () => ofPath.delete(response));
    }
    const body = await text(request);
    for (const each of ofPath) each.write(`data: ${body}\n\n`);
    return response.writeHead(202).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUp.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  carriesMessages(() => description({ host: `127.0.0.1:${port}`, protocol: 'http' }, { address: name() }));
});

test('a message whose check takes many steps is checked beside the event loop, which goes on', async () => {
  const document = description({ host: '127.0.0.1:1', protocol: 'http' }, { address: 'orders' });
  const either = (next: number): JsonObject => ({
    anyOf: [{ $ref: `#/components/schemas/d${next}` }, { $ref: `#/components/schemas/d${next}` }],
  });
  const levels = Array.from({ length: 24 }, (_, n): [string, Json] => [`d${n}`, either(n + 1)]);
  const schemas = Object.fromEntries([...levels, ['d24', { const: 'none' }]]);
  const payload = { $ref: '#/components/schemas/d0' };
  const orders = { address: 'orders', messages: { order: { payload } } };
  const turns = await getTurns(async () => {
    const told = tell({ ...document, channels: { orders }, components: { schemas } }, 1);
    await expect(told).rejects.toThrow(/`message`/);
  });
  expect(turns).toBeGreaterThan(100);
});
