import { createHmac, createPublicKey, type JsonWebKey } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { Issuer } from '../identity/issuer.js';
import { flow, platform, RealService } from '../identity/real-service.js';
import { expectProblem } from '../start-app.js';

const me = `${platform}/auth/me`;
let issuer: Issuer;
let service: RealService;

const team = `kind: team
name: billing
members: ['oidc:ada']
grants: [{ role: editor, types: [flow], names: ['hel*'] }]
`;

beforeAll(async () => {
  issuer = await Issuer.start();
  service = await RealService.start(
    { 'teams/billing.yaml': team },
    {
      SVC_Limits__RequestsPerMinute: '100000',
      SVC_Auth__Oidc__Issuer: issuer.url,
      SVC_Auth__Oidc__Audience: 'svc',
      SVC_Auth__Oidc__Roles: '{"ops": "operator", "readers": "viewer"}',
    },
  );
});
afterAll(async () => {
  await service.remove();
  await issuer.stop();
});

const ask = (token: string) => service.call('GET', me, undefined, { authorization: `Bearer ${token}` });
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const seconds = () => Math.floor(Date.now() / 1000);

/** The token with another header, its payload and signature as they were. */
function withHeader(token: string, header: object): string {
  const [, payload, signature] = token.split('.');
  return `${base64(header)}.${payload}.${signature}`;
}

function withPayload(token: string, change: object): string {
  const [header = '', payload = '', signature] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return `${header}.${base64({ ...claims, ...change })}.${signature}`;
}

