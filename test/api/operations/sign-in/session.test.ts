import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Principal } from '../../../../controller/security/identity/index.js';
import type { Storage } from '../../../../controller/storage/index.js';
import { password, platform, RealService } from '../../identity/real-service.js';
import { expectProblem } from '../../start-app.js';
import { Browser, session } from './browser.js';

let service: RealService;

beforeAll(async () => {
  service = await RealService.start(
    { 'flows/cookies.yaml': cookies },
    { SVC_Limits__SignInsPerMinute: '1000' },
  );
});
afterAll(() => service.remove());

async function signedIn(name: string, headers?: Record<string, string>): Promise<Browser> {
  const browser = new Browser(service, headers);
  expect((await browser.signIn(name)).statusCode).toBe(200);
  return browser;
}

/** A flow whose answer sets cookies: its own, and those of the console. */
const cookies = `document: { dsl: '1.0.3', namespace: test, name: cookies, version: '1.0.0' }
do:
  - answer:
      set:
        status: 200
        headers: { set-cookie: ['basket=1', 'svc_session=svcc_other; Path=/', ' __Host-svc_session=x', '__secure-SVC_Login=x'] }
        body: done
`;

const share = { name: 'by-grace', branch: 'live', flow: 'hello' };

describe('a session of a browser', () => {
  test('begins with a password, and its cookie stands for the user on every surface but MCP', async () => {
    await service.user('ada', 'editor');
    const browser = new Browser(service);
    const answer = await browser.signIn('ada');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      principal: 'user:ada',
      name: 'ada',
      role: 'editor',
      teams: [],
      actor: 'person',
    });
    expect(answer.headers['set-cookie']).toMatch(
      /^svc_session=svcc_[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect((await browser.request('GET', session)).json()).toMatchObject({ principal: 'user:ada' });
    expect((await browser.request('GET', `${platform}/auth/me`)).json()).toMatchObject({ id: 'user:ada' });
    const query = await browser.request('POST', '/graphql', { query: '{ me: readMe { id } }' });
    expect(query.statusCode).toBe(200);
    expectProblem(await browser.request('POST', '/mcp', { jsonrpc: '2.0' }), 401, 'unauthenticated');
    const run = await browser.request('POST', '/api/v1/live/flows/hello/runs', { name: 'x' });
    expect(run.statusCode).toBe(201);
  });

  test('needs the header of a page of this service for everything that may change something', async () => {
    await service.user('grace', 'editor');
    const page = await signedIn('grace');
    const refused: Record<string, string>[] = [
      { 'x-svc-console': '' },
      { 'x-svc-console': 'true' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'https://localhost' },
      { origin: 'http://localhost:8443' },
    ];
    for (const headers of refused) {
      for (const [method, url, body] of [
        ['POST', `${platform}/shares`, share],
        ['POST', '/graphql', { query: '{ me: readMe { id } }' }],
        ['DELETE', session, undefined],
        ['GET', '/api/v1/live/flows/hello/serve', undefined],
      ] as const)
        expectProblem(await page.request(method, url, body, headers), 403, 'cross_site_refused');
    }
    expect(
      (await page.request('GET', `${platform}/auth/me`, undefined, { 'x-svc-console': '' })).statusCode,
    ).toBe(200);
    for (const headers of [
      { origin: 'http://localhost:80' },
      { 'sec-fetch-site': 'same-origin', origin: 'https://proxy.example' },
    ])
      expect([headers, (await page.request('GET', session, undefined, headers)).statusCode]).toEqual([
        headers,
        200,
      ]);
    const own = { 'sec-fetch-site': 'same-origin' };
    expect((await page.request('GET', '/api/v1/live/flows/hello/serve', undefined, own)).statusCode).toBe(
      200,
    );
    expect(
      (await page.request('POST', `${platform}/shares`, share, { origin: 'http://localhost' })).statusCode,
    ).toBe(201);
  });

  test('changes nothing by a mutation in the query of an address', async () => {
    const page = await signedIn('grace');
    const query = encodeURIComponent('mutation { deleteShare(name: "by-grace") }');
    const answer = await page.request('GET', `/graphql?query=${query}`);
    expect([answer.statusCode, answer.body]).toEqual([405, expect.stringContaining('mutations over GET')]);
    expect((await service.call('GET', `${platform}/shares/by-grace`)).statusCode).toBe(200);
  });

  test('gives way to any other credential of a request', async () => {
    const page = await signedIn('grace', {});
    const key = await service.key('reader', 'viewer');
    const me = async (headers: Record<string, string>) =>
      page.request('GET', `${platform}/auth/me`, undefined, headers);
    expect((await me({ 'x-api-key': key })).json()).toMatchObject({ id: 'api-key:reader' });
    expectProblem(await me({ authorization: 'Bearer nonsense' }), 401, 'unauthenticated');
    // A program with a key needs no header of the console.
    const made = await page.request(
      'POST',
      '/api/v1/live/flows/hello/runs',
      {},
      await service.bearer('grace'),
    );
    expect(made.statusCode).toBe(201);
  });

  test('is not begun by a page of another site, nor without a right password', async () => {
    const other = new Browser(service, { 'sec-fetch-site': 'cross-site' });
    expectProblem(await other.signIn('grace'), 403, 'cross_site_refused');
    expectProblem(
      await new Browser(service, { origin: 'https://evil.example' }).signIn('grace'),
      403,
      'cross_site_refused',
    );
    const wrong = await new Browser(service).signIn('grace', 'wrong');
    expectProblem(wrong, 401, 'sign_in_failed');
    expect(wrong.headers['set-cookie']).toBeUndefined();
    // Without scripts a form of another site cannot send JSON.
    const form = await service.app.inject({
      method: 'POST',
      url: session,
      headers: { 'content-type': 'text/plain' },
      payload: JSON.stringify({ username: 'grace', password }),
    });
    expectProblem(form, 415, 'unsupported_media_type');
  });

  test('is not replaced by the answer of a flow', async () => {
    const answer = await service.call('GET', '/api/v1/live/flows/cookies/serve');
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([200, 'basket=1']);
  });

  test('shares the slowing down of wrong passwords with the tokens', async () => {
    await service.user('slow', 'viewer');
    for (let i = 0; i < 5; i++) expect((await service.signIn('slow', 'wrong')).statusCode).toBe(401);
    expectProblem(await new Browser(service).signIn('slow'), 429, 'sign_in_limited');
  });

  test('answers 401 without a session, and removes the cookie of one that is unknown', async () => {
    expectProblem(await new Browser(service).request('GET', session), 401, 'unauthenticated');
    expectProblem(await service.call('GET', session), 401, 'unauthenticated');
    const browser = await signedIn('grace');
    browser.cookies.set('svc_session', 'svcc_unknown');
    const answer = await browser.request('GET', session);
    expectProblem(answer, 401, 'unauthenticated');
    expect(answer.headers['set-cookie']).toMatch(/^svc_session=; Max-Age=0; Path=\/; /);
    expect(service.logged.join('')).toContain('session_unknown');
  });
});

