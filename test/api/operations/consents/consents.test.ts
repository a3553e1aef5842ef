import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Authority } from '../../../controller/consents/authority.js';
import { eventually } from '../../../eventually.js';
import { platform, RealService } from '../../identity/real-service.js';
import { expectProblem } from '../../start-app.js';
import { Browser } from '../sign-in/browser.js';

const address = 'http://svc.example';
const consent = '/api/v1/live/connections/crm/consent';

let authority: Authority;
let service: RealService;
let ada: Browser;

beforeEach(async () => {
  authority = await new Authority().start();
  service = await RealService.start(
    {
      'connections/crm.yaml': connection(),
      'flows/contacts.yaml': `document: { dsl: '1.0.3', namespace: test, name: contacts, version: '1.0.0' }
do:
  - read: { call: crm.get, with: { path: /contacts } }
`,
    },
    { SVC_Server__BaseUrl: address, SVC_Flows__AllowPrivateNetworks: 'true' },
  );
  await service.call('POST', `${platform}/entities/platform/secret`, {
    path: 'crm/client',
    value: { clientSecret: 'the-secret-of-the-client' },
  });
  await service.user('ada', 'admin');
  ada = new Browser(service);
  await ada.signIn('ada');
});
afterEach(async () => {
  await service.remove();
  await authority.stop();
});

function connection(more = ''): string {
  return `kind: connection
name: crm
connector: http
config:
  baseUrl: ${authority.url}/api
  auth:
    type: oauth2
    authorizationUrl: ${authority.url}/authorize
    tokenUrl: ${authority.url}/token
    revocationUrl: ${authority.url}/revoke
    clientId: svc
    clientSecret: { secret: crm/client, key: clientSecret }
    refreshToken: { secret: crm/consent, key: refreshToken }
    scopes: [contacts.read]
${more}`;
}

/** Begins a consent and goes to the authority. @returns the address of the authority */
async function goThere(browser = ada): Promise<string> {
  const begun = await browser.request('POST', consent);
  expect([begun.statusCode, begun.body]).toEqual([200, expect.any(String)]);
  const { path } = begun.json() as { path: string };
  const led = await browser.request('GET', path);
  expect([led.statusCode, led.body]).toEqual([302, '']);
  return String(led.headers['location']);
}

async function giveConsent(browser = ada): Promise<void> {
  const back = authority.consent(await goThere(browser));
  const answer = await browser.request('GET', back.pathname + back.search);
  expect([answer.statusCode, answer.body]).toEqual([302, '']);
}

async function run(): Promise<{
  status: string;
  error?: { detail?: string; code?: string; status?: number };
}> {
  const answer = await service.call('POST', '/api/v1/live/flows/contacts/runs', {}, { prefer: 'wait=60' });
  return answer.json();
}

describe('a person who consents', () => {
  test('is led to the authority and back, and runs sign in from then on', async () => {
    const there = new URL(await goThere());
    expect(there.origin + there.pathname).toBe(`${authority.url}/authorize`);
    expect(Object.fromEntries(there.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'svc',
      redirect_uri: `${address}${platform}/consents/callback`,
      scope: 'contacts.read',
      code_challenge_method: 'S256',
    });
    const back = authority.consent(there.href);
    const answer = await ada.request('GET', back.pathname + back.search);
    expect([answer.statusCode, answer.headers['location']]).toEqual([302, '/console/connections/crm']);
    expect(await run()).toMatchObject({ status: 'completed' });
    expect(authority.requests).toMatchObject([
      {
        form: { grant_type: 'authorization_code', redirect_uri: `${address}${platform}/consents/callback` },
        authorization: `Basic ${Buffer.from('svc:the-secret-of-the-client').toString('base64')}`,
      },
    ]);
    expect(authority.calls).toEqual([...authority.accessTokens]);
    expect((await service.call('GET', consent)).json()).toMatchObject({
      status: 'given',
      secret: 'crm/consent',
      givenBy: 'user:ada',
      scopes: ['contacts.read'],
      grantedScopes: 'contacts.read',
    });
    const { items } = await service.controller.audit.list({ action: 'complete-consent', limit: 10 });
    expect(items).toMatchObject([{ principal: 'user:ada', target: 'connection/crm @ live', outcome: 'ok' }]);
  });

  test('is needed before the first run, which says so', async () => {
    const { error } = await run();
    expect(error).toMatchObject({ status: 401, code: 'consent_required' });
    expect(error?.detail).toContain('begin-consent');
    const test = await service.call('POST', '/api/v1/live/connections/crm/test');
    expect(test.json()).toMatchObject({ ok: false, detail: expect.stringContaining('begin-consent') });
    expect((await service.call('GET', consent)).json()).toMatchObject({ status: 'none', givenBy: null });
  });

  test('needs the right to write the secret, and no agent begins alone', async () => {
    await service.user('eve', 'editor');
    const eve = new Browser(service);
    await eve.signIn('eve');
    expectProblem(await eve.request('POST', consent), 403, 'forbidden');
    const { path } = (await service.call('POST', consent)).json();
    expectProblem(await eve.request('GET', path), 403, 'forbidden');
    const agent = await service.controller.identity.apiKeys.create({
      name: 'agent',
      role: 'admin',
      actor: 'agent',
      createdBy: 'user:ada',
    });
    const asked = await service.call('POST', consent, undefined, { 'x-api-key': agent.key });
    expect([asked.statusCode, Object.keys(asked.json())]).toEqual([
      202,
      expect.arrayContaining(['approval']),
    ]);
    expect(asked.body).not.toContain('/consents/');
    expectProblem(
      await service.call('GET', path, undefined, { 'x-api-key': agent.key }),
      401,
      'consent_failed',
    );
    expectProblem(await service.anonymous('GET', path), 401, 'consent_failed');
    // The link of a program is for any person who may.
    expect((await ada.request('GET', path)).statusCode).toBe(302);
  });
});