describe('tokens of the issuer', () => {
  test('are accepted with the role that their claim maps to, the highest of several', async () => {
    expect((await ask(await issuer.token())).json()).toMatchObject({ id: 'oidc:ada', role: 'operator' });
    const both = await issuer.token({ sub: 'bob', roles: ['readers', 'ops', 'admin'] });
    expect((await ask(both)).json()).toMatchObject({ id: 'oidc:bob', role: 'operator' });
    expectProblem(await ask(await issuer.token({ roles: ['admin'] })), 403, 'forbidden');
  });

  test.each<[JWTPayload, string]>([
    [{ azp: 'portal' }, 'person'],
    [{ azp: 'etl', sub: 'etl' }, 'service'],
    [{ azp: 'etl', sub: 'etl@clients', gty: 'client-credentials' }, 'service'],
    [{ azp: 'etl', sub: '6f1c', preferred_username: 'service-account-etl' }, 'service'],
    [{ azp: 'etl', sub: '6f1c', idtyp: 'app' }, 'service'],
  ])('with the claims %o are those of a %s', async (claims, actor) => {
    const token = await issuer.token(claims);
    const caller = await service.controller.identity.authenticate(token);
    expect(caller).toMatchObject({ principal: { actor } });
  });

  test('make their user a member of the teams that name the user as the issuer does', async () => {
    const share = { name: 'by-ada', branch: 'live', flow: 'hello' };
    const post = async (sub: string) =>
      service.call('POST', `${platform}/shares`, share, {
        authorization: `Bearer ${await issuer.token({ sub })}`,
      });
    expectProblem(await post('bob'), 403, 'forbidden');
    expect((await post('ada')).statusCode).toBe(201);
  });

  test('are not accepted for another audience or issuer, too early, too late, or without an end', async () => {
    const wrong = [
      { aud: 'other' },
      { aud: undefined },
      { iss: `${issuer.url}/` },
      { iss: 'https://login.example.com' },
      { exp: seconds() - 120 },
      { exp: undefined },
      { nbf: seconds() + 120 },
      { sub: undefined },
      { sub: 'a\nb' },
      { sub: { $ne: 1 } as unknown as string },
    ];
    for (const claims of wrong) {
      const answer = await ask(await issuer.token(claims as JWTPayload));
      expect({ claims, status: answer.statusCode }).toEqual({ claims, status: 401 });
    }
    const skewed = await issuer.token({ exp: seconds() - 5, nbf: seconds() + 5 });
    expect((await ask(skewed)).statusCode).toBe(200);
  });

  test('name people as they are called, each of them another caller', async () => {
    const ids = new Map<string, string>();
    const names = [
      'Jürgen',
      'Ada Lovelace',
      'Ada%20Lovelace',
      'Ada_Lovelace',
      'CORP\\ada',
      "O'Brien",
      '王小明',
      'a<b>',
    ];
    for (const sub of names) {
      const answer = await ask(await issuer.token({ sub }));
      expect([sub, answer.statusCode]).toEqual([sub, 200]);
      ids.set(sub, answer.json().id);
    }
    expect(ids.get('Ada Lovelace')).toBe('oidc:Ada%20Lovelace');
    expect(ids.get('Jürgen')).toBe('oidc:Jürgen');
    expect(new Set(ids.values()).size).toBe(names.length);
    for (const id of ids.values()) expect(id).not.toMatch(/[\s<>]/);
    // The same letters in another form are the same person.
    const decomposed = await ask(await issuer.token({ sub: 'Ju\u0308rgen' }));
    expect(decomposed.json().id).toBe('oidc:Jürgen');
  });

  test('say why they are refused', async () => {
    const other = await Issuer.start();
    const reasons = [
      [await issuer.token({ aud: 'another' }), /its `aud` is not `svc`/],
      [await issuer.token({ exp: seconds() - 600 }), /has expired/],
      [await issuer.token({ nbf: seconds() + 600 }), /its `nbf` does not fit/],
      [await other.token({ iss: issuer.url }), /none of the keys of the issuer has signed it/],
      [await other.token(), /its issuer `http.*` is not the one of `Auth.Oidc.Issuer`/],
      [await issuer.token({ sub: 'ada\n' }), /its claim `sub` is not a name/],
      [await issuer.token({ sub: ' ' }), /its claim `sub` is not a name/],
      [await issuer.token({ sub: 'a\u202Eda' }), /its claim `sub` is not a name/],
    ] as const;
    await other.stop();
    for (const [token, reason] of reasons) {
      const { detail } = expectProblem(await ask(token), 401, 'unauthenticated');
      expect(detail).toMatch(reason);
    }
  });

  test('are not accepted unsigned, signed otherwise, or changed', async () => {
    const good = await issuer.token();
    const [header = '', payload = ''] = good.split('.');
    const jwk = await issuer.publicJwk('first');
    const pem = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' }).export({
      type: 'spki',
      format: 'pem',
    });
    const hmac = (secret: string | Buffer) => {
      const head = base64({ alg: 'HS256', kid: 'first' });
      return `${head}.${payload}.${createHmac('sha256', secret).update(`${head}.${payload}`).digest('base64url')}`;
    };
    const forged = [
      `${base64({ alg: 'none' })}.${payload}.`,
      `${base64({ alg: 'None', kid: 'first' })}.${payload}.`,
      `${header}.${payload}.`,
      `${header}.${payload}`,
      hmac(pem.toString()),
      hmac(JSON.stringify(jwk)),
      withPayload(good, { roles: ['ops', 'admin'] }),
      withPayload(good, { sub: 'admin' }),
      withHeader(good, { alg: 'RS256' }).replace(/\.[^.]*$/, '.AAAA'),
    ];
    for (const token of forged) {
      expect({ token, status: (await ask(token)).statusCode }).toEqual({ token, status: 401 });
    }
  });

  test('cannot bring their own key in any header', async () => {
    const other = await Issuer.start();
    const jwk = await other.publicJwk('first');
    const tricks = [
      { kid: 'first' },
      { kid: '../../../dev/null' },
      { kid: `${other.url}/keys` },
      { kid: "' or 1=1 --" },
      { kid: '__proto__' },
      { jku: `${other.url}/keys` },
      { x5u: `${other.url}/cert` },
      { jwk },
      { crit: ['exp'] },
    ];
    for (const header of tricks) {
      const token = await other.token({ iss: issuer.url }, header).catch(() => 'unsigned');
      expect({ header, status: (await ask(token)).statusCode }).toEqual({ header, status: 401 });
    }
    expect(other.fetches).toBe(0);
    await other.stop();
  });
});

describe('our own access tokens', () => {
  test('are accepted with our signature only', async () => {
    await service.user('owner', 'admin');
    const { authorization } = await service.bearer('owner', '10.6.0.1');
    const good = authorization.slice('Bearer '.length);
    expect((await ask(good)).statusCode).toBe(200);
    const [header = '', payload = ''] = good.split('.');
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString());
    const signed = (secret: string, head: object) =>
      new SignJWT(JSON.parse(Buffer.from(payload, 'base64url').toString()))
        .setProtectedHeader({ alg: 'HS256', ...head })
        .sign(Buffer.from(secret));
    const forged = [
      `${base64({ alg: 'none', typ: 'at+jwt', kid })}.${payload}.`,
      `${header}.${payload}.`,
      withPayload(good, { exp: seconds() + 86_400 }),
      withPayload(good, { sid: 'another' }),
      withHeader(good, { alg: 'HS256', typ: 'JWT', kid }),
      withHeader(good, { alg: 'HS512', typ: 'at+jwt', kid }),
      await signed('x'.repeat(32), { typ: 'at+jwt', kid }),
      await signed('x'.repeat(32), { typ: 'at+jwt', kid: '../../dev/null' }),
      await signed('x'.repeat(32), { typ: 'at+jwt' }),
      `${good}.`,
      good.slice(0, -4),
      'a.b.c',
    ];
    for (const token of forged) {
      expect({ token, status: (await ask(token)).statusCode }).toEqual({ token, status: 401 });
    }
  });

  test('are signed with a key in a file that only its owner may read', () => {
    const file = join(service.folder, '.svc', 'token-keys.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, 'utf8')).keys).toHaveLength(1);
  });
});

