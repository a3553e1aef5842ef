import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { builtInConnectors, type Connector, validateConfig } from '../../../controller/connectors/index.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { json, TestServer } from './server.js';
import { callAction } from './web-api/suite.js';

const [http] = builtInConnectors() as [Connector];
let server: TestServer;
/** The forms that the authority got. */
const asked: Record<string, string>[] = [];
let valid = new Set<string>();

beforeAll(async () => {
  server = await TestServer.start((request, response, body) => {
    if (request.url === '/token') {
      const form = Object.fromEntries(new URLSearchParams(body));
      asked.push({ ...form, authorization: request.headers.authorization ?? '' });
      if (form['refresh_token'] === 'over') return json(response, { error: 'invalid_grant' }, 400);
      const token = `t-${asked.length}`;
      valid.add(token);
      return json(response, { access_token: token, token_type: 'Bearer', expires_in: 3_600 });
    }
    const token = request.headers.authorization?.slice('Bearer '.length) ?? '';
    if (request.url === '/orders' && !valid.has(token)) return json(response, {}, 401);
    json(response, { token, cookie: request.headers.cookie ?? null });
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  asked.length = 0;
  valid = new Set();
});

const get = (path: string, auth: JsonObject) =>
  callAction(http, { baseUrl: server.url, auth }, { action: 'get', input: { path } });
const oauth2 = (clientId: string, more: JsonObject = {}) => ({
  ...{ type: 'oauth2', tokenUrl: `${server.url}/token`, clientId, clientSecret: 'geheim' },
  ...more,
});

describe('a connection with OAuth 2', () => {
  test('asks for a token of the client once, and again when the server takes it back', async () => {
    const auth = oauth2('first', { scopes: ['orders.read', 'orders.write'] });
    expect(await get('/orders', auth)).toMatchObject({ token: 't-1' });
    expect(await get('/orders', auth)).toMatchObject({ token: 't-1' });
    const header = `Basic ${Buffer.from('first:geheim').toString('base64')}`;
    expect(asked).toEqual([
      { grant_type: 'client_credentials', scope: 'orders.read orders.write', authorization: header },
    ]);
    valid.delete('t-1');
    expect(await get('/orders', auth)).toMatchObject({ token: 't-2' });
    expect(asked).toHaveLength(2);
  });

  test('uses a refresh token, with the client in the body', async () => {
    const auth = oauth2('second', { refreshToken: 'r-1', clientAuthentication: 'body' });
    expect(await get('/orders', auth)).toMatchObject({ token: 't-1' });
    expect(asked).toEqual([
      {
        ...{ grant_type: 'refresh_token', refresh_token: 'r-1', authorization: '' },
        ...{ client_id: 'second', client_secret: 'geheim' },
      },
    ]);
  });

  test('says that the authority refuses, without the credentials', async () => {
    const failure = await get('/orders', oauth2('third', { refreshToken: 'over' })).catch((error) => error);
    expect(failure).toMatchObject({
      kind: 'authentication',
      message: expect.stringContaining('invalid_grant'),
    });
    expect(`${failure.message} ${JSON.stringify(failure)}`).not.toMatch(/geheim|over/);
  });

  test('takes its credentials from secrets only', () => {
    const faults = validateConfig(http, { baseUrl: 'https://a.test', auth: oauth2('fourth') });
    expect(faults.map(({ pointer }) => pointer)).toEqual(['/auth/clientSecret']);
  });
});

test('a key can be a cookie', async () => {
  const auth = { type: 'apiKey', in: 'cookie', name: 'session', value: 'abc' };
  expect(await get('/', auth)).toMatchObject({ cookie: 'session=abc' });
});