describe('an answer of the authority is refused', () => {
  const callback = `${platform}/consents/callback`;

  test('with another state, in another session, of another person, and a second time', async () => {
    const back = authority.consent(await goThere());
    const path = back.pathname + back.search;
    await service.user('bob', 'admin');
    const bob = new Browser(service);
    await bob.signIn('bob');
    const otherSession = new Browser(service);
    await otherSession.signIn('ada');
    const forged = new URL(back);
    forged.searchParams.set('state', 'x'.repeat(43));
    expectProblem(await ada.request('GET', forged.pathname + forged.search), 400, 'consent_failed');
    expectProblem(await ada.request('GET', callback), 400, 'consent_failed');
    for (const browser of [bob, otherSession])
      expectProblem(await browser.request('GET', path), 400, 'consent_failed');
    expectProblem(await service.anonymous('GET', path), 401, 'consent_failed');
    expect(authority.requests).toEqual([]);
    expect((await ada.request('GET', path)).statusCode).toBe(302);
    expectProblem(await ada.request('GET', path), 400, 'consent_failed');
    expect(authority.requests).toHaveLength(1);
  });

  test('of another person than the one who began', async () => {
    await service.user('bob', 'admin');
    const bob = new Browser(service);
    await bob.signIn('bob');
    const { path } = (await ada.request('POST', consent)).json();
    expectProblem(await bob.request('GET', path), 403, 'consent_failed');
    const other = await ada.request('GET', path, undefined, { 'sec-fetch-site': 'cross-site' });
    expectProblem(other, 403, 'cross_site_refused');
  });

  test('of another issuer, while one of the same origin is taken', async () => {
    const back = authority.consent(await goThere(), { iss: 'https://evil.example' });
    const refused = await ada.request('GET', back.pathname + back.search);
    expectProblem(refused, 400, 'consent_failed');
    expect(refused.json().detail).toContain('https://evil.example');
    expect(authority.requests).toEqual([]);
    authority.options.issuer = `${authority.url}/tenant`;
    await giveConsent();
  });

  test('with an error of the authority, which a page shows', async () => {
    const errors = { access_denied: 'refused there', invalid_scope: 'one of the `scopes`' };
    for (const [error, words] of Object.entries(errors)) {
      const back = authority.consent(await goThere(), { error, error_description: '<b>No</b> contacts' });
      const page = await ada.request('GET', back.pathname + back.search, undefined, { accept: 'text/html' });
      expect([page.statusCode, page.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
      expect(page.body).toContain(error);
      expect(page.body).not.toContain('<b>No');
      expect(page.body.replaceAll(/<[^>]+>/g, '')).toContain(words.replaceAll('`', ''));
    }
    expect((await service.call('GET', consent)).json()).toMatchObject({ status: 'none' });
  });

  test('without a refresh token for one that ends, with the way on; and one without an end is kept', async () => {
    authority.options.givesRefreshToken = false;
    const back = authority.consent(await goThere());
    const refused = await ada.request('GET', back.pathname + back.search);
    expectProblem(refused, 400, 'consent_failed');
    expect(refused.body).toContain('authorizationParameters');
    authority.options.expiresIn = undefined;
    await giveConsent();
    expect(await run()).toMatchObject({ status: 'completed' });
    authority.end();
    expect((await run()).error).toMatchObject({ code: 'consent_required' });
  });
});

describe('a consent is renewed', () => {
  test('once for 64 runs, and the next refresh token is a new version of the secret', async () => {
    authority.options.expiresIn = 1;
    await giveConsent();
    authority.options.expiresIn = 3_600;
    const runs = await Promise.all(Array.from({ length: 64 }, run));
    expect(new Set(runs.map(({ status }) => status))).toEqual(new Set(['completed']));
    expect(authority.requests.map(({ form }) => form['grant_type'])).toEqual([
      'authorization_code',
      'refresh_token',
    ]);
    expect(await service.controller.vault.secrets.versions('crm/consent')).toHaveLength(2);
    const { refreshToken } = await service.controller.vault.secrets.read('crm/consent');
    expect(authority.refreshTokens).toEqual(new Set([refreshToken]));
  });

  test('when the server refuses its access token before the end', async () => {
    await giveConsent();
    authority.accessTokens.clear();
    expect(await run()).toMatchObject({ status: 'completed' });
    expect(authority.requests).toHaveLength(2);
  });

  test('until the authority ends it, which runs and the state tell', async () => {
    await giveConsent();
    authority.end();
    const { error } = await run();
    expect(error).toMatchObject({ status: 401, code: 'consent_required' });
    expect(error?.detail).toContain('invalid_grant');
    expect((await service.call('GET', consent)).json()).toMatchObject({
      status: 'ended',
      givenBy: 'user:ada',
      endedReason: expect.stringContaining('invalid_grant'),
    });
    // The authority is not asked again.
    await run();
    expect(authority.requests).toHaveLength(2);
    await giveConsent();
    expect(await run()).toMatchObject({ status: 'completed' });
  });

  test('not at all while the authority fails, and then again', async () => {
    authority.options.expiresIn = 1;
    await giveConsent();
    authority.options.refusal = { status: 503, body: {} };
    expect((await run()).error).toMatchObject({ status: 503 });
    authority.options.refusal = { status: 400, body: { error: 'invalid_client' } };
    expect((await run()).error).toMatchObject({ status: 401 });
    authority.options.refusal = undefined;
    expect(await run()).toMatchObject({ status: 'completed' });
  });
});

describe('a consent is revoked', () => {
  test('at the authority and here, and runs say so', async () => {
    await giveConsent();
    const { refreshToken } = await service.controller.vault.secrets.read('crm/consent');
    expect((await service.call('DELETE', consent)).json()).toEqual({ revoked: true, atAuthority: true });
    expect(authority.revoked).toEqual([refreshToken]);
    expect((await service.call('GET', consent)).json()).toMatchObject({ status: 'none' });
    expect((await run()).error).toMatchObject({ code: 'consent_required' });
    expect((await service.call('DELETE', consent)).json()).toEqual({ revoked: false, atAuthority: false });
  });

  test('not while the authority cannot be asked', async () => {
    await giveConsent();
    authority.options.refusal = { status: 503, body: {} };
    expectProblem(await service.call('DELETE', consent), 502, 'action_failed');
    authority.options.refusal = undefined;
    expect(await run()).toMatchObject({ status: 'completed' });
  });
});

/** The condition `Runnable` of the connection. */
async function runnable(): Promise<{ status: string; reason: string; message: string }> {
  const { conditions } = (await service.call('GET', '/api/v1/live/connections/crm')).json().status;
  return conditions.find(({ type }: { type: string }) => type === 'Runnable');
}

const lacksConsent = (words: string) =>
  eventually(async () => {
    const { reason, message } = await runnable();
    return reason === 'ConsentMissing' && message.includes(words);
  });

describe('`Runnable`', () => {
  test('tells that the consent is missing, is there, has ended, and lacks a scope', async () => {
    await lacksConsent('begin-consent');
    await giveConsent();
    await eventually(async () => (await runnable()).status === 'True');
    authority.end();
    await run();
    await lacksConsent('invalid_grant');
    await giveConsent();
    await eventually(async () => (await runnable()).status === 'True');
    const { definition } = (await service.call('GET', '/api/v1/live/connections/crm')).json();
    definition.config.auth.scopes.push('contacts.write');
    const written = await service.call('PUT', '/api/v1/live/connections/crm', definition);
    expect([written.statusCode, written.body]).toEqual([200, expect.any(String)]);
    await lacksConsent('`contacts.write`');
  });
});

test('no log, error, record of the audit or run has a token, a code or a state in it', async () => {
  authority.options.expiresIn = 1;
  await giveConsent();
  await run();
  authority.end();
  const failed = await run();
  const { items } = await service.controller.audit.list({ limit: 200 });
  const runs = await service.call('GET', '/api/v1/live/runs?fields=input,output');
  const texts = [service.logged.join(''), JSON.stringify(items), runs.body, JSON.stringify(failed)];
  for (const text of texts)
    for (const secret of [...authority.secrets, 'the-secret-of-the-client'])
      expect(text.includes(secret)).toBe(false);
});
