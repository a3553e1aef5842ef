import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type Server as HttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { Server, ServerCredentials, type ServerUnaryCall, type sendUnaryData, status } from '@grpc/grpc-js';
import { jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { graphqlConnector } from '../../../controller/connectors/graphql/connector.js';
import { grpcConnector } from '../../../controller/connectors/grpc/connector.js';
import { type Connector, configDefaults, validateConfig } from '../../../controller/connectors/index.js';
import { openApiConnector } from '../../../controller/connectors/openapi/connector.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { TestAuthority } from './http/certificates.js';
import { shown } from './http/use.js';
import { openClients } from './networks.js';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const key = rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const authority = new TestAuthority();
const own = authority.issue('svc client');
const clients = openClients();

/** The audience that the servers expect. */
const audience = 'https://api.test';
/** Seconds by which the clocks of the servers are ahead. */
let ahead = 0;
/** True while the servers refuse all requests, and repeat their headers. */
let isRepeating = false;
/** Names in the certificates that clients showed. */
let certified: string[] = [];
let https: HttpsServer;
let port = 0;
let grpc: Server;
let grpcPort = 0;

async function findFault(authorization: string, publicKey: KeyObject): Promise<string | undefined> {
  const currentDate = new Date(Date.now() + ahead * 1_000);
  const jwt = authorization.replace('Bearer ', '');
  return jwtVerify(jwt, publicKey, { audience, currentDate }).then(
    () => undefined,
    (error: Error) => `${error.message} ${jwt}`,
  );
}

beforeAll(async () => {
  const { certificate: cert, key: serverKey } = authority.issue('server', 'IP:127.0.0.1');
  const options = {
    cert,
    key: serverKey,
    ca: authority.certificate,
    requestCert: true,
    rejectUnauthorized: true,
  };
  https = createServer(options, async (request, response) => {
    certified.push(String((request.socket as TLSSocket).getPeerCertificate().subject?.CN));
    response.setHeader('date', new Date(Date.now() + ahead * 1_000).toUTCString());
    response.setHeader('content-type', 'application/json');
    if (isRepeating) {
      const message = JSON.stringify(request.headers);
      response.writeHead(403).end(JSON.stringify({ message, errors: [{ message }] }));
      return;
    }
    const fault = await findFault(request.headers.authorization ?? '', rsa.publicKey);
    if (fault === undefined) response.end(JSON.stringify({ data: { order: { id: 'a-1' } } }));
    else response.writeHead(401).end(JSON.stringify({ message: fault }));
  });
  await new Promise<void>((resolve) => https.listen(0, '127.0.0.1', resolve));
  ({ port } = https.address() as AddressInfo);
  grpc = new Server();
  const asIs = (bytes: Buffer): Buffer => bytes;
  const serialization = {
    requestSerialize: asIs,
    requestDeserialize: asIs,
    responseSerialize: asIs,
    responseDeserialize: asIs,
  };
  const path = '/shop.v1.Orders/Get';
  const definition = { Get: { path, requestStream: false, responseStream: false, ...serialization } };
  grpc.addService(definition, {
    async Get(call: ServerUnaryCall<Buffer, Buffer>, done: sendUnaryData<Buffer>) {
      const [peer] = [call.getAuthContext().sslPeerCertificate];
      certified.push(String(peer?.subject.CN));
      if (isRepeating)
        return done({ code: status.PERMISSION_DENIED, details: JSON.stringify(call.metadata.getMap()) });
      const fault = await findFault(String(call.metadata.get('authorization')[0] ?? ''), rsa.publicKey);
      if (fault === undefined) return done(null, Buffer.from([8, 17]));
      const { Metadata } = await import('@grpc/grpc-js');
      const metadata = new Metadata();
      metadata.set('date', new Date(Date.now() + ahead * 1_000).toUTCString());
      done({ code: status.UNAUTHENTICATED, details: fault, metadata });
    },
  });
  const pair = { private_key: Buffer.from(serverKey), cert_chain: Buffer.from(cert) };
  const credentials = ServerCredentials.createSsl(Buffer.from(authority.certificate), [pair], true);
  grpcPort = await new Promise<number>((resolve, reject) => {
    grpc.bindAsync('127.0.0.1:0', credentials, (error, bound) => (error ? reject(error) : resolve(bound)));
  });
});
afterAll(async () => {
  await clients.close();
  grpc.forceShutdown();
  https.closeAllConnections();
  await new Promise((resolve) => https.close(resolve));
  authority.remove();
});
beforeEach(() => {
  ahead = 0;
  isRepeating = false;
  certified = [];
});

interface Subject {
  connector: Connector;
  config(): JsonObject;
  /** The fields of TLS. */
  tls(certificate: JsonObject): JsonObject;
  texts: Record<string, string>;
  action: string;
  input: JsonObject;
  answer: Json;
}

const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  security: [{ certificate: [] }, { token: [] }],
  components: {
    securitySchemes: { certificate: { type: 'mutualTLS' }, token: { type: 'http', scheme: 'digest' } },
  },
  paths: {
    '/orders': {
      get: {
        operationId: 'getOrders',
        security: [{ token: [] }],
        responses: { 200: { description: 'The orders.' } },
      },
    },
    '/certified': {
      get: { operationId: 'getCertified', responses: { 200: { description: 'The orders.' } } },
    },
  },
});
const proto = `syntax = "proto3";
package shop.v1;
service Orders { rpc Get (Order) returns (Order); }
message Order { int32 id = 1; }`;

