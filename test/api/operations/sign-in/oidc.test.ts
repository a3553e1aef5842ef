import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LoginAttempt, OidcLogin } from '../../../../controller/security/identity/index.js';
import { password, platform, RealService } from '../../identity/real-service.js';
import { expectProblem } from '../../start-app.js';
import { Browser, session } from './browser.js';
import { CodeIssuer, client } from './code-issuer.js';

const address = 'http://svc.example';
const login = `${platform}/auth/oidc/login`;
const callback = `${platform}/auth/oidc/callback`;

const team = `kind: team
name: billing
members: ['oidc:ada']
grants: [{ role: editor, types: [flow], names: ['hel*'] }]
`;

let issuer: CodeIssuer;
let service: RealService;

beforeAll(async () => {
  issuer = await CodeIssuer.start([`${address}${callback}`], {
    ada: { roles: ['ops'] },
    'Jürgen Müller': { roles: ['readers'] },
    eve: { roles: ['sales'] },
  });
  service = await RealService.start(
    { 'teams/billing.yaml': team },
    {
      SVC_Server__BaseUrl: address,
      SVC_Auth__Oidc__Issuer: issuer.url,
      SVC_Auth__Oidc__Audience: 'svc',
      SVC_Auth__Oidc__Roles: '{"ops": "operator", "readers": "viewer"}',
      SVC_Auth__Oidc__Login__ClientId: client.id,
      SVC_Auth__Oidc__Login__Secret: 'platform/oidc',
      SVC_Auth__Oidc__Login__Title: 'Example Corp',
    },
  );
  const secret = { path: 'platform/oidc', value: { clientSecret: client.secret } };
  const answer = await service.call('POST', `${platform}/entities/platform/secret`, secret);
  expect(answer.statusCode).toBe(201);
});
afterAll(async () => {
  await service.remove();
  await issuer.stop();
});

/** Goes to the issuer and signs in there. @returns the path and query that the issuer leads back to */
async function goToIssuer(browser: Browser, person: string, query = ''): Promise<string> {
  const begun = await browser.request('GET', `${login}?provider=oidc${query}`);
  expect(begun.statusCode).toBe(302);
  const back = await issuer.signIn(String(begun.headers['location']), person);
  expect(back.origin).toBe(address);
  return back.pathname + back.search;
}

