import { type AddressInfo, createServer, type Server } from 'node:net';
import type { Json } from '../../../../schemas/json/types.js';
import { json, TestServer } from '../../../controller/connectors/server.js';
import { document } from './table.js';

const canary = /canary-of-([\w/-]+)/g;

/** Servers beside that of the installation, which note each secret that they are sent. */
export class OtherServers {
  /** The server and the path of each secret, in the order of the requests. */
  readonly received: string[] = [];

  private constructor(
    readonly listed: TestServer,
    readonly elsewhere: TestServer,
    /** A server of Redis, which clients send their password first. */
    readonly redis: Server,
    readonly otherRedis: Server,
    note: { received: string[] },
  ) {
    this.received = note.received;
  }

  static async start(): Promise<OtherServers> {
    const received: string[] = [];
    const note = (server: string, text: string): void => {
      for (const [, path] of text.matchAll(canary)) received.push(`${server} ${path}`);
    };
    const http = (server: string) =>
      TestServer.start(({ headers, url }, response, body) => {
        note(server, `${headers['x-key']} ${headers.authorization} ${url} ${decodeURIComponent(body)}`);
        json(response, { access_token: 'opaque', expires_in: 0 });
      });
    const redis = async (server: string): Promise<Server> => {
      const listener = createServer((socket) => {
        socket.on('error', () => socket.destroy());
        socket.on('data', (data) => {
          note(server, data.toString('latin1'));
          socket.end('-ERR refused\r\n');
        });
      });
      await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
      return listener;
    };
    const servers = [await http('listed'), await http('elsewhere')] as const;
    return new OtherServers(...servers, await redis('redis'), await redis('other redis'), { received });
  }

  async stop(): Promise<void> {
    for (const server of [this.listed, this.elsewhere]) await server.stop();
    for (const server of [this.redis, this.otherRedis]) await new Promise((resolve) => server.close(resolve));
  }
}

const getPort = (server: Server): number => (server.address() as AddressInfo).port;

const key = '{ type: apiKey, in: header, name: X-Key, value: { secret: shop, key: key } }';
const http = (name: string, url: string, more = `auth: ${key}`) =>
  `kind: connection\nname: ${name}\nconnector: http\nconfig: { baseUrl: '${url}', ${more} }\n`;
const redis = (name: string, port: number) =>
  `kind: connection\nname: ${name}\nconnector: redis\nconfig: { host: 127.0.0.1, port: ${port}, password: { secret: shop, key: key } }\n`;
const oauth = (tokenUrl: string) =>
  `auth: { type: oauth2, tokenUrl: '${tokenUrl}', clientId: svc, clientAuthentication: body, clientSecret: { secret: shop, key: key } }`;

const header = "headers: { X-Key: '${ $secrets.shop.key }' }";
const reading = (name: string, tasks: string) => `${document(name)}use: { secrets: [shop] }\ndo:\n${tasks}`;
const asking = (url: string, value: string) =>
  `{ call: http, with: { method: get, endpoint: '${url}', headers: { X-Key: '${value}' } } }`;
const starting = (flow: string, input = '{}') =>
  `{ run: { workflow: { namespace: test, name: ${flow}, version: '1.0.0', input: ${input} } } }`;

