import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { validateConfig } from '../../../../controller/connectors/index.js';
import type { JsonObject } from '../../../../schemas/json/types.js';
import { json, TestServer } from '../server.js';
import { http, useCalls } from './use.js';

const call = useCalls();

let server: TestServer;
/** The forms that the authority got. */
const asked: Record<string, string>[] = [];
let valid = new Set<string>();
/** The next requests for tokens that fail. */
let failures = 0;

beforeAll(async () => {
  server = await TestServer.start((request, response, body) => {
    if (request.url === '/token') {
      const form = Object.fromEntries(new URLSearchParams(body));
      asked.push({ ...form, authorization: request.headers.authorization ?? '' });
      if (form['refresh_token'] === 'over') return json(response, { error: 'invalid_grant' }, 400);
      if (form['client_id'] === 'echo' || form['scope'] === 'echo') {
        return json(response, { error: request.headers.authorization ?? form['client_secret'] ?? '' }, 400);
      }
      if (form['refresh_token'] === 'page') return void response.end('<h1>Welcome</h1>');
      if (failures-- > 0) return json(response, { error: 'server_error' }, 500);
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
  failures = 0;
});

const get = (path: string, auth: JsonObject, signal?: AbortSignal) =>
  call({ baseUrl: server.url, auth }, { input: { path }, ...(signal && { signal }) });
const oauth2 = (clientId: string, more: JsonObject = {}) => ({
  type: 'oauth2',
  tokenUrl: `${server.url}/token`,
  clientId,
  clientSecret: 'geheim',
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

  test('asks once for parallel first requests, also when the first of them is cancelled', async () => {
    const auth = oauth2('parallel');
    const cancel = new AbortController();
    const answers = ['/cancelled', '/orders', '/orders', '/orders'].map((path, index) =>
      get(path, auth, index === 0 ? cancel.signal : undefined),
    );
    cancel.abort(new Error('cancelled'));
    await expect(answers[0]).rejects.toThrow('cancelled');
    for (const answer of answers.slice(1)) expect(await answer).toMatchObject({ token: 't-1' });
    expect(asked).toHaveLength(1);
  });

  test('asks once when the server takes the token of parallel requests back', async () => {
    const auth = oauth2('taken');
    await get('/orders', auth);
    valid.delete('t-1');
    const answers = await Promise.all(Array.from({ length: 5 }, () => get('/orders', auth)));
    expect(answers.map((each) => (each as JsonObject)['token'])).toEqual(Array(5).fill('t-2'));
    expect(asked).toHaveLength(2);
  });

  test('asks again after a request for a token that failed', async () => {
    const auth = oauth2('unlucky');
    failures = 1;
    const answers = await Promise.allSettled([get('/orders', auth), get('/orders', auth)]);
    // A retry may help, unlike against a refusal.
    const reason = expect.objectContaining({ kind: 'communication', status: 500 });
    expect(answers).toEqual([
      { status: 'rejected', reason },
      { status: 'rejected', reason },
    ]);
    expect(await get('/orders', auth)).toMatchObject({ token: 't-2' });
  });

  test('uses a refresh token, with the client in the body', async () => {
    const auth = oauth2('second', { refreshToken: 'r-1', clientAuthentication: 'body' });
    expect(await get('/orders', auth)).toMatchObject({ token: 't-1' });
    expect(asked).toEqual([
      {
        grant_type: 'refresh_token',
        refresh_token: 'r-1',
        authorization: '',
        client_id: 'second',
        client_secret: 'geheim',
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

  test('says that an answer is no JSON, which is no refusal', async () => {
    const failure = await get('/orders', oauth2('fourth', { refreshToken: 'page' })).catch((error) => error);
    expect(failure).toMatchObject({
      kind: 'communication',
      status: 502,
      message: expect.stringContaining('is no JSON'),
    });
    // The parser repeats the begin of a text, which may be a token.
    expect(failure.cause).toBeUndefined();
  });

  test.each(['basic', 'body'])('shows no credential that the authority repeats: %s', async (place) => {
    const more = { clientAuthentication: place, scopes: ['echo'], clientSecret: 'ge heim/+=' };
    const failure = await get('/orders', oauth2('echo', more)).catch((error) => error);
    expect(failure).toMatchObject({ kind: 'authentication', message: expect.stringContaining('***') });
    const shown = `${failure.message} ${JSON.stringify(failure)}`;
    expect(shown).not.toMatch(/heim|Z2UraGVpb/);
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
