import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RealService } from '../identity/real-service.js';
import { callback, OAuthTestClient } from './client.js';
import { Person, toText } from './person.js';

let service: RealService;
let url: string;

beforeAll(async () => {
  service = await RealService.start(
    {},
    {
      SVC_Limits__SignInsPerMinute: '1000',
      SVC_Limits__RequestsPerMinute: '100000',
    },
  );
  url = await service.app.listen({ port: 0, host: '127.0.0.1' });
  for (const [name, role] of [
    ['ada', 'editor'],
    ['grace', 'viewer'],
    ['root', 'admin'],
  ] as const)
    await service.user(name, role);
});
afterAll(() => service.remove());

const ada = () => new Person(url, 'ada');

async function registered(metadata?: object): Promise<OAuthTestClient> {
  const client = new OAuthTestClient(url);
  await client.register(metadata);
  return client;
}

async function connected(person = ada(), form: Record<string, string | undefined> = {}) {
  const client = await registered();
  const { body } = await client.redeem(await client.code(person, {}, form));
  return { client, body };
}

const error = (name: string, status = 400) => ({ status, body: { error: name } });

describe('a code', () => {
  test('is redeemed once: the second time ends what the first gave', async () => {
    const client = await registered();
    const code = await client.code(ada());
    const first = await client.redeem(code);
    expect(first).toMatchObject({ status: 200, body: { token_type: 'Bearer', expires_in: 900 } });
    expect(first.headers.get('cache-control')).toBe('no-store');
    expect((await client.call(first.body['access_token'])).status).toBe(200);
    expect(await client.redeem(code)).toMatchObject(error('invalid_grant'));
    expect((await client.call(first.body['access_token'])).status).toBe(401);
    expect(await client.refresh(first.body['refresh_token'])).toMatchObject(error('invalid_grant'));
  });

  test('of two redemptions at once none leaves a token that works', async () => {
    const client = await registered();
    const code = await client.code(ada());
    const answers = await Promise.all([client.redeem(code), client.redeem(code)]);
    for (const { body } of answers)
      if (body['access_token']) expect((await client.call(body['access_token'])).status).toBe(401);
    expect(answers.some(({ status }) => status === 400)).toBe(true);
  });

  test.each([
    ['another verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
    ['no verifier', { code_verifier: undefined }, 'invalid_request'],
    ['another redirect address', { redirect_uri: 'http://127.0.0.1:7777/other' }, 'invalid_grant'],
    ['no redirect address', { redirect_uri: undefined }, 'invalid_request'],
    ['another resource', { resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
    ['another client', { client_id: 'svc-cli' }, 'invalid_grant'],
    ['an unknown client', { client_id: 'nobody' }, 'invalid_client'],
    ['another kind of grant', { grant_type: 'password' }, 'unsupported_grant_type'],
  ])('is refused with %s', async (_name, changes, code) => {
    const client = await registered();
    const answer = await client.redeem(await client.code(ada()), changes);
    expect(answer.body['error']).toBe(code);
    expect(answer.body['access_token']).toBeUndefined();
  });

  test('that failed once is used up, and a forged one is none', async () => {
    const client = await registered();
    const code = await client.code(ada());
    await client.redeem(code, { code_verifier: 'x'.repeat(43) });
    expect(await client.redeem(code)).toMatchObject(error('invalid_grant'));
    expect(await client.redeem(`${code.slice(0, -1)}_`)).toMatchObject(error('invalid_grant'));
  });
});

describe('a request of a client', () => {
  test.each([
    ['a redirect address of another site', { redirect_uri: 'https://evil.example/' }],
    ['a redirect address that only begins alike', { redirect_uri: `${callback}.evil.example` }],
    ['a redirect address with a query more', { redirect_uri: `${callback}?next=https://evil.example` }],
    ['a redirect address with a user', { redirect_uri: 'http://a@127.0.0.1:7777/callback' }],
    ['no PKCE', { code_challenge: undefined }],
    ['plain PKCE', { code_challenge_method: 'plain' }],
    ['PKCE without its method', { code_challenge_method: undefined }],
    ['a token in place of a code', { response_type: 'token' }],
    ['an unknown client', { client_id: 'nobody' }],
    ['a client whose registration was changed', { client_id: 'registered.WyJhIl0.AAAA' }],
    ['another resource', { resource: 'https://elsewhere.example/mcp' }],
    ['the command line, which has no browser', { client_id: 'svc-cli' }],
  ])('is refused on a page for %s, and leads nowhere', async (_name, changes) => {
    const client = await registered();
    const shown = await ada().open(client.address(changes));
    expect(shown.status).toBe(400);
    expect(shown.location).toBeNull();
    expect(toText(shown.html)).toContain('Nothing was allowed');
  });

  test('a parameter that is there twice is refused', async () => {
    const client = await registered();
    const shown = await ada().open(`${client.address()}&client_id=other`);
    expect(shown.status).toBe(400);
  });

  test('another port of the own machine is no other address', async () => {
    const client = await registered();
    const redirect = 'http://127.0.0.1:40123/callback';
    const back = await ada().allow(client.address({ redirect_uri: redirect }));
    expect(back.origin).toBe('http://127.0.0.1:40123');
    const code = back.searchParams.get('code') ?? '';
    expect(await client.redeem(code)).toMatchObject(error('invalid_grant'));
  });

  test('the answer names the issuer, and keeps the state and the query of the address', async () => {
    const address = 'https://assistant.example/back?tenant=1';
    const client = await registered({ client_name: 'Other', redirect_uris: [address] });
    const back = await ada().allow(client.address({ redirect_uri: address, state: 'a&b=c #d' }));
    expect(back.origin).toBe('https://assistant.example');
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ tenant: '1', iss: url, state: 'a&b=c #d' });
  });
});

describe('a registration', () => {
  test.each([
    ['javascript:alert(1)'],
    ['data:text/html,x'],
    ['http://evil.example/'],
    ['https://evil.example/#x'],
    ['https://a:b@evil.example/'],
    ['//evil.example'],
    ["https://a;script-src'x.example/"],
    ['file:///etc/passwd'],
    ['ms-msdt:/id'],
    [' https://evil.example/'],
    ['https://evil.example/\u202e'],
  ])('with the address %s is refused', async (address) => {
    const client = new OAuthTestClient(url);
    const answer = await client.register({ client_name: 'x', redirect_uris: [callback, address] });
    expect(answer).toMatchObject(error('invalid_redirect_uri'));
  });

  test.each([['a\u202eb'], ['a\u0000b'], ['a\u200bb'], [''], ['   '], ['x'.repeat(101)], [7], ['\u3164']])(
    'with the name %j is refused',
    async (name) => {
      const client = new OAuthTestClient(url);
      const answer = await client.register({ client_name: name, redirect_uris: [callback] });
      expect(answer).toMatchObject(error('invalid_client_metadata'));
    },
  );

  test('with a name that is HTML shows it as text', async () => {
    const client = await registered({
      client_name: '<img src=x onerror=alert(1)>"\'',
      redirect_uris: [callback],
    });
    const person = ada();
    const signIn = await person.open(client.address());
    const consent = await person.see(client.address());
    for (const { html } of [signIn, consent]) {
      expect(html).not.toContain('<img');
      expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;');
    }
  });

  test('asks for no secret, and gets none', async () => {
    const answer = await new OAuthTestClient(url).register({
      client_name: 'x',
      redirect_uris: [callback],
      token_endpoint_auth_method: 'client_secret_basic',
    });
    expect(answer).toMatchObject({ status: 201, body: { token_endpoint_auth_method: 'none' } });
    expect(answer.body['client_secret']).toBeUndefined();
  });

  test('of too many or too long addresses, or of no object, is refused', async () => {
    const client = new OAuthTestClient(url);
    const many = Array.from({ length: 21 }, (_, index) => `https://a.example/${index}`);
    expect(await client.register({ redirect_uris: many })).toMatchObject(error('invalid_client_metadata'));
    const long = Array.from({ length: 4 }, (_, index) => `https://a.example/${index}${'x'.repeat(900)}`);
    expect(await client.register({ redirect_uris: long })).toMatchObject(error('invalid_client_metadata'));
    expect(await client.register([])).toMatchObject(error('invalid_client_metadata'));
    expect(await client.register({})).toMatchObject(error('invalid_redirect_uri'));
  });
});

describe('the page of a request', () => {
  test('names who asks, for what and where it leads, in no frame, with no script', async () => {
    const client = await registered();
    const shown = await ada().see(client.address({ scope: 'read run offline_access' }));
    const text = toText(shown.html);
    expect(text).toContain('Allow access for “Test assistant”?');
    expect(text).toContain('svc has not checked the name');
    expect(text).toContain('a program on this machine (127.0.0.1:7777)');
    expect(text).toContain('run : Starts, ends and repeats runs');
    expect(text).not.toContain('administer');
    const policy = shown.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'self' http://127.0.0.1:7777;");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('script-src');
    expect(shown.headers.get('x-frame-options')).toBe('DENY');
    expect(shown.headers.get('cache-control')).toBe('no-store');
    expect(shown.headers.get('referrer-policy')).toBe('no-referrer');
  });

  test.each([
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, {}],
    [
      'another origin without the header of browsers',
      { origin: 'https://evil.example', 'sec-fetch-site': '' },
      {},
    ],
    ['the same site without the token of the page', {}, { token: undefined }],
    ['the same site with the token of no page', {}, { token: 'x' }],
  ])('a form of %s allows nothing', async (_name, headers, form) => {
    const client = await registered();
    const person = ada();
    const page = await person.see(client.address());
    Object.assign(person.headers, headers);
    const answer = await person.submit(page, { decision: 'allow', ...form });
    expect(answer.status).toBe(403);
    expect(answer.location).toBeNull();
  });

  test('a form with the token of another person allows nothing', async () => {
    const client = await registered();
    const [mine, other] = [ada(), new Person(url, 'grace')];
    const page = await mine.see(client.address());
    await other.see(client.address());
    expect(await other.submit(page, { decision: 'allow' })).toMatchObject({ status: 403, location: null });
  });

  test('without a decision nothing is allowed; a refusal is told to the client; the page counts once', async () => {
    const client = await registered();
    const person = ada();
    const page = await person.see(client.address());
    expect(await person.submit(page)).toMatchObject({ status: 422, location: null });
    const refused = await person.submit(page, { decision: 'deny' });
    const back = new URL(refused.location ?? '');
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'access_denied',
      iss: url,
      state: 's',
    });
    expect(await person.submit(page, { decision: 'allow' })).toMatchObject({ status: 410, location: null });
  });

  test('a wrong password is said on the page, and an account of an agent gives no access', async () => {
    const client = await registered();
    const person = ada();
    const page = await person.open(client.address());
    const answer = await person.submit(page, { username: 'ada', password: 'wrong' });
    expect([answer.status, toText(answer.html)]).toEqual([401, expect.stringContaining('password is wrong')]);
    const { users } = service.controller.identity;
    await users.create({ name: 'robot', role: 'editor', actor: 'agent', password: 'correct horse battery' });
    expect(await new Person(url, 'robot').see(client.address())).toMatchObject({ status: 403 });
  });

  test('leads to the sign-in of an issuer only with a path of this service', async () => {
    const evil = encodeURIComponent('//evil.example/oauth/consent/x');
    const login = `${url}/api/v1/platform/auth/oidc/login?provider=oidc&to=`;
    expect((await ada().send('GET', login + evil)).status).toBe(400);
    expect((await ada().send('GET', `${login}/oauth/token`)).status).toBe(400);
    // There is no issuer here; the path itself is accepted.
    expect((await ada().send('GET', `${login}/oauth/consent/abc`)).status).toBe(404);
  });
});