/** The flows, the same on all branches. */
function flows({ listed, elsewhere }: OtherServers): Record<string, string> {
  const secret = '${ $secrets.shop.key }';
  const all = {
    'to-listed': reading('to-listed', `  - ask: ${asking(listed.url, secret)}\n`),
    'to-elsewhere': reading('to-elsewhere', `  - ask: ${asking(elsewhere.url, secret)}\n`),
    'to-computed': reading(
      'to-computed',
      `  - ask: { call: http, with: { method: get, endpoint: '\${ .url }', ${header} } }\n`,
    ),
    'to-authority': reading(
      'to-authority',
      `  - ask: { call: http, with: { method: get, endpoint: { uri: '${listed.url}', authentication: { oauth2: { authority: '${elsewhere.url}', grant: client_credentials, client: { id: svc, secret: '${secret}' } } } } } }\n`,
    ),
    'to-plain-connection': reading(
      'to-plain-connection',
      `  - ask: { call: plain.get, with: { path: /, headers: { X-Key: '${secret}' } } }\n`,
    ),
    'to-mcp': reading(
      'to-mcp',
      `  - ask: { call: mcp, with: { protocolVersion: '2025-06-18', method: tools/list, transport: { http: { endpoint: '${elsewhere.url}/mcp', headers: { X-Key: '${secret}' } } } } }\n`,
    ),
    'to-openapi': reading(
      'to-openapi',
      `  - ask: { call: openapi, with: { document: { endpoint: '${elsewhere.url}/openapi.json' }, operationId: x, parameters: { key: '${secret}' } } }\n`,
    ),
    'to-child': reading('to-child', `  - start: ${starting('asks', `{ key: '${secret}' }`)}\n`),
    asks: `${document('asks')}do:\n  - ask: ${asking(elsewhere.url, '${ .key }')}\n`,
    'from-child': `${document('from-child')}do:\n  - start: ${starting('reads')}\n  - ask: ${asking(elsewhere.url, '${ .key }')}\n`,
    reads: reading('reads', `  - read: { set: { key: '${secret}' } }\n`),
    'to-shell': reading(
      'to-shell',
      `  - start: { run: { shell: { command: "printf '%s' $KEY", environment: { KEY: '${secret}' } } } }\n`,
    ),
    'to-sandbox': reading(
      'to-sandbox',
      `  - code: { run: { script: { language: js, code: 'return { key: args.key }', arguments: { key: '${secret}' } } } }\n  - ask: ${asking(listed.url, '${ .key }')}\n`,
    ),
    // It reads no secret, and goes where it likes.
    'without-secret': `${document('without-secret')}do:\n  - ask: ${asking(elsewhere.url, 'canary-of-nothing')}\n`,
  };
  return Object.fromEntries(Object.entries(all).map(([name, text]) => [`flows/${name}.yaml`, text]));
}

/** The files of production, and those that a branch and the overlay change. @param url of the server of the connections */
export function hostFiles(servers: OtherServers, url: string): Record<string, Record<string, string>> {
  const { listed, elsewhere } = servers;
  const environment = (name: string, branches: string, more = '') =>
    `kind: environment\nname: ${name}\nsecrets: ${name}\nbranches: [${branches}]\nhosts: ['${listed.url}']\n${more}`;
  const changed = {
    'connections/moved.yaml': http('moved', elsewhere.url),
    'connections/token.yaml': http('token', url, oauth(elsewhere.url)),
    'connections/slower.yaml': http('slower', url, `auth: ${key}, timeout: 5`),
    'connections/keys.yaml': redis('keys', getPort(servers.otherRedis)),
    'connections/plain.yaml': http('plain', elsewhere.url, 'timeout: 5'),
    'connections/fresh.yaml': http('fresh', elsewhere.url),
    'connections/fresh-listed.yaml': http('fresh-listed', listed.url),
    'connections/hook.yaml':
      'kind: connection\nname: hook\nconnector: teams\nconfig: { webhook: { secret: shop, key: key } }\n',
    'connections/program.yaml': `kind: connection\nname: program\nconnector: mcp\nconfig: { command: node, arguments: ['-e', ''], environment: { KEY: { secret: shop, key: key } } }\n`,
  };
  // The version of the branch counts for connections, and not for `hosts`.
  const override = `connections: { override: { config: { baseUrl: '${elsewhere.url}' } } }\n`;
  const wide = (name: string) =>
    `kind: environment\nname: ${name}\nsecrets: ${name}\nbranches: ['**', local]\nhosts: ['${listed.url}', '${elsewhere.url}', 127.0.0.1]\n${override}`;
  return {
    main: {
      ...flows(servers),
      'environments/staging.yaml': environment('staging', "'preview/*'"),
      'environments/overlay.yaml': environment('overlay', "local, '**'"),
      'connections/moved.yaml': http('moved', url),
      'connections/token.yaml': http('token', url, oauth(`${url}/token`)),
      'connections/slower.yaml': http('slower', url),
      'connections/override.yaml': http('override', url),
      'connections/keys.yaml': redis('keys', getPort(servers.redis)),
      'connections/plain.yaml': http('plain', listed.url, 'timeout: 5'),
    },
    'preview/1': { ...changed, 'environments/staging.yaml': wide('staging') },
    local: { ...changed, 'environments/overlay.yaml': wide('overlay') },
  };
}

