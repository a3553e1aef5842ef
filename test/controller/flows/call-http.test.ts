import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createHttpClient } from '../../../controller/connectors/index.js';
import type { Json } from '../../../schemas/json/types.js';
import { json, TestServer } from '../connectors/server.js';
import { MemoryHost } from './memory-host.js';
import { plan } from './support.js';

const client = createHttpClient({ allowPrivateNetworks: true });
let server: TestServer;
/** Bodies of the requests for tokens. */
let tokenRequests: { body: string; authorization: string | undefined; type: string | undefined }[] = [];
/** The counts of the nonce in all requests for `/digest`. */
let digestCounts: string[] = [];

const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const token = `x.${Buffer.from(JSON.stringify({ iss: 'https://issuer' })).toString('base64url')}.y`;

beforeAll(async () => {
  server = await TestServer.start((request, response, body) => {
    const { authorization } = request.headers;
    switch (request.url) {
      case '/digest': {
        const field = (name: string) => new RegExp(`${name}="?([^",]+)`).exec(authorization ?? '')?.[1] ?? '';
        digestCounts.push(field('nc'));
        const ha1 = md5('ada:there:lovelace');
        const expected = md5(`${ha1}:n1:${field('nc')}:${field('cnonce')}:auth:${md5('GET:/digest')}`);
        if (field('response') === expected) return json(response, 'welcome');
        const challenge = 'Digest realm="there", nonce="n1", qop="auth", algorithm=MD5, opaque="o"';
        return response.writeHead(401, { 'www-authenticate': challenge }).end();
      }
      case '/oauth2/token':
      case '/discovered/token':
        tokenRequests.push({ body, authorization, type: request.headers['content-type'] });
        if (body.includes('cuts')) {
          response.writeHead(200, { 'content-length': '500' }).write('{"access_token":');
          return response.socket?.destroySoon();
        }
        if (body.includes('pages')) return response.end('<h1>Welcome</h1>');
        if (body.includes('busy')) return response.writeHead(503, { 'retry-after': '7' }).end();
        return body.includes('wrong')
          ? json(response, { error: 'invalid_client' }, 401)
          : json(response, { access_token: token, expires_in: 3600 });
      case '/.well-known/openid-configuration':
        return json(response, { token_endpoint: `${server.url}/discovered/token` });
      default:
        return json(response, authorization ?? null);
    }
  });
});

beforeEach(() => {
  tokenRequests = [];
  digestCounts = [];
});

afterAll(async () => {
  await Promise.all([client.close(), server.stop()]);
});

function get(path: string, authentication: string, more = '') {
  const yaml = `
use: { secrets: [ api ] }
do:
  - get:
      call: http
      with: { method: get, endpoint: { uri: '${server.url}${path}', authentication: ${authentication} } }
      ${more}`;
  return plan(yaml.replaceAll('AUTHORITY', server.url));
}

function run(path: string, authentication: string, secret: Json = {}, more = ''): Promise<Json> {
  const host = new MemoryHost({ fetch: client.fetch, secrets: { api: secret } });
  return get(path, authentication, more).execute({}, host);
}

describe('authentication from a secret', () => {
  test.each([
    ['basic', { username: 'u', password: 'p' }, 'Basic dTpw'],
    ['bearer', { token: 't' }, 'Bearer t'],
  ])('%s', async (scheme, secret, expected) => {
    await expect(run('/', `{ ${scheme}: { use: api } }`, secret)).resolves.toBe(expected);
  });

  test('a secret without what the scheme needs is a configuration error', async () => {
    await expect(run('/', '{ basic: { use: api } }', { username: 'u' })).rejects.toMatchObject({
      body: { status: 400, detail: expect.stringContaining('`password`'), instance: '/do/0/get' },
    });
  });
});

test('a digest challenge is answered', async () => {
  await expect(run('/digest', '{ digest: { username: ada, password: lovelace } }')).resolves.toBe('welcome');
  await expect(run('/digest', '{ digest: { username: ada, password: byron } }')).rejects.toMatchObject({
    body: { status: 401, type: expect.stringMatching(/communication$/) },
  });
});

test('a digest challenge is answered again with the next count, without a new challenge', async () => {
  const compiled = get('/digest', '{ digest: { username: ada, password: lovelace } }');
  for (let time = 0; time < 3; time++) {
    await expect(compiled.execute({}, new MemoryHost({ fetch: client.fetch }))).resolves.toBe('welcome');
  }
  expect(digestCounts).toEqual(['', '00000001', '00000002', '00000003']);
});

