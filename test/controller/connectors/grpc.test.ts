import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import {
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type sendUnaryData,
  status,
} from '@grpc/grpc-js';
import protobuf from 'protobufjs';
import descriptor from 'protobufjs/ext/descriptor.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { grpcConnector } from '../../../controller/connectors/grpc/connector.js';
import {
  type Action,
  type Actions,
  Clients,
  type Connector,
  configDefaults,
} from '../../../controller/connectors/index.js';
import { createExactNumber } from '../../../schemas/json/exact-number.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { keepsTheContract } from './contract/suite.js';
import { guardedNetwork, openNetwork } from './networks.js';

const connector = grpcConnector as unknown as Connector;
const proto = `syntax = "proto3";
package shop.v1;
import "google/protobuf/timestamp.proto";
// Reads and follows orders.
service Orders {
  // Returns an order.
  rpc Get (GetRequest) returns (Order);
  rpc List (GetRequest) returns (stream Order);
  rpc Sum (stream GetRequest) returns (Order);
}
message GetRequest { int64 order_id = 1; string mode = 2; }
message Order {
  int64 order_id = 1;
  double total = 2;
  State state = 3;
  google.protobuf.Timestamp placed_at = 4;
  map<string, string> labels = 5;
  bytes raw = 6;
  repeated Order parts = 7;
}
enum State { OPEN = 0; PAID = 1; }
`;
const root = protobuf.parse(proto, new protobuf.Root(), { keepCase: true }).root;
root.addJSON(protobuf.common.get('google/protobuf/timestamp.proto')?.nested ?? {});
root.resolveAll();
const [request, order] = ['GetRequest', 'Order'].map((name) => root.lookupType(`shop.v1.${name}`));
if (!request || !order) throw new Error('the types are not there');

const asIs = (bytes: Buffer): Buffer => bytes;
const method = (path: string, requestStream: boolean, responseStream: boolean) => ({
  path,
  requestStream,
  responseStream,
  requestSerialize: asIs,
  requestDeserialize: asIs,
  responseSerialize: asIs,
  responseDeserialize: asIs,
});
const getId = (bytes: Buffer): number =>
  Number(request.toObject(request.decode(bytes), { longs: Number })['order_id'] ?? 0);
const getOrder = (id: number): Buffer =>
  Buffer.from(
    order
      .encode(
        order.fromObject({
          order_id: id,
          total: id * 2.5,
          state: 1,
          labels: { a: 'b' },
          raw: Buffer.from([1, 2]),
          placed_at: { seconds: 1_772_352_000, nanos: 0 },
        }),
      )
      .finish(),
  );

let server: Server;
let described: Server;
const clients = new Clients(openNetwork);
let sent: Record<string, unknown> = {};

function serve(withReflection: boolean): Server {
  const made = new Server();
  made.addService(
    {
      Get: method('/shop.v1.Orders/Get', false, false),
      List: method('/shop.v1.Orders/List', false, true),
      Sum: method('/shop.v1.Orders/Sum', true, false),
    },
    {
      Get(call: ServerUnaryCall<Buffer, Buffer>, done: sendUnaryData<Buffer>) {
        sent = call.metadata.getMap();
        const id = getId(call.request);
        if (id === 404) done({ code: status.NOT_FOUND, details: 'there is no order 404' });
        else if (id === 401 || sent['authorization'] === 'Bearer wrong-token')
          done({ code: status.UNAUTHENTICATED, details: 'the token tok-right is bad' });
        // An order 0 is never answered.
        else if (id !== 0) done(null, getOrder(id));
      },
      List(call: ServerWritableStream<Buffer, Buffer>) {
        for (let n = 1; n <= getId(call.request); n++) call.write(getOrder(n));
        call.end();
      },
      Sum(call: ServerDuplexStream<Buffer, Buffer>, done: sendUnaryData<Buffer>) {
        let total = 0;
        call.on('data', (bytes: Buffer) => {
          total += getId(bytes);
        });
        call.on('end', () => done(null, getOrder(total)));
      },
    } as never,
  );
  if (withReflection) addReflection(made);
  return made;
}

/** Server reflection as grpc.reflection.v1 has it, for the one file. */
function addReflection(made: Server): void {
  const types = protobuf.parse(
    `syntax = "proto3";
    message Request { string file_containing_symbol = 4; string list_services = 7; }
    message Files { repeated bytes file_descriptor_proto = 1; }
    message Service { string name = 1; }
    message Services { repeated Service service = 1; }
    message Response { Files file_descriptor_response = 4; Services list_services_response = 6; }`,
    { keepCase: true },
  ).root;
  const [asked, answered] = [types.lookupType('Request'), types.lookupType('Response')];
  const set = root.toDescriptor('proto3') as unknown as { file: object[] };
  const files = set.file.map((file) => descriptor.FileDescriptorProto.encode(file as never).finish());
  const path = '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo';
  made.addService({ ServerReflectionInfo: method(path, true, true) }, {
    ServerReflectionInfo(call: ServerDuplexStream<Buffer, Buffer>) {
      call.on('data', (bytes: Buffer) => {
        const { list_services: list } = asked.toObject(asked.decode(bytes)) as { list_services?: string };
        const answer = list
          ? { list_services_response: { service: [{ name: 'shop.v1.Orders' }] } }
          : { file_descriptor_response: { file_descriptor_proto: files } };
        call.write(Buffer.from(answered.encode(answered.fromObject(answer)).finish()));
      });
      call.on('end', () => call.end());
    },
  } as never);
}