/** The server that gets the secret; `refused` where none may; `none` where nothing is refused and nothing sent. */
type Outcome = 'here' | 'listed' | 'elsewhere' | 'redis' | 'refused' | 'none';

export interface HostWay {
  name: string;
  operation: string;
  input: Record<string, Json>;
  /** By branch; left out where the branch does not have it. */
  outcomes: Readonly<Partial<Record<'main' | 'preview/1' | 'local', Outcome>>>;
}

type Outcomes = readonly [main: Outcome | undefined, preview: Outcome, local: Outcome];

function way(name: string, operation: string, input: Record<string, Json>, outcomes: Outcomes): HostWay {
  const [main, preview, local] = outcomes;
  return { name, operation, input, outcomes: { ...(main && { main }), 'preview/1': preview, local } };
}

const action = (name: string, connection: string, outcomes: Outcomes): HostWay =>
  way(name, 'invoke-connector-action', { connection, action: 'get', input: { path: '/' } }, outcomes);
const flow = (name: string, named: string, outcomes: Outcomes, parameters: Record<string, Json> = {}) =>
  way(name, 'run-flow', { flow: named, parameters }, outcomes);

export const hostWays = ({ elsewhere, listed }: OtherServers): readonly HostWay[] => [
  action('an unchanged connection', 'shop', ['here', 'here', 'here']),
  action('a connection with another address', 'moved', ['here', 'refused', 'refused']),
  action('a connection with another address of tokens', 'token', ['here', 'refused', 'refused']),
  action('a connection with the same address', 'slower', ['here', 'here', 'refused']),
  action('an address of the environment', 'override', ['here', 'refused', 'refused']),
  action('a new connection', 'fresh', [undefined, 'refused', 'refused']),
  action('a new connection to a host of `hosts`', 'fresh-listed', [undefined, 'listed', 'refused']),
  way('a test of a connection', 'test-connection', { connection: 'moved' }, ['here', 'refused', 'refused']),
  way('a test without HTTP', 'test-connection', { connection: 'keys' }, ['redis', 'refused', 'refused']),
  way('a secret in place of an address', 'test-connection', { connection: 'hook' }, [
    undefined,
    'refused',
    'refused',
  ]),
  way('a test of a program', 'test-connection', { connection: 'program' }, [undefined, 'refused', 'refused']),
  flow('a request to a host of `hosts`', 'to-listed', ['listed', 'listed', 'listed']),
  flow('a request', 'to-elsewhere', ['elsewhere', 'refused', 'refused']),
  flow('a request to a computed address', 'to-computed', ['elsewhere', 'refused', 'refused'], {
    url: elsewhere.url,
  }),
  flow('a computed address of `hosts`', 'to-computed', ['listed', 'listed', 'listed'], { url: listed.url }),
  flow('a request for a token', 'to-authority', ['elsewhere', 'refused', 'refused']),
  flow('a connection without credentials', 'to-plain-connection', ['listed', 'refused', 'refused']),
  flow('a call of mcp', 'to-mcp', ['elsewhere', 'refused', 'refused']),
  flow('a call of openapi', 'to-openapi', ['none', 'refused', 'refused']),
  flow('a child run', 'to-child', ['elsewhere', 'refused', 'refused']),
  flow('the output of a child run', 'from-child', ['elsewhere', 'refused', 'refused']),
  flow('a process', 'to-shell', ['none', 'refused', 'refused']),
  flow('JavaScript', 'to-sandbox', ['listed', 'listed', 'listed']),
  flow('a run that reads no secret', 'without-secret', ['elsewhere', 'elsewhere', 'elsewhere']),
];