const inTls = (certificate: JsonObject) => ({ tls: { ca: authority.certificate, ...certificate } });
const subjects: Subject[] = [
  {
    connector: openApiConnector as unknown as Connector,
    config: () => ({ document: 'shop.openapi.json', baseUrl: `https://127.0.0.1:${port}` }),
    tls: inTls,
    texts: { document },
    action: 'getOrders',
    input: {},
    answer: { data: { order: { id: 'a-1' } } },
  },
  {
    connector: graphqlConnector as unknown as Connector,
    config: () => ({ endpoint: `https://127.0.0.1:${port}/graphql` }),
    tls: inTls,
    texts: {},
    action: 'query',
    input: { query: '{ order { id } }' },
    answer: { data: { order: { id: 'a-1' } } },
  },
  {
    connector: grpcConnector as unknown as Connector,
    config: () => ({ host: '127.0.0.1', port: grpcPort, ssl: 'verify', proto: 'shop.proto' }),
    tls: (certificate) => ({ ca: authority.certificate, ...certificate }),
    texts: { proto },
    action: 'Get',
    input: { id: 17 },
    answer: { id: 17 },
  },
];

function call(subject: Subject, config: JsonObject, action = subject.action): Promise<Json> {
  const { connector, input, texts } = subject;
  const whole = configDefaults(connector, { ...subject.config(), ...config });
  const about = { connection: 'shop', config: whole, signal: new AbortController().signal };
  return clients.use(connector, about, async (context) => {
    const found = connector.described?.actions(whole, texts)?.[action];
    if (!found) throw new Error(`no action ${action}`);
    return found.run({ ...context, idempotencyKey: 'key-1', log: () => {} }, input);
  });
}

const auth = (more: JsonObject = {}): JsonObject => ({ type: 'jwt', issuer: 'svc', audience, key, ...more });
const certificate = { certificate: own.certificate, privateKey: own.key };