function changed(path: string, parameters: Record<string, string>): string {
  const url = new URL(path, address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.pathname + url.search;
}

describe('a person who signs in with the identity provider', () => {
  test('is shown the way there, and comes back with name, role and teams', async () => {
    const ways = await service.anonymous('GET', `${platform}/auth/ways`);
    expect(ways.json()).toEqual({
      password: true,
      providers: [{ name: 'oidc', title: 'Example Corp', login: `${login}?provider=oidc` }],
    });
    const browser = new Browser(service);
    const path = await goToIssuer(browser, 'ada', `&to=${encodeURIComponent('/console/runs/1?tab=log#end')}`);
    const answer = await browser.request('GET', path);
    expect([answer.statusCode, answer.headers['location']]).toEqual([302, '/console/runs/1?tab=log#end']);
    expect([...browser.cookies.keys()]).toEqual(['svc_session']);
    expect((await browser.request('GET', session)).json()).toMatchObject({
      principal: 'oidc:ada',
      name: 'ada',
      role: 'operator',
      teams: ['billing'],
      actor: 'person',
    });
    const share = { name: 'by-ada', branch: 'live', flow: 'hello' };
    expect((await browser.request('POST', `${platform}/shares`, share)).statusCode).toBe(201);
    const { items } = await service.controller.audit.list({ action: 'complete-oidc-sign-in', limit: 10 });
    expect(items).toMatchObject([{ principal: 'oidc:ada', outcome: 'ok', via: 'rest' }]);
  });

  test('is called as the issuer calls the person', async () => {
    const browser = new Browser(service);
    await browser.request('GET', await goToIssuer(browser, 'Jürgen Müller'));
    expect((await browser.request('GET', session)).json()).toMatchObject({
      principal: 'oidc:Jürgen%20Müller',
      name: 'Jürgen Müller',
      role: 'viewer',
    });
  });

  test('goes to the console unless a path of it is named, and never to another site', async () => {
    const browser = new Browser(service);
    const answer = await browser.request('GET', await goToIssuer(browser, 'ada'));
    expect(answer.headers['location']).toBe('/console/');
    const wrong = [
      'https://evil.example/console/',
      '//evil.example/console/',
      '/\\evil.example/console/',
      '/console/../api/v1/docs',
      '/console/%2e%2e/manual',
      '/consoles',
      '/manual',
      'javascript:alert(1)',
      'console/',
      `/console/${'é'.repeat(1_000)}`,
    ];
    for (const to of wrong) {
      const refused = await browser.request('GET', `${login}?provider=oidc&to=${encodeURIComponent(to)}`);
      expect([to, refused.statusCode === 302 && refused.headers['location'], refused.statusCode]).toEqual([
        to,
        false,
        400,
      ]);
    }
  });

  test('is refused without a role that svc knows, on a page that leads back', async () => {
    const browser = new Browser(service);
    const path = await goToIssuer(browser, 'eve');
    const page = await browser.request('GET', path, undefined, { accept: 'text/html' });
    expect([page.statusCode, page.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8']);
    expect(page.body).toContain('href="/console/"');
    expect(browser.cookies.has('svc_session')).toBe(false);
  });
});

describe('what comes back from the identity provider is refused', () => {
  test('with another state, in another browser, and without a sign-in under way', async () => {
    const browser = new Browser(service);
    const path = await goToIssuer(browser, 'ada');
    expectProblem(await new Browser(service).request('GET', path), 401, 'sign_in_failed');
    const other = new Browser(service);
    await goToIssuer(other, 'eve');
    expectProblem(await other.request('GET', path), 401, 'sign_in_failed');
    const forged = new Browser(service);
    const [sealed = ''] = browser.cookies.values();
    forged.cookies.set('svc_login', sealed.replace(/.$/, sealed.endsWith('0') ? '1' : '0'));
    expectProblem(await forged.request('GET', path), 401, 'sign_in_failed');
    expectProblem(await browser.request('GET', changed(path, { state: 'another' })), 401, 'sign_in_failed');
    for (const one of [browser, other, forged]) expect(one.cookies.has('svc_session')).toBe(false);
  });

  test('a second time', async () => {
    const browser = new Browser(service);
    const path = await goToIssuer(browser, 'ada');
    const kept = new Map(browser.cookies);
    expect((await browser.request('GET', path)).statusCode).toBe(302);
    const thief = new Browser(service);
    thief.cookies = kept;
    expectProblem(await thief.request('GET', path), 401, 'sign_in_failed');
    expect(thief.cookies.has('svc_session')).toBe(false);
  });

  test('from another provider, with its own code, and with a fault that the address claims', async () => {
    for (const parameters of [{ iss: 'https://evil.example' }, { code: 'x'.repeat(43) }]) {
      const browser = new Browser(service);
      const path = await goToIssuer(browser, 'ada');
      expectProblem(await browser.request('GET', changed(path, parameters)), 401, 'sign_in_failed');
    }
    const browser = new Browser(service);
    const path = new URL(await goToIssuer(browser, 'ada'), address);
    const { state = '', iss = '' } = Object.fromEntries(path.searchParams);
    const words = { error: 'access_denied', error_description: 'Call 0900 to go on', state, iss };
    const answer = await browser.request('GET', changed(callback, words));
    expectProblem(answer, 401, 'sign_in_failed');
    expect(answer.json().detail).toContain('access_denied');
    expect(answer.body).not.toContain('0900');
    expectProblem(await service.anonymous('GET', `${login}?provider=other`), 404, 'sign_in_failed');
  });

  test.each<[string, Partial<LoginAttempt>]>([
    ['nonce', { nonce: 'another' }],
    ['verifier', { verifier: 'v'.repeat(43) }],
    ['redirect address', { redirectUri: `${address}/elsewhere` }],
  ])('for another %s', async (_what, change) => {
    const oidc = service.controller.identity.oidcLogin as OidcLogin;
    const { address: there, attempt } = await oidc.begin(`${address}${callback}`);
    const { searchParams } = await issuer.signIn(there, 'ada');
    await expect(oidc.complete(searchParams, { ...attempt, ...change })).rejects.toMatchObject({
      code: 'sign_in_failed',
    });
  });
});

test('no log and no record of the audit has a code, a state or a token of the issuer in it', async () => {
  const browser = new Browser(service);
  const path = await goToIssuer(browser, 'ada');
  await browser.request('GET', path);
  const { items } = await service.controller.audit.list({ limit: 200 });
  const { code = '', state = '' } = Object.fromEntries(new URL(path, address).searchParams);
  for (const text of [service.logged.join(''), JSON.stringify(items)])
    for (const secret of [code, state, client.secret]) expect(text.includes(secret)).toBe(false);
});

test('below a base path and over TLS the cookies are bound to both', async () => {
  const people = { ada: { roles: ['operator'] } };
  // Its access tokens alone name roles, as those of Keycloak do.
  const other = await CodeIssuer.start([`https://svc.example/ops${callback}`], people, true);
  const below = await RealService.start(
    {},
    {
      SVC_Server__BaseUrl: 'https://svc.example/ops',
      SVC_Server__BasePath: '/ops',
      SVC_Auth__Console__Passwords: 'false',
      SVC_Auth__Oidc__Issuer: other.url,
      SVC_Auth__Oidc__Audience: 'svc',
      SVC_Auth__Oidc__Login__ClientId: client.id,
      SVC_Auth__Oidc__Login__ClientSecret: client.secret,
    },
  );
  try {
    const browser = new Browser(below);
    const begun = await browser.request('GET', `/ops${login}?provider=oidc&to=%2Fops%2Fconsole%2Fflows`);
    expect(begun.headers['set-cookie']).toMatch(
      /^__Secure-svc_login=[^;]+; Max-Age=600; Path=\/ops\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    const back = await other.signIn(String(begun.headers['location']), 'ada');
    const answer = await browser.request('GET', back.pathname + back.search);
    expect(answer.headers['location']).toBe('/ops/console/flows');
    expect([...browser.cookies.keys()]).toEqual(['__Secure-svc_session']);
    expect((await browser.request('GET', `/ops${session}`)).json()).toMatchObject({ role: 'operator' });
    await below.user('grace', 'viewer');
    expect((await browser.request('GET', `/ops${platform}/auth/ways`)).json()).toMatchObject({
      password: false,
    });
    const refused = await new Browser(below).request('POST', `/ops${session}`, {
      username: 'grace',
      password,
    });
    expectProblem(refused, 401, 'sign_in_failed');
    // A page without TLS can set only the plain name.
    const [token = ''] = browser.cookies.values();
    const tossed = new Browser(below);
    tossed.cookies.set('svc_session', token);
    expectProblem(await tossed.request('GET', `/ops${session}`), 401, 'unauthenticated');
    const unregistered = await browser.request('GET', `/ops${login}?provider=oidc`, undefined, {
      host: 'evil.example',
    });
    expect(new URL(String(unregistered.headers['location'])).searchParams.get('redirect_uri')).toBe(
      `https://svc.example/ops${callback}`,
    );
  } finally {
    await below.remove();
    await other.stop();
  }
});
