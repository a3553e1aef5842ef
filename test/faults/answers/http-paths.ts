import type { Json } from '../../../schemas/json/types.js';
import { answerFaults } from './broken-answers.js';
import { LyingServer, type Request } from './lying-server.js';
import { connection, flow, getKey, type Path, timeoutSeconds as timeout } from './path.js';

/** Sizes around those of the buffers between a socket and its reader. */
const sizes = [10, 1_000, 16_384, 65_535, 66_536, 200_000];
/** The answer to one request. */
interface Reply {
  readonly headers?: readonly string[];
  readonly status?: number;
  readonly body: Json | Buffer;
}

interface HttpPath {
  readonly name: string;
  /** Answers of the server before the one with the value. */
  readonly handshake?: number;
  /**
   * How much of a broken answer the reader takes: a `value` is taken whole, `bytes` mean something without their end, of
   * `bytes in time` each has a time of its own, and `messages` are taken as they come.
   */
  readonly takes: 'value' | 'bytes' | 'bytes in time' | 'messages';
  /** The kind of the error about a whole answer with another content than it should have; `communication` without it. */
  readonly unreadable?: string;
  files(url: string): Record<string, string>;
  /** The answer to a request, with the filler where the protocol has a value. */
  respond(request: Request, filler: string, url: string): Reply;
  /** False for requests that no run waits for. */
  matters?(request: Request): boolean;
  /** The output of the flow. */
  output(filler: string): unknown;
}

const size = (filler: string): unknown => ({ size: filler.length });
const filled = (_: Request, filler: string) => ({ body: { filler } });
const measured = (call: string, value = '.filler'): string =>
  `  - ask: ${call}\n  - measure: { set: { size: '\${ ${value} | length }' } }`;
const within = `timeout: { after: PT${timeout}S }`;
const asFile = (call: string): string => `  - ask: ${call}\n  - measure: { set: { size: '\${ .size }' } }`;

/** A description in OpenAPI with one operation. */
const description = (url: string): Json => ({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url }],
  paths: { '/orders': { get: { operationId: 'listOrders', responses: { 200: { description: 'Orders' } } } } },
});

const bucket = (name: string, url: string): string =>
  connection(
    name,
    's3',
    `{ endpoint: '${url}', bucket: shop, pathStyle: true, accessKeyId: A, secretAccessKey: ${getKey()}, timeout: ${timeout} }`,
  );
const objectHeaders = [
  'Content-Type: text/plain',
  'ETag: "a"',
  'Last-Modified: Mon, 02 Mar 2026 01:00:00 GMT',
];

/** The result of a method of the Model Context Protocol. */
function getResult(method: string, filler: string): Json {
  if (method === 'initialize')
    return {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'shop', version: '1' },
    };
  if (method === 'tools/list') return { tools: [] };
  return { content: [{ type: 'text', text: filler }] };
}

function mcpReply({ method, body }: Request, filler: string, isStream: boolean): Reply {
  // The server has no messages of its own.
  if (method !== 'POST') return { status: 405, body: {} };
  const { id, method: called } = JSON.parse(body.toString()) as { id?: number; method: string };
  if (id === undefined) return { status: 202, body: {} };
  const message = JSON.stringify({ jsonrpc: '2.0', id, result: getResult(called, filler) });
  if (!isStream) return { body: Buffer.from(message) };
  return {
    headers: ['Content-Type: text/event-stream'],
    body: Buffer.from(`event: message\ndata: ${message}\n\n`),
  };
}

const mcp = (name: string, isStream: boolean): HttpPath => ({
  name,
  handshake: 2,
  takes: isStream ? 'messages' : 'value',
  files: (url) => ({
    [`connections/${name}.yaml`]: connection(name, 'mcp', `{ url: '${url}/mcp', timeout: ${timeout} }`),
    [`flows/${name}.yaml`]: flow(
      name,
      measured(
        `{ call: ${name}.request, with: { method: tools/call, parameters: { name: say, arguments: {} } } }`,
        '.content[0].text',
      ),
    ),
  }),
  respond: (request, filler) => mcpReply(request, filler, isStream),
  matters: ({ method, body }) => method === 'POST' && body.includes('"id"'),
  output: size,
});