describe('OAuth 2', () => {
  test('parallel runs ask for one token together', async () => {
    const compiled = get(
      '/',
      '{ oauth2: { authority: AUTHORITY, grant: client_credentials, client: { id: me, secret: s } } }',
    );
    const runs = Array.from({ length: 5 }, () =>
      compiled.execute({}, new MemoryHost({ fetch: client.fetch })),
    );
    for (const output of await Promise.all(runs)) expect(output).toBe(`Bearer ${token}`);
    expect(tokenRequests).toHaveLength(1);
  });

  test('a token is asked for once, and sent', async () => {
    const compiled = get(
      '/',
      '{ oauth2: { authority: AUTHORITY, grant: client_credentials, client: { id: me, secret: s }, scopes: [ a, b ], audiences: [ c ] } }',
    );
    for (let time = 0; time < 2; time++) {
      const host = new MemoryHost({ fetch: client.fetch });
      await expect(compiled.execute({}, host)).resolves.toBe(`Bearer ${token}`);
    }
    expect(tokenRequests).toEqual([
      {
        body: 'grant_type=client_credentials&scope=a+b&audience=c&client_id=me&client_secret=s',
        authorization: undefined,
        type: 'application/x-www-form-urlencoded',
      },
    ]);
  });

  test.each([
    ['client_secret_basic', '', 'Basic bWU6cw=='],
    ['none', '&client_id=me', undefined],
    ['private_key_jwt', '&client_id=me&client_assertion_type=', undefined],
    ['client_secret_jwt', '&client_id=me&client_assertion_type=', undefined],
  ])('the client proves itself by %s', async (method, body, authorization) => {
    const oauth2 = `{ authority: AUTHORITY, grant: client_credentials, client: { id: me, secret: s, assertion: jwt, authentication: ${method} } }`;
    await run('/', `{ oauth2: ${oauth2} }`);
    expect(tokenRequests[0]?.authorization).toBe(authorization);
    expect(tokenRequests[0]?.body).toContain(`grant_type=client_credentials${body}`);
  });

  test.each(['client_secret_jwt', 'private_key_jwt'])(
    '%s sends the assertion of the client',
    async (method) => {
      const oauth2 = `{ authority: AUTHORITY, grant: client_credentials, client: { id: me, assertion: a.b.c, authentication: ${method} } }`;
      await run('/', `{ oauth2: ${oauth2} }`);
      expect(new URLSearchParams(tokenRequests[0]?.body).get('client_assertion')).toBe('a.b.c');
    },
  );

  test.each([
    ['client_secret_basic', {}, '`client.secret`'],
    ['client_secret_basic', { assertion: 'jwt' }, '`client.secret`'],
    ['client_secret_jwt', { secret: '' }, '`client.secret` or `client.assertion`'],
    ['private_key_jwt', { secret: 's', assertion: null }, '`client.assertion`'],
  ])('%s without a proof sends nothing: %j', async (method, given, names) => {
    const client = { id: 'me', authentication: method, ...given };
    const secret = { authority: server.url, grant: 'client_credentials', client };
    await expect(run('/', '{ oauth2: { use: api } }', secret)).rejects.toMatchObject({
      body: { status: 400, detail: `\`client.authentication: ${method}\` needs ${names}` },
    });
    expect(tokenRequests).toEqual([]);
  });

  test('properties from a secret, another endpoint, the password grant, a JSON request', async () => {
    const secret = {
      authority: `${server.url}/`,
      endpoints: { token: '/discovered/token' },
      grant: 'password',
      username: 'u',
      password: 'p',
      request: { encoding: 'application/json' },
    };
    await run('/', '{ oauth2: { use: api } }', secret);
    expect(JSON.parse(tokenRequests[0]?.body ?? '')).toMatchObject({ grant_type: 'password', username: 'u' });
  });

  test('an authority that is busy is a communication error, which a retry may help against', async () => {
    const client = { id: 'busy', secret: 's' };
    const secret = { authority: server.url, grant: 'client_credentials', client };
    await expect(run('/', '{ oauth2: { use: api } }', secret)).rejects.toMatchObject({
      body: { type: expect.stringMatching(/\/communication$/), status: 503, retryAfter: 7 },
    });
  });

  test('OpenID Connect finds the endpoint by discovery', async () => {
    const oidc = '{ authority: AUTHORITY, grant: client_credentials, client: { id: me, secret: s } }';
    await expect(run('/', `{ oidc: ${oidc} }`)).resolves.toBe(`Bearer ${token}`);
    expect(tokenRequests).toHaveLength(1);
  });

  test('a token refused is an authentication error without the secret', async () => {
    const oauth2 =
      '{ authority: AUTHORITY, grant: client_credentials, client: { id: me, secret: wrong-geheim } }';
    const refused = await run('/', `{ oauth2: ${oauth2} }`).catch((error) => error.body);
    expect(refused).toMatchObject({ status: 401, instance: '/do/0/get' });
    expect(refused.type).toMatch(/authentication$/);
    expect(JSON.stringify(refused)).not.toContain('geheim');
  });

  test('a token from another issuer is not used', async () => {
    const oauth2 = '{ authority: AUTHORITY, grant: client_credentials, issuers: [ https://other ] }';
    await expect(run('/', `{ oauth2: ${oauth2} }`)).rejects.toMatchObject({ body: { status: 401 } });
  });

  test('a grant that needs a person is refused before any run', () => {
    const oauth2 = '{ authority: AUTHORITY, grant: authorization_code }';
    expect(() => get('/', `{ oauth2: ${oauth2} }`)).toThrow(/not-supported/);
  });

  test.each(['cuts', 'pages'])(
    'an authority that %s is a communication error, and no refusal',
    async (id) => {
      const secret = { authority: server.url, grant: 'client_credentials', client: { id, secret: 's' } };
      await expect(run('/', '{ oauth2: { use: api } }', secret)).rejects.toMatchObject({
        body: { type: expect.stringMatching(/\/communication$/), status: expect.any(Number) },
      });
    },
  );

  test('`$authorization` shows the token, on a replay too', async () => {
    const oauth2 = '{ authority: AUTHORITY, grant: client_credentials }';
    const compiled = get(
      '/',
      `{ oauth2: ${oauth2} }`,
      "output: { as: '[$authorization.scheme, $authorization.parameter]' }",
    );
    const first = new MemoryHost({ fetch: client.fetch });
    const output = await compiled.execute({}, first);
    expect(output).toEqual(['Bearer', token]);
    const second = new MemoryHost({ fetch: client.fetch, journal: first.journal });
    await expect(compiled.execute({}, second)).resolves.toEqual(output);
  });
});