describe('what a person chose', () => {
  async function me(form: Record<string, string | undefined>, person = ada()) {
    const client = await registered();
    const code = await client.code(person, { resource: url, scope: 'read run write administer' }, form);
    const { body } = await client.redeem(code);
    return {
      ...(await client.call(body['access_token'], '/api/v1/platform/auth/me')).body,
      scope: body['scope'],
    };
  }

  test('narrows the client: read only, a lower role, branches, single things', async () => {
    expect(await me({})).toMatchObject({
      id: 'user:ada',
      role: 'editor',
      scopes: { effects: ['read', 'run', 'write', 'administer'] },
    });
    expect(await me({ read_only: 'on' })).toMatchObject({ scopes: { effects: ['read'] }, scope: 'read' });
    expect(await me({ role: 'operator' })).toMatchObject({
      role: 'operator',
      scopes: { effects: ['read', 'run'] },
    });
    expect(await me({ branches: 'feature/*, main' })).toMatchObject({
      scopes: { branches: ['feature/*', 'main'] },
    });
    expect(await me({ 'effect-write': undefined, 'effect-administer': undefined })).toMatchObject({
      scope: 'read run',
    });
  });

  test('never widens it: neither a higher role nor what the client did not ask for', async () => {
    expect(await me({ role: 'admin', 'effect-secrets': 'on' }, new Person(url, 'grace'))).toMatchObject({
      role: 'viewer',
      scope: 'read run write administer',
    });
    const client = await registered();
    const page = await ada().see(client.address({ scope: 'write' }));
    expect(page.html).not.toContain('effect-run');
    const person = ada();
    const nothing = await person.submit(await person.see(client.address({ scope: 'write' })), {
      decision: 'allow',
      role: 'viewer',
    });
    expect(nothing).toMatchObject({ status: 422, location: null });
  });

  test('an assistant is an agent: what needs consent waits for a person', async () => {
    const client = await registered();
    const code = await client.code(new Person(url, 'root'), { resource: url, scope: 'read administer' });
    const { body } = await client.redeem(code);
    const answer = await fetch(`${url}/api/v1/platform/api-keys`, {
      method: 'POST',
      headers: { authorization: `Bearer ${body['access_token']}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'stolen', role: 'admin' }),
    });
    const text = await answer.text();
    expect([202, 403]).toContain(answer.status);
    expect(text).not.toContain('svc_live_');
    expect(service.controller.identity.apiKeys.list().some(({ name }) => name === 'stolen')).toBe(false);
  });
});

describe('tokens', () => {
  test('are for their address alone', async () => {
    const { client, body } = await connected();
    const token = body['access_token'];
    expect((await client.call(token)).status).toBe(200);
    expect((await client.call(token, '/mcp/readonly')).status).toBe(200);
    for (const path of ['/api/v1/platform/auth/me', '/api/v1/platform/users', '/api/v1/live/flows'])
      expect((await client.call(token, path)).status).toBe(401);
    const { host } = new URL(url);
    const headers = { authorization: `Bearer ${token}`, host };
    for (const path of ['/mcp/../api/v1/platform/auth/me', '/mcp%2f..%2fapi/v1/platform/auth/me'])
      expect((await service.app.inject({ method: 'GET', url: path, headers })).statusCode).toBeGreaterThan(
        400,
      );
    const graphql = await fetch(`${url}/graphql?query={__typename}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(graphql.status).toBe(401);
    // The same service under another name is another address.
    const other = new OAuthTestClient(url.replace('127.0.0.1', 'localhost'));
    expect((await other.call(token)).status).toBe(401);
    expect(service.logged.join('')).toContain('token_audience');
  });

  test('a token of a person alone is not for an address, and no code makes one of it', async () => {
    const { authorization } = await service.bearer('ada');
    const client = await registered();
    expect((await client.call(authorization.slice('Bearer '.length))).status).toBe(200);
    const signIn = (await service.signIn('ada')).json();
    expect(await client.refresh(signIn.refresh_token)).toMatchObject(error('invalid_grant'));
    const { body } = await connected();
    const other = await service.anonymous('POST', '/api/v1/platform/auth/token', {
      grant_type: 'refresh_token',
      refresh_token: body['refresh_token'],
    });
    expect(other.statusCode).toBe(401);
  });

  test('a refresh token rotates; a lost answer comes again, and a later reuse ends the family', async () => {
    const { client, body } = await connected();
    const second = await client.refresh(body['refresh_token']);
    expect(second.status).toBe(200);
    const again = await client.refresh(body['refresh_token']);
    expect(again.body['refresh_token']).toBe(second.body['refresh_token']);
    // The one before is used by another client: stolen.
    const thief = await fetch(`${url}/oauth/token`, {
      method: 'POST',
      headers: { 'user-agent': 'thief' },
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: client.id,
        refresh_token: String(body['refresh_token']),
      }),
    });
    expect(thief.status).toBe(400);
    expect(await client.refresh(second.body['refresh_token'])).toMatchObject(error('invalid_grant'));
    expect((await client.call(second.body['access_token'])).status).toBe(401);
  });

  test('a refresh token of one client is none of another, and asks for no more than was granted', async () => {
    const { client, body } = await connected();
    const other = await registered({ client_name: 'Other', redirect_uris: [callback] });
    expect(await other.refresh(body['refresh_token'])).toMatchObject(error('invalid_grant'));
    expect(await client.refresh(body['refresh_token'], { scope: 'administer' })).toMatchObject(
      error('invalid_scope'),
    );
    expect(await client.refresh(body['refresh_token'], { resource: url })).toMatchObject(
      error('invalid_target'),
    );
    expect((await client.refresh(body['refresh_token'], { scope: 'read' })).status).toBe(200);
  });

  test('revoked by their client they end at once; another client revokes nothing', async () => {
    const { client, body } = await connected();
    const other = await registered({ client_name: 'Other', redirect_uris: [callback] });
    const token = String(body['access_token']);
    expect((await client.form('/oauth/revoke', { token, client_id: other.id })).status).toBe(200);
    expect((await client.call(token)).status).toBe(200);
    expect((await client.form('/oauth/revoke', { token, client_id: client.id })).status).toBe(200);
    expect((await client.call(token)).status).toBe(401);
    expect(await client.refresh(body['refresh_token'])).toMatchObject(error('invalid_grant'));
    expect((await client.form('/oauth/revoke', { token: 'x', client_id: client.id })).status).toBe(200);
  });

  test('revoked by their person, or by an administrator, they end at once; others neither see nor end them', async () => {
    const { client, body } = await connected();
    const grants = '/api/v1/platform/auth/grants';
    const list = (await service.call('GET', grants, undefined, await service.bearer('ada'))).json();
    const { id } = list.items.at(-1);
    expect(list.items.at(-1)).toMatchObject({ client: 'Test assistant', actor: 'agent', role: 'editor' });
    const grace = await service.bearer('grace');
    expect((await service.call('GET', grants, undefined, grace)).json().items).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ principal: 'user:ada' })]),
    );
    expect((await service.call('DELETE', `${grants}/${id}`, undefined, grace)).statusCode).toBe(404);
    expect((await client.call(body['access_token'])).status).toBe(200);
    expect((await service.call('DELETE', `${grants}/${id}`)).statusCode).toBe(204);
    expect((await client.call(body['access_token'])).status).toBe(401);
  });

  test('end with the account: disabled, another password, deleted; a lower role counts at once', async () => {
    const { users } = service.controller.identity;
    for (const end of [
      () => users.update('ines', () => ({ disabled: true })),
      () => users.setPassword('ines', 'another correct horse'),
      () => users.remove('ines'),
    ]) {
      await service.user('ines', 'editor');
      const { client, body } = await connected(new Person(url, 'ines'));
      expect((await client.call(body['access_token'])).status).toBe(200);
      await end();
      expect((await client.call(body['access_token'])).status).toBe(401);
      expect(await client.refresh(body['refresh_token'])).toMatchObject(error('invalid_grant'));
      if (users.list().some(({ name }) => name === 'ines')) await users.remove('ines');
    }
    await service.user('ida', 'editor');
    const client = await registered();
    const code = await client.code(new Person(url, 'ida'), { resource: url });
    const { body } = await client.redeem(code);
    await users.update('ida', () => ({ role: 'viewer' }));
    const me = await client.call(body['access_token'], '/api/v1/platform/auth/me');
    expect(me.body['role']).toBe('viewer');
  });

  test('survive a restart', async () => {
    const first = await RealService.start();
    await first.user('ada', 'editor');
    const address = await first.app.listen({ port: 0, host: '127.0.0.1' });
    const client = new OAuthTestClient(address);
    await client.register();
    const { body } = await client.redeem(await client.code(new Person(address, 'ada')));
    await first.stop();
    const second = await RealService.open(first.folder);
    try {
      await second.app.listen({ port: Number(new URL(address).port), host: '127.0.0.1' });
      expect((await client.call(body['access_token'])).status).toBe(200);
      expect((await client.refresh(body['refresh_token'])).status).toBe(200);
      // The registration is known still, too.
      expect((await client.redeem(await client.code(new Person(address, 'ada')))).status).toBe(200);
    } finally {
      await second.remove();
    }
  });

  test('are in no file of the installation, no log and no audit record', async () => {
    const { client, body } = await connected();
    const secrets = [body['access_token'], body['refresh_token'], client.verifier].map(String);
    const data = join(service.folder, '.svc');
    const files = readdirSync(data, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    const texts = files.map((file) => readFileSync(join(file.parentPath, file.name), 'latin1'));
    const audit = JSON.stringify((await service.call('GET', '/api/v1/platform/audit?limit=200')).json());
    for (const secret of secrets)
      for (const place of [...texts, audit, service.logged.join('')]) expect(place).not.toContain(secret);
    expect(audit).toContain('authorize-client');
  });
});

