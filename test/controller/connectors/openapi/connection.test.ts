import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ConnectorError, validateConfig } from '../../../../controller/connectors/index.js';
import type { JsonObject } from '../../../../schemas/json/types.js';
import { guardedNetwork } from '../networks.js';
import { json, TestServer } from '../server.js';
import { Api, connector, fixture } from './api.js';

const text = fixture('petstore.swagger.json');
type Network = typeof guardedNetwork;

let server: TestServer;
let seen: { url: string; headers: Record<string, unknown>; body: string }[] = [];
let tokens = 0;

beforeAll(async () => {
  server = await TestServer.start(({ url = '', headers }, response, body) => {
    seen.push({ url, headers, body });
    switch (new URL(url, 'http://x').pathname) {
      case '/openapi.json':
        return response.end(JSON.stringify({ ...JSON.parse(text), host: undefined, basePath: '/v2' }));
      case '/away.json':
        return response.end(text.replace('/oauth/token', 'https://evil.example/token'));
      case '/oauth/token':
        return json(response, { access_token: `t${++tokens}`, expires_in: 3_600 });
      case '/v2/pet/404':
        return response
          .writeHead(404, { 'retry-after': '7' })
          .end(JSON.stringify({ title: 'No pet', detail: `${'x'.repeat(1_000)}` }));
      case '/v2/pet/7':
        return;
      case '/v2/pet/8':
        return response.writeHead(302, { location: 'http://localhost:1/' }).end();
      case '/v2/pet':
        return headers.authorization === 'Bearer t1' ? json(response, {}, 401) : json(response, { ok: true });
      default:
        return json(response, { name: 'Rex' });
    }
  });
});
beforeEach(() => {
  seen = [];
  tokens = 0;
});
afterAll(() => server.stop());

async function withApi<Result>(
  config: JsonObject,
  work: (api: Api) => Promise<Result>,
  [described, network]: [string | undefined, Network?] = [text],
): Promise<Result> {
  const api = new Api(
    { document: 'petstore.swagger.json', baseUrl: `${server.url}/v2`, ...config },
    described,
    network,
  );
  try {
    return await work(api);
  } finally {
    await api.clients.close();
  }
}

const key = { security: { key: { value: 'the-key' } } };
const getPet = { action: 'getPet', input: { petId: 1 } };

describe('credentials', () => {
  test('a key goes where the description says', async () => {
    expect(await withApi(key, (api) => api.call(getPet))).toEqual({ name: 'Rex' });
    expect(seen).toMatchObject([{ url: '/v2/pet/1', headers: { api_key: 'the-key' } }]);
  });

  test('a token is asked for once, and again when the server refuses it', async () => {
    const signin = { clientId: 'svc', clientSecret: 's:cret', tokenUrl: `${server.url}/oauth/token` };
    await withApi({ security: { signin } }, async (api) => {
      for (let count = 0; count < 3; count++)
        await api.call({ action: 'addPet', input: { body: { name: 'Rex' } } });
    });
    const asked = seen.filter(({ url }) => url === '/oauth/token');
    expect(asked).toHaveLength(2);
    expect(Object.fromEntries(new URLSearchParams(asked[0]?.body))).toEqual({
      grant_type: 'client_credentials',
      scope: 'read:pets',
    });
    expect(asked[0]?.headers['authorization']).toBe(`Basic ${btoa('svc:s%3Acret')}`);
    const last = seen.at(-1);
    expect(last).toMatchObject({ url: '/v2/pet', headers: { authorization: 'Bearer t2' } });
  });

  test('a password gets a token, from the address in the description', async () => {
    const signin = { clientId: 'svc', username: 'ada', password: 'p', clientAuthentication: 'body' };
    await withApi({ security: { signin } }, (api) =>
      api.call({ action: 'addPet', input: { body: { name: 'Rex' } } }),
    );
    expect(seen[0]?.body).toBe('grant_type=password&username=ada&password=p&scope=read%3Apets&client_id=svc');
  });

  test('what an operation needs and the connection does not have is said, also before the run', async () => {
    await expect(withApi({}, (api) => api.call(getPet))).rejects.toMatchObject({
      kind: 'configuration',
      message: expect.stringContaining('`key`'),
    });
    const check = (config: JsonObject) =>
      connector.described
        ?.actions({ document: 'a', ...config }, { document: text })
        ?.['getPet']?.check?.({}, () => true);
    expect(check({})?.message).toContain('the security scheme `key`');
    expect(check({ security: { key: { value: { secret: 'a', key: 'b' } } } })).toBeUndefined();
    expect(check({ auth: { type: 'bearer' } })).toBeUndefined();
    expect(seen).toEqual([]);
  });

  test('no failure repeats them', async () => {
    const bad = { security: { key: { value: 'the-key\0' } } };
    const failure = await withApi(bad, (api) => api.call(getPet)).catch((error) => error);
    expect(failure).toBeInstanceOf(ConnectorError);
    expect(`${failure.message} ${JSON.stringify(failure)}`).not.toContain('the-key');
    await expect(
      withApi(key, (api) => api.call({ action: 'getPet', input: { petId: 8 } })),
    ).rejects.toMatchObject({ code: 'redirect_refused' });
  });
});