test('values of headers and query may be numbers, booleans, lists and null', async () => {
  const seen: { url: string; accept: string | null; none: string | null; n: string | null }[] = [];
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const headers = new Headers(init?.headers);
    const [accept, none, n] = ['accept', 'x-none', 'x-n'].map((name) => headers.get(name));
    seen.push({ url: String(url), accept: accept ?? null, none: none ?? null, n: n ?? null });
    return new Response();
  };
  const flow = plan(`
do:
  - get:
      call: http
      with:
        method: get
        endpoint: https://example.com/
        headers: { Accept: [ text/plain, application/json ], X-None: null, X-N: 5 }
        query: { page: 2, open: true, tag: [ a, 1, null ], none: null }`);
  await flow.execute({}, new MemoryHost({ fetch }));
  const url = 'https://example.com/?page=2&open=true&tag=a&tag=1';
  expect(seen).toEqual([{ url, accept: 'text/plain, application/json', none: null, n: '5' }]);
});

describe('what can be wrong with a request', () => {
  const call = (fields: string) => plan(`do: [ { get: { call: http, with: { ${fields} } } } ]`);
  test.each([
    [`method: get, endpoint: '\${ .missing }'`, '`endpoint` must give a URI, not null'],
    [`method: get, endpoint: '\${ "/relative" }'`, 'is not an absolute URI'],
    [`method: get, endpoint: '\${ "ftp://e.com" }'`, 'is not a protocol'],
    [`method: '\${ .missing }', endpoint: 'https://e.com'`, '`method` must be the name'],
    [
      'method: get, endpoint: \'https://e.com\', headers: { a: "x\\ny" }',
      '`headers.a` is not a valid header',
    ],
    ["method: get, endpoint: 'https://e.com', query: { a: { b: 1 } }", '`query.a` must be'],
    [`method: '\${ "GET" }', endpoint: 'https://e.com', body: { b: 1 }`, 'GET requests have no `body`'],
  ])('%s is a configuration error', async (fields, detail) => {
    await expect(call(fields).execute({}, new MemoryHost())).rejects.toMatchObject({
      body: { status: 400, detail: expect.stringContaining(detail), instance: '/do/0/get' },
    });
  });

  test('a template variable that is not scalar is an expression error', async () => {
    const run = call("method: get, endpoint: 'https://e.com/{a}'").execute({ a: [] }, new MemoryHost());
    await expect(run).rejects.toMatchObject({ body: { type: expect.stringMatching(/expression$/) } });
  });

  test('an address that the network rules refuse says which setting would allow it', async () => {
    const guarded = createHttpClient({ allowPrivateNetworks: false });
    const run = call(`method: get, endpoint: '${server.url}'`).execute(
      {},
      new MemoryHost({ fetch: guarded.fetch }),
    );
    await expect(run).rejects.toMatchObject({
      body: { status: 403, detail: expect.stringContaining('Flows.AllowPrivateNetworks') },
    });
    await guarded.close();
  });
});

describe('a value of the address', () => {
  const getTemplatePath = (template: string, id: string) =>
    plan(
      `do: [{ get: { call: http, with: { method: get, endpoint: '${server.url}${template}' } } }]`,
    ).execute({ id }, new MemoryHost({ fetch: client.fetch }));

  test.each(['..', '.'])('%j leads to no other path', async (id) => {
    await expect(getTemplatePath('/orders/{id}/notes', id)).rejects.toMatchObject({
      body: { type: expect.stringMatching(/\/expression$/), detail: expect.stringContaining('another path') },
    });
  });

  test('without a character of its own is sent', async () => {
    await expect(getTemplatePath('/orders/{id}', '\ud800')).resolves.toBeNull();
  });
});