describe('the grant of a person of an issuer', () => {
  test('has the role that the issuer gave, and ends with the sessions of the person, or with another issuer', async () => {
    const issuer = 'https://login.example.com/realms/ops';
    const other = await RealService.start(
      {},
      { SVC_Auth__Oidc__Issuer: issuer, SVC_Auth__Oidc__Audience: 'svc' },
    );
    try {
      const { identity } = other.controller;
      const address = await other.app.listen({ port: 0, host: '127.0.0.1' });
      const client = new OAuthTestClient(address);
      const grant = (of: string) => ({
        clientId: 'test',
        clientName: 'Test',
        audience: address,
        role: 'admin' as const,
        actor: 'agent' as const,
        person: { issuer: of, principal: { id: 'oidc:ada', role: 'operator' as const, groups: ['billing'] } },
      });
      const { accessToken } = await identity.signIn.client('oidc:ada', grant(issuer), 3_600_000);
      const me = await client.call(accessToken, '/api/v1/platform/auth/me');
      expect(me.body).toMatchObject({ id: 'oidc:ada', role: 'operator' });
      await identity.endSessions('oidc:ada');
      expect((await client.call(accessToken, '/api/v1/platform/auth/me')).status).toBe(401);
      await expect(identity.signIn.client('oidc:ada', grant('https://former.example'))).rejects.toThrow();
    } finally {
      await other.remove();
    }
  });
});

describe('what is off', () => {
  test('an unsafe address issues nothing, and says why', async () => {
    const answer = await service.app.inject({
      method: 'GET',
      url: '/.well-known/oauth-authorization-server',
      headers: { host: 'svc.example.com' },
    });
    expect(answer.statusCode).toBe(404);
    expect(answer.json().detail).toContain('http://svc.example.com, is neither https nor on this machine');
    const challenge = await service.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { host: 'svc.example.com' },
    });
    expect(challenge.headers['www-authenticate'] ?? '').not.toContain('resource_metadata');
  });

  test('a wrong API key is told so, and leads to no sign-in', async () => {
    const answer = await fetch(`${url}/mcp`, { method: 'POST', headers: { 'x-api-key': 'svc_live_x' } });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="svc"');
  });
});