describe.each(subjects.map((subject) => [subject.connector.name, subject] as const))('%s', (_, subject) => {
  const { connector, tls, answer } = subject;

  test('signs a JWT, and shows the certificate of the client', async () => {
    expect(await call(subject, { ...tls(certificate), auth: auth() })).toEqual(answer);
    expect(certified).toEqual(['svc client']);
  });

  test('signs again by the clock of a server that is five minutes ahead', async () => {
    ahead = 300;
    expect(await call(subject, { ...tls(certificate), auth: auth({ issuer: connector.name }) })).toEqual(
      answer,
    );
    expect(certified).toHaveLength(2);
  });

  test('says with a wrong audience what to check, and shows no JWT', async () => {
    const wrong = auth({ audience: 'https://other.test' });
    const failure = await call(subject, { ...tls(certificate), auth: wrong }).catch((error) => error);
    expect(failure).toMatchObject({ kind: 'authentication', status: 401 });
    expect(failure.message).toContain('`auth` was signed with RS256 for the audience `https://other.test`');
    expect(failure.message).not.toMatch(/[\w-]{100,}/);
    expect(shown(failure)).not.toMatch(/PRIVATE KEY/);
  });

  test.each<[string, JsonObject]>([
    ['a JWT', auth()],
    ['a token', { type: 'bearer', token: 'geheim-geheim' }],
    ['a key', { type: 'apiKey', in: 'header', name: 'x-key', value: 'geheim-geheim' }],
  ])(
    'shows nothing of %s when the server refuses the right and repeats its headers',
    async (name, signIn) => {
      // Only headers of HTTP are keys.
      if (name === 'a key' && connector.name === 'grpc') return;
      isRepeating = true;
      const failure = await call(subject, { ...tls(certificate), auth: signIn }).catch((error) => error);
      expect(failure).toMatchObject({ status: 403 });
      expect(failure.message).toContain('***');
      expect(failure.message).not.toMatch(/geheim|[\w-]{100,}/);
    },
  );

  test('is refused without the certificate', async () => {
    const failure = await call(subject, { ...tls({}), auth: auth() }).catch((error) => error);
    expect(failure).toMatchObject({ kind: 'communication', status: 503 });
    expect(certified).toEqual([]);
  });

  test.each([
    [
      'the key of another',
      () => ({ ...certificate, privateKey: authority.issue('x').key }),
      /is not the key of/,
    ],
    ['no PEM', () => ({ ...certificate, privateKey: 'geheim' }), /cannot be read/],
  ])('refuses a certificate that cannot be used: %s', async (_name, fields, message) => {
    const failure = await call(subject, { ...tls(fields()), auth: auth() }).catch((error) => error);
    expect(failure).toMatchObject({ kind: 'configuration', message: expect.stringMatching(message) });
    expect(shown(failure)).not.toMatch(/geheim|PRIVATE KEY/);
  });

  test('takes keys from secrets only, and counts the address of tokens as a destination', () => {
    const config = {
      ...subject.config(),
      auth: { type: 'jwt', key },
      ...tls({ certificate: 'PEM', privateKey: 'PEM' }),
    };
    const places = validateConfig(connector, config).map(({ rule, pointer }) => [rule, pointer]);
    expect(places).toContainEqual(['credential-plain', '/auth/key']);
    expect(places).toContainEqual(['credential-plain', expect.stringMatching(/\/privateKey$/)]);
    const oauth2 = { type: 'oauth2', tokenUrl: 'https://login.test/token', assertion: {} };
    const destinations = connector.destinations?.({ ...subject.config(), auth: oauth2 }, {});
    expect(destinations).toContainEqual({ origin: 'https://login.test' });
  });
});

test('a call of gRPC whose authority of tokens is silent ends in time, with an error of the connection', async () => {
  const silent = createTcpServer();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const subject = subjects.find(({ connector }) => connector.name === 'grpc') as Subject;
  const tokenUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/token`;
  const config = {
    ...subject.tls(certificate),
    timeout: 1,
    auth: { type: 'oauth2', tokenUrl, clientId: 'svc' },
  };
  const failure = await call(subject, config).catch((error) => error);
  silent.close();
  expect(failure).toMatchObject({ kind: 'timeout', status: 408 });
});

test('an operation of a description with `mutualTLS` needs `tls` alone', async () => {
  const [subject] = subjects;
  if (!subject) throw new Error('no subject');
  const described = (config: JsonObject) =>
    subject.connector.described?.actions({ ...subject.config(), ...config }, subject.texts)?.['getCertified'];
  const checked = (config: JsonObject) => described(config)?.check?.({}, () => true);
  expect(checked({})?.message).toContain('`certificate`');
  expect(checked(subject.tls(certificate))).toBeUndefined();
  // The server wants a token besides, which nothing in the description says.
  await expect(call(subject, subject.tls(certificate), 'getCertified')).rejects.toMatchObject({
    status: 401,
  });
  expect(certified).toEqual(['svc client']);
});

test.each([
  ['graphql', { token: 'geheim-geheim', auth: { type: 'basic', username: 'u', password: 'p' } }, /both say/],
  ['grpc', { token: 'geheim-geheim', auth: { type: 'basic', username: 'u', password: 'p' } }, /both say/],
  ['grpc', { ssl: 'disable', certificate: own.certificate, privateKey: own.key }, /set `ssl: verify`/],
])('%s refuses what excludes each other', async (name, config, message) => {
  const subject = subjects.find(({ connector }) => connector.name === name);
  const failure = await call(subject as Subject, config).catch((error) => error);
  expect(failure).toMatchObject({ kind: 'configuration', message: expect.stringMatching(message) });
  expect(shown(failure)).not.toContain('geheim');
});