describe('the end of a session', () => {
  test('by signing out leaves other browsers signed in, and everywhere ends them and refresh tokens', async () => {
    await service.user('linus', 'viewer');
    const first = await signedIn('linus');
    const second = await signedIn('linus');
    const bearer = await service.bearer('linus');
    const { refresh_token } = (await service.signIn('linus')).json();
    const copy = new Browser(service);
    copy.cookies = new Map(first.cookies);
    const out = await first.request('DELETE', session);
    expect([out.statusCode, first.cookies.size]).toEqual([204, 0]);
    expectProblem(await copy.request('GET', session), 401, 'unauthenticated');
    expect((await second.request('GET', session)).statusCode).toBe(200);
    expect((await first.request('DELETE', session)).statusCode).toBe(204);
    expectProblem(await first.request('DELETE', `${session}?everywhere=true`), 401, 'unauthenticated');

    expect((await second.request('DELETE', `${session}?everywhere=true`)).statusCode).toBe(204);
    copy.cookies = new Map(second.cookies);
    expectProblem(await second.request('GET', session), 401, 'unauthenticated');
    expectProblem(
      await service.call('GET', `${platform}/auth/me`, undefined, bearer),
      401,
      'unauthenticated',
    );
    const renewed = await service.anonymous('POST', `${platform}/auth/token`, {
      grant_type: 'refresh_token',
      refresh_token,
    });
    expectProblem(renewed, 401, 'sign_in_failed');
    const { rows } = await sessionsInDatabase('user:linus');
    expect(rows).toEqual([]);
  });

  test.each([
    ['another password', 'PUT', '/password', { password: 'another correct horse' }],
    ['a disabled account', 'PATCH', '', { disabled: true }],
    ['a deleted account', 'DELETE', '', undefined],
  ] as const)('comes with %s', async (_change, method, path, body) => {
    await service.user('leaver', 'viewer');
    const browser = await signedIn('leaver');
    expect((await service.call(method, `${platform}/users/leaver${path}`, body)).statusCode).toBeLessThan(
      300,
    );
    expectProblem(await browser.request('GET', `${platform}/auth/me`), 401, 'unauthenticated');
    expect((await sessionsInDatabase('user:leaver')).rows).toEqual([]);
    if (method !== 'DELETE') await service.call('DELETE', `${platform}/users/leaver`);
  });

  test('is not needed for a lower role, which counts at the next request', async () => {
    await service.user('climber', 'admin');
    const browser = await signedIn('climber');
    expect((await browser.request('GET', `${platform}/users`)).statusCode).toBe(200);
    await service.call('PATCH', `${platform}/users/climber`, { role: 'viewer' });
    expectProblem(await browser.request('GET', `${platform}/users`), 403, 'forbidden');
    expect((await browser.request('GET', session)).json()).toMatchObject({ role: 'viewer' });
  });

  test('comes to the one of a person that was unused for longest when there are too many', async () => {
    await service.user('many', 'viewer');
    const first = await signedIn('many');
    const second = await signedIn('many');
    await first.request('GET', session);
    const { identity } = service.controller;
    const principal = identity.users.principal('many') as Principal;
    for (let i = 0; i < 19; i++) await identity.consoleSessions.begin(principal);
    expectProblem(await second.request('GET', session), 401, 'unauthenticated');
    expect((await sessionsInDatabase('user:many')).rows).toHaveLength(20);
  });
});