describe('a description at an address', () => {
  test('is read once, and names the server beside it', async () => {
    const config = { document: `${server.url}/openapi.json`, baseUrl: null, ...key };
    const { baseUrl: _, ...own } = config;
    const api = new Api(own as JsonObject);
    try {
      expect(await Promise.all([api.call(getPet), api.call(getPet)])).toHaveLength(2);
      expect(seen.map(({ url }) => url)).toEqual(['/openapi.json', '/v2/pet/1', '/v2/pet/1']);
      expect(
        await api.use(
          own as JsonObject,
          undefined,
          (context) => connector.test?.(context) as Promise<string>,
        ),
      ).toBe(`${server.url} describes 5 operations`);
    } finally {
      await api.clients.close();
    }
  });

  test('does not decide where credentials go', async () => {
    const away = new Api({ document: `${server.url}/away.json`, ...key });
    await expect(away.call(getPet)).rejects.toMatchObject({
      kind: 'configuration',
      message: expect.stringContaining('write `baseUrl`'),
    });
    await away.clients.close();
    const signin = { clientId: 'svc', clientSecret: 's' };
    const tokenAway = new Api({
      document: `${server.url}/away.json`,
      baseUrl: `${server.url}/v2`,
      security: { signin },
    });
    await expect(tokenAway.call({ action: 'addPet', input: { body: { name: 'Rex' } } })).rejects.toThrow(
      'write `tokenUrl`',
    );
    await tokenAway.clients.close();
    expect(seen.map(({ url }) => url)).toEqual(['/away.json', '/away.json']);
  });

  test.each([
    ['/nothing', 'neither `openapi` nor `swagger`'],
    ['/v2/pet/404', '404'],
  ])('that is none is said: %s', async (path, message) => {
    const api = new Api({ document: server.url + path });
    await expect(api.call(getPet)).rejects.toThrow(message);
    await api.clients.close();
  });
});

describe('failures', () => {
  test('a refusal has the status, the beginning of the answer, and the time to wait', async () => {
    const refused = withApi(key, (api) => api.call({ action: 'getPet', input: { petId: 404 } }));
    const failure = await refused.catch((error) => error);
    expect(failure).toMatchObject({ kind: 'communication', status: 404, retryAfter: 7 });
    expect(failure.message).toMatch(/No pet/);
    expect(failure.message.length).toBeLessThan(500);
  });

  test('gives up a server that does not answer, and ends when the caller cancels', async () => {
    const slow = { action: 'getPet', input: { petId: 7 } };
    await expect(withApi({ ...key, timeout: 0.2 }, (api) => api.call(slow))).rejects.toMatchObject({
      kind: 'timeout',
    });
    const abort = new AbortController();
    const called = withApi(key, (api) => api.call({ ...slow, signal: abort.signal }));
    abort.abort(new Error('cancelled'));
    await expect(called).rejects.toThrow('cancelled');
  });

  test('refuses the private addresses of a guarded network', async () => {
    for (const config of [key, { document: `${server.url}/openapi.json` }]) {
      const described = 'document' in config ? undefined : text;
      const called = withApi(config, (api) => api.call(getPet), [described, guardedNetwork]);
      await expect(called).rejects.toMatchObject({ kind: 'authorization', title: 'Address not allowed' });
    }
  });

  test.each<[JsonObject, string]>([
    [{}, ''],
    [{ document: 'a.yaml', baseUrl: 'ftp://a' }, '/baseUrl'],
    [{ document: 'a.yaml', security: { key: { value: 'plain' } } }, '/security/key/value'],
    [{ document: 'a.yaml', security: { key: { tokn: 'a' } } }, '/security/key/tokn'],
    [{ document: 'a.yaml', serverVariables: { region: 'a@b' } }, '/serverVariables/region'],
  ])('finds the fault of %j', (bad, pointer) => {
    expect(validateConfig(connector, bad).map((finding) => finding.pointer)).toContain(pointer);
  });

  test('describes each field', () => {
    const described = (schema: unknown): boolean =>
      Object.values((schema as { properties?: object }).properties ?? {}).every(
        (field) => field.title && field.description && field.examples,
      );
    expect(described(connector.configSchema)).toBe(true);
  });
});