describe('an issuer', () => {
  test('that rotates its key is followed, at most once per cool-down time', async () => {
    const fresh = await Issuer.start();
    await fresh.addKey('second');
    const other = await RealService.start(
      {},
      {
        SVC_Auth__Oidc__Issuer: fresh.url,
        SVC_Auth__Oidc__Audience: 'svc',
        SVC_Auth__Oidc__DefaultRole: 'viewer',
      },
    );
    const asks = async (kid: string) => {
      const authorization = `Bearer ${await fresh.token({ jti: String(Math.random()) }, {}, kid)}`;
      return other.call('GET', me, undefined, { authorization });
    };
    fresh.isAway = true;
    const away = await asks('first');
    expectProblem(away, 503, 'oidc_unavailable');
    expect((await other.call('GET', me)).statusCode).toBe(200);
    fresh.isAway = false;
    await expect.poll(async () => (await asks('first')).statusCode, { interval: 500 }).toBe(200);
    expect((await asks('second')).json()).toMatchObject({ role: 'viewer' });
    expect(fresh.fetches).toBe(1);
    fresh.isAway = true;
    expect((await asks('first')).statusCode).toBe(200);
    await other.remove();
    await fresh.stop();
  });
});

describe('clients and groups of the issuer', () => {
  const start = async (env: Record<string, string>) => {
    const bounded = await RealService.start(
      {
        'teams/crew.yaml':
          "kind: team\nname: crew\nmembers: []\nconfined: true\ngrants: [{ role: operator, types: [flow], names: ['hel*'] }]\n",
        'flows/other.yaml': flow('other'),
      },
      {
        SVC_Auth__Oidc__Issuer: issuer.url,
        SVC_Auth__Oidc__Audience: 'svc',
        SVC_Auth__Oidc__Roles: '{"ops": "admin"}',
        ...env,
      },
    );
    onTestFinished(() => bounded.remove());
    const call = async (claims: JWTPayload, url: string, body?: object) =>
      bounded.call(body ? 'POST' : 'GET', url, body, {
        authorization: `Bearer ${await issuer.token(claims)}`,
      });
    return { call };
  };
  const run = (name: string) => `/api/v1/live/flows/${name}/runs`;

  test('a client has the role and the scopes of the settings', async () => {
    const client = {
      Actor: 'agent',
      Role: 'operator',
      Scopes: { flows: ['hel*'], effects: ['read', 'run'] },
    };
    const { call } = await start({ SVC_Auth__Oidc__Clients: JSON.stringify({ bot: client, app: 'agent' }) });
    const claims = { sub: 'bot', azp: 'bot' };
    expect((await call(claims, me)).json()).toMatchObject({ role: 'operator', scopes: client.Scopes });
    expect((await call(claims, run('hello'), {})).statusCode).toBe(201);
    const refused = expectProblem(await call(claims, run('other'), {}), 403, 'forbidden');
    expect(JSON.stringify(refused.hints)).toContain('Auth.Oidc.Clients');
    expect((await call({ sub: 'app', azp: 'app' }, me)).json()).toMatchObject({
      role: 'admin',
      scopes: null,
    });
    expect((await call({ sub: 'ada', azp: 'web' }, me)).json()).toMatchObject({
      role: 'admin',
      scopes: null,
    });
  });

  test.each([
    [{ SVC_Auth__Oidc__GroupsClaim: 'groups' }, { groups: ['crew', 'unknown', 7] }],
    [
      { SVC_Auth__Oidc__GroupsClaim: 'org.groups', SVC_Auth__Oidc__Groups: '{"3f5a": "crew"}' },
      { org: { groups: ['3f5a', 'admins'] } },
    ],
  ] as [Record<string, string>, JWTPayload][])('groups of a token are teams (%j)', async (env, groups) => {
    const { call } = await start({ ...env, SVC_Auth__Oidc__Roles: '{"ops": "editor"}' });
    const claims = { sub: 'bob', ...groups };
    expect((await call(claims, run('hello'), {})).statusCode).toBe(201);
    expectProblem(await call(claims, run('other'), {}), 403, 'forbidden');
    expect((await call({ sub: 'bob' }, run('other'), {})).statusCode).toBe(201);
    // A name of a team that no mapping gives is not used.
    if (env['SVC_Auth__Oidc__Groups'])
      expect((await call({ sub: 'eve', org: { groups: ['crew'] } }, run('other'), {})).statusCode).toBe(201);
  });
});