const forms: readonly HttpPath[] = [
  {
    name: 'http',
    takes: 'value',
    files: (url) => ({
      'connections/http.yaml': connection('http', 'http', `{ baseUrl: '${url}', timeout: ${timeout} }`),
      'flows/http.yaml': flow('http', measured('{ call: http.get, with: { path: /a } }')),
    }),
    respond: filled,
    output: size,
  },
  {
    name: 'http-call',
    takes: 'value',
    files: (url) => ({
      'flows/http-call.yaml': flow(
        'http-call',
        measured(`{ call: http, with: { method: get, endpoint: '${url}/b' }, ${within} }`),
      ),
    }),
    respond: filled,
    output: size,
  },
  {
    name: 'http-file',
    takes: 'bytes in time',
    files: (url) => ({
      'connections/files.yaml': connection('files', 'http', `{ baseUrl: '${url}', timeout: ${timeout} }`),
      'flows/http-file.yaml': flow(
        'http-file',
        asFile('{ call: files.get, with: { path: /c, output: file } }'),
      ),
    }),
    respond: filled,
    output: (filler) => ({ size: JSON.stringify({ filler }).length }),
  },
  {
    name: 'oidc',
    handshake: 2,
    takes: 'value',
    files: (url) => ({
      'flows/oidc.yaml': flow(
        'oidc',
        measured(
          `
      call: http
      with:
        method: get
        endpoint:
          uri: ${url}/d
          authentication:
            oidc:
              authority: ${url}
              grant: client_credentials
              client: { id: '\${ "svc-" + ($workflow.input.n | tostring) }', secret: a }
      ${within}`,
        ),
      ),
    }),
    respond(request, filler, url) {
      if (request.url.includes('openid-configuration'))
        return { body: { issuer: url, token_endpoint: `${url}/token` } };
      if (request.url === '/token')
        return { body: { access_token: 'a', token_type: 'Bearer', expires_in: 60 } };
      return { body: { filler } };
    },
    output: size,
  },
  {
    name: 'openapi',
    takes: 'value',
    files: (url) => ({
      'apis/shop.openapi.json': JSON.stringify(description(url)),
      'connections/api.yaml': connection(
        'api',
        'openapi',
        `{ document: /apis/shop.openapi.json, timeout: ${timeout} }`,
      ),
      'flows/openapi.yaml': flow('openapi', measured('{ call: api.listOrders, with: {} }')),
    }),
    respond: filled,
    output: size,
  },
  {
    name: 'openapi-call',
    handshake: 1,
    takes: 'value',
    unreadable: 'configuration',
    files: (url) => ({
      'flows/openapi-call.yaml': flow(
        'openapi-call',
        measured(
          `
      call: openapi
      with:
        document: { endpoint: '\${ "${url}/description?n=" + ($workflow.input.n | tostring) }' }
        operationId: listOrders
      ${within}`,
        ),
      ),
    }),
    respond: (request, filler, url) => ({
      body: request.url.startsWith('/description') ? description(url) : { filler },
    }),
    output: size,
  },
  {
    name: 'graphql',
    takes: 'value',
    files: (url) => ({
      'connections/graph.yaml': connection(
        'graph',
        'graphql',
        `{ endpoint: '${url}/graphql', timeout: ${timeout} }`,
      ),
      'flows/graphql.yaml': flow(
        'graphql',
        measured(`{ call: graph.query, with: { query: '{ filler }' } }`, '.data.filler'),
      ),
    }),
    respond: (_, filler) => ({ body: { data: { filler } } }),
    output: size,
  },
  {
    name: 's3',
    takes: 'bytes',
    files: (url) => ({
      'connections/bucket.yaml': bucket('bucket', url),
      'flows/s3.yaml': flow('s3', measured('{ call: bucket.read, with: { key: a } }', '.content')),
    }),
    respond: (_, filler) => ({ headers: objectHeaders, body: Buffer.from(filler) }),
    output: size,
  },
  {
    name: 's3-file',
    takes: 'bytes in time',
    files: (url) => ({
      'connections/objects.yaml': bucket('objects', url),
      'flows/s3-file.yaml': flow('s3-file', asFile('{ call: objects.download, with: { key: a } }')),
    }),
    respond: (_, filler) => ({ headers: objectHeaders, body: Buffer.from(filler) }),
    output: size,
  },
  mcp('mcp', false),
  mcp('mcp-stream', true),
];

/** Every path over HTTP. */
export function openHttpPaths(): Promise<Path[]> {
  return Promise.all(forms.map(openPath));
}

/** Broken answers that readers of bytes take for whole: decoders forgive a missing end, as those of browsers do. */
const wholeAsBytes = ['says a length that is too small', 'cuts a compressed body'];
/** Answers with more bytes than a file may have. */
const large = /^floods|unpacks to a large one$/;
/** Such a reader waits for as long as this goes on. */
const slow = 'sends a byte now and then';

async function openPath(form: HttpPath): Promise<Path> {
  const { name, handshake = 0, takes, matters } = form;
  const faults = [...answerFaults.keys()].filter((fault) => takes !== 'bytes in time' || fault !== slow);
  let filler = '';
  const server: LyingServer = await LyingServer.start((request) => {
    const { headers = [], status = 200, body } = form.respond(request, filler, server.url);
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    const isTyped = headers.some((line) => /^content-type:/i.test(line));
    return {
      status,
      headers: [...(isTyped ? [] : ['Content-Type: application/json']), ...headers],
      body: bytes,
    };
  }, matters);
  return {
    name,
    files: form.files(server.url),
    arm(random) {
      filler = 'x'.repeat(random.pick(sizes));
      const fault = random.pick(faults);
      server.arm(fault, random, random.whole(0, handshake));
      const { end = 'completed' } = answerFaults.get(fault) ?? {};
      const isTaken = takes !== 'value' && wholeAsBytes.includes(fault);
      const mayComplete = isTaken || (takes === 'messages' && end === 'faulted');
      return {
        fault,
        get isMet() {
          return server.brokenCount > 0;
        },
        get end() {
          if (server.brokenCount === 0) return 'completed' as const;
          return mayComplete ? ('either' as const) : end;
        },
        output: isTaken ? undefined : form.output(filler),
        errors: [
          ...(form.unreadable !== undefined && wholeAsBytes.includes(fault) ? [form.unreadable] : []),
          ...(takes === 'bytes in time' && large.test(fault) ? ['runtime'] : []),
        ],
      };
    },
    disarm: () => server.disarm(),
    stop: () => server.stop(),
  };
}