const own = serve(false);
keepsTheContract({
  connector,
  port: await getPort(own),
  config: (host, port) => ({ host, port, proto: 'x.proto', token: 'tok-right' }),
  wrongPassword: {
    config: (host, port) => ({ host, port, proto: 'x.proto', token: 'wrong-token' }),
    password: 'wrong-token',
    staysOpen: true,
  },
  badConfigs: [
    [{}, ''],
    [{ host: 'http://a' }, '/host'],
    [{ host: 'a', token: 'plain' }, '/token'],
  ],
  reads: { action: 'Get', input: { orderId: 17 } },
  texts: { proto },
});
afterAll(() => own.forceShutdown());

const ports = new Map<Server, number>();
function getPort(made: Server): Promise<number> {
  return new Promise<number>((resolve, reject) => {
    made.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
}

async function listen(made: Server): Promise<Server> {
  ports.set(made, await getPort(made));
  return made;
}

beforeAll(async () => {
  server = await listen(serve(false));
  described = await listen(serve(true));
});
afterAll(async () => {
  await clients.close();
  for (const each of [server, described]) each.forceShutdown();
});

const at = (made: Server, more: JsonObject = {}): JsonObject =>
  configDefaults(connector, { host: '127.0.0.1', port: ports.get(made) ?? 0, timeout: 5, ...more });

function call(
  name: string,
  input: JsonObject,
  {
    config = at(server, { proto: 'x.proto' }),
    known = clients,
    signal = new AbortController().signal,
    text = proto,
  } = {},
): Promise<Json> {
  return known.use(connector, { connection: 'orders', config, signal }, async (context) => {
    const actions = connector.described?.actions(
      config,
      config['proto'] === undefined ? {} : { proto: text },
    );
    const all: Actions = actions ?? (await connector.described?.discover?.(context)) ?? {};
    return (all[name] as Action).run({ ...context, idempotencyKey: 'k', log: () => {} }, input);
  });
}

const order17 = {
  orderId: '17',
  total: 42.5,
  state: 'PAID',
  placedAt: '2026-03-01T08:00:00Z',
  labels: { a: 'b' },
  raw: 'AQI=',
};

test('a method takes and gives messages in ProtoJSON', async () => {
  const config = at(server, { proto: 'x.proto', metadata: { tenant: 'acme' }, token: 'tok-right' });
  expect(await call('Get', { orderId: 17 }, { config })).toEqual(order17);
  expect(await call('Get', { order_id: '17' })).toEqual(order17);
  await call('Get', { order_id: 17 }, { config });
  expect(sent).toMatchObject({ tenant: 'acme', authorization: 'Bearer tok-right' });
});

describe('numbers that no double gives back', () => {
  const big = createExactNumber('9007199254740993');
  const text = proto
    .replace(
      'import',
      'import "google/protobuf/struct.proto"; import "google/protobuf/wrappers.proto"; import',
    )
    .replace(
      'string mode = 2;',
      `string mode = 2; double total = 3; map<string, float> by_name = 4; google.protobuf.Struct any = 5;
      google.protobuf.Value value = 6; repeated GetRequest parts = 7; google.protobuf.Int64Value wide = 8;
      google.protobuf.DoubleValue part = 9; map<string, sint64> counts = 10; repeated fixed64 ids = 11;`,
    );

  test.each<[string, JsonObject]>([
    ['a field', { orderId: 17, parts: [{ orderId: big }, { order_id: big }] }],
    ['a wrapper', { orderId: 17, wide: big }],
    ['a map and a list', { orderId: 17, counts: { a: big }, ids: [1, big] }],
  ])('are sent in %s of 64-bit integers', async (_name, input) => {
    expect(await call('Get', input, { text })).toEqual(order17);
  });

  test.each<[string, JsonObject]>([
    ['/total', { total: big }],
    ['/total', { total: createExactNumber('0.10000000000000001') }],
    ['/part', { part: big }],
    ['/byName/a~1b', { byName: { x: 1, 'a/b': big } }],
    ['/any/deep/1', { any: { deep: [1, big] } }],
    ['/value', { value: big }],
    ['/mode', { mode: big }],
    ['/parts/1/total', { parts: [{ total: 1 }, { total: big }] }],
  ])('are refused at %s before anything is sent', async (pointer, input) => {
    sent = {};
    const refusal = { kind: 'validation', message: expect.stringContaining(`${pointer}: `) };
    await expect(call('Get', { orderId: 17, ...input }, { text })).rejects.toMatchObject(refusal);
    expect(sent).toEqual({});
  });

  test('are named by the message of a stream', async () => {
    const messages = [{ orderId: 5 }, { orderId: 12, total: big }];
    await expect(call('Sum', { messages }, { text })).rejects.toThrow(
      '/messages/1/total: 9007199254740993 cannot be sent exactly',
    );
  });
});

test('streams are lists', async () => {
  expect(await call('List', { orderId: 3 })).toMatchObject([
    { orderId: '1' },
    { orderId: '2' },
    { orderId: '3' },
  ]);
  expect(await call('List', {})).toEqual([]);
  const messages = [{ orderId: 5 }, { orderId: 12 }];
  expect(await call('Sum', { messages })).toMatchObject({ orderId: '17' });
});

test('the actions describe their messages', () => {
  const actions = connector.described?.actions({}, { proto }) ?? {};
  expect(Object.keys(actions)).toEqual(['Get', 'List', 'Sum']);
  expect(actions['Get']).toMatchObject({ title: 'Get', description: 'Returns an order.' });
  expect(actions['Get']?.input).toMatchObject({
    $defs: { 'shop.v1.GetRequest': { properties: { orderId: {}, order_id: {}, mode: { type: 'string' } } } },
  });
});

test('a server that describes its services needs no file', async () => {
  expect(await call('Get', { orderId: 17 }, { config: at(described) })).toEqual(order17);
  await expect(call('Get', {}, { config: at(server) })).rejects.toMatchObject({
    kind: 'configuration',
    message: expect.stringContaining('`proto`'),
  });
});

describe('failures', () => {
  test('have the kind of their code, and no credentials', async () => {
    await expect(call('Get', { orderId: 404 })).rejects.toMatchObject({
      kind: 'validation',
      status: 404,
      message: expect.stringContaining('there is no order 404'),
    });
    const refused = await call('Get', { orderId: 401 }).catch((error) => error);
    expect(refused).toMatchObject({ kind: 'authentication', status: 401 });
    expect(refused.message).not.toContain('tok-right');
    await expect(call('Get', { orderId: 'x' })).rejects.toMatchObject({ kind: 'validation' });
    await expect(
      call('Get', { orderId: 1 }, { config: at(server, { proto: 'x', port: 1 }) }),
    ).rejects.toMatchObject({
      kind: 'communication',
    });
  });

  test('a connection that has fallen silent is not used again', async () => {
    let isSilent = true;
    const relay = createServer((client) => {
      const behind = connect(ports.get(server) ?? 0, '127.0.0.1');
      for (const [socket, other] of [[client, behind] as const, [behind, client] as const])
        socket.on('error', () => {}).on('close', () => other.destroy());
      client.pipe(behind);
      if (!isSilent) behind.pipe(client);
    });
    await once(relay.listen(0, '127.0.0.1'), 'listening');
    const { port } = relay.address() as AddressInfo;
    const silent = at(server, { proto: 'x.proto', port, timeout: 0.5 });
    await expect(call('Get', { orderId: 17 }, { config: silent })).rejects.toMatchObject({ kind: 'timeout' });
    isSilent = false;
    silent['timeout'] = 30;
    expect(await call('Get', { orderId: 17 }, { config: silent })).toEqual(order17);
    relay.close();
  });

  test('a call without an answer ends by its time, and when the caller cancels', async () => {
    const config = at(server, { proto: 'x.proto', timeout: 0.2 });
    await expect(call('Get', {}, { config })).rejects.toMatchObject({ kind: 'timeout', status: 408 });
    const abort = new AbortController();
    const called = call('Get', {}, { signal: abort.signal });
    abort.abort(new Error('cancelled'));
    await expect(called).rejects.toThrow('cancelled');
  });

  test('private addresses are refused unless they are allowed', async () => {
    const guarded = new Clients(guardedNetwork);
    for (const host of ['127.0.0.1', 'localhost']) {
      const config = at(server, { proto: 'x.proto', host });
      await expect(call('Get', {}, { config, known: guarded })).rejects.toMatchObject({
        kind: 'authorization',
      });
    }
    await guarded.close();
  });
});

test.each<[string, string, number]>([
  ['syntax = "proto3";\nmessage A { strin x = 1; }', 'strin', 0],
  ['syntax = "proto3";\nimport "other.proto";', '`other.proto`', 27],
  ['syntax = "proto3";\nmessage {', '', 19],
])('the description %j has a fault', (text, message, offset) => {
  const fault = connector.described?.check(text, 'proto');
  expect(fault?.message).toContain(message);
  expect(fault?.offset).toBe(offset);
});