test('a restore ends the sessions of users that it takes away, and no others', async () => {
  await service.user('kept', 'viewer');
  const made = await service.call('POST', `${platform}/entities/platform/backup`, { categories: ['users'] });
  await service.user('late', 'viewer');
  const [kept, late] = [await signedIn('kept'), await signedIn('late')];
  const restored = await service.call('POST', `${platform}/backups/${made.json().id}/restore`, {});
  expect(restored.statusCode).toBeLessThan(300);
  expect((await kept.request('GET', session)).statusCode).toBe(200);
  expectProblem(await late.request('GET', session), 401, 'unauthenticated');
  expect((await sessionsInDatabase('user:late')).rows).toEqual([]);
});

test('no log and no record of the audit has a session in it, and the database only digests', async () => {
  const browser = await signedIn('grace');
  const [token = ''] = browser.cookies.values();
  await browser.request('POST', '/api/v1/live/flows/hello/serve', { a: 1 });
  await browser.request('GET', session);
  const { items } = await service.controller.audit.list({ limit: 200 });
  expect(items.filter(({ action }) => action === 'open-session')).toContainEqual(
    expect.objectContaining({ principal: 'user:grace', outcome: 'ok', via: 'rest' }),
  );
  expect(items.filter(({ action }) => action === 'open-session')).toContainEqual(
    expect.objectContaining({ principal: 'user:grace', outcome: 'sign_in_failed' }),
  );
  expect(items.filter(({ action }) => action === 'end-session').length).toBeGreaterThan(0);
  const runs = await service.call('GET', '/api/v1/live/runs?limit=200');
  for (const text of [
    service.logged.join(''),
    JSON.stringify(items),
    runs.body,
    JSON.stringify(await sessionsInDatabase()),
  ])
    expect(text.includes(token.slice(5))).toBe(false);
});

async function sessionsInDatabase(principal?: string): Promise<{ rows: unknown[] }> {
  const { identity } = service.controller;
  const { storage } = identity.consoleSessions as unknown as { storage: Storage };
  const all = await storage.db.selectFrom('console_sessions').selectAll().execute();
  return { rows: all.filter((row) => principal === undefined || row.principal === principal) };
}
