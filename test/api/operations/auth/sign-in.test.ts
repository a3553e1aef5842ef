import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { password, platform, RealService } from '../../identity/real-service.js';
import { expectProblem } from '../../start-app.js';

let service: RealService;
const token = `${platform}/auth/token`;
const me = `${platform}/auth/me`;

beforeAll(async () => {
  service = await RealService.start();
});
afterAll(() => service.remove());

/** Each test from an address of its own, so that failures of one do not slow down another. */
let addresses = 0;
const address = () => `10.0.0.${++addresses}`;

describe('signing in', () => {
  test('a user gets an access token that works, and a refresh token', async () => {
    await service.user('ada', 'editor');
    const answer = await service.signIn('ada', password, address());
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    const body = answer.json();
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 900,
      refresh_token: expect.stringMatching(/^svcr_/),
    });
    const who = await service.call('GET', me, undefined, { authorization: `Bearer ${body.access_token}` });
    expect(who.json()).toEqual({
      id: 'user:ada',
      role: 'editor',
      scopes: null,
      expiresAt: expect.any(String),
    });
    const asKey = await service.call('GET', me, undefined, { 'x-api-key': body.access_token });
    expect(asKey.json().id).toBe('user:ada');
    expect(service.controller.identity.users.get('ada').lastSignInAt).not.toBeNull();
  });

  test('a form is accepted like JSON, but not with a field twice', async () => {
    await service.user('form', 'viewer');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const payload = new URLSearchParams({ grant_type: 'password', username: 'form', password }).toString();
    const answer = await service.app.inject({ method: 'POST', url: token, headers, payload });
    expect(answer.statusCode).toBe(200);
    const twice = await service.app.inject({
      method: 'POST',
      url: token,
      headers,
      payload: `${payload}&username=admin`,
    });
    expectProblem(twice, 400, 'request_invalid');
    const elsewhere = await service.app.inject({
      method: 'POST',
      url: `${platform}/users`,
      headers: { ...headers, 'x-api-key': service.adminKey },
      payload,
    });
    expectProblem(elsewhere, 415, 'unsupported_media_type');
  });

  test('a wrong password, an unknown user and a disabled user get the same answer', async () => {
    await service.user('gone', 'viewer');
    await service.controller.identity.users.update('gone', () => ({ disabled: true }));
    const from = address();
    const answers = [
      await service.signIn('admin', 'wrong password', from),
      await service.signIn('nobody', password, from),
      await service.signIn('gone', password, from),
      await service.signIn('__proto__', password, from),
    ];
    const bodies = answers.map((answer) => {
      const { instance: _, ...body } = expectProblem(answer, 401, 'sign_in_failed');
      return body;
    });
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(bodies[0]).toMatchObject({ error: 'invalid_grant' });
  });

  test('an API key is a client with a secret, in the body or as HTTP Basic', async () => {
    const key = await service.key('client', 'operator');
    const body = { grant_type: 'client_credentials', client_id: 'client', client_secret: key };
    const answer = await service.anonymous('POST', token, body);
    expect(answer.json()).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 900,
    });
    const authorization = `Bearer ${answer.json().access_token}`;
    const who = await service.call('GET', me, undefined, { authorization });
    expect(who.json()).toMatchObject({ id: 'api-key:client', role: 'operator' });
    const basic = `Basic ${Buffer.from(`client:${key}`).toString('base64')}`;
    const again = await service.call(
      'POST',
      token,
      { grant_type: 'client_credentials' },
      { authorization: basic },
    );
    expect(again.statusCode).toBe(200);
    const other = { ...body, client_id: 'initial-admin' };
    const refused = await service.anonymous('POST', token, other, address());
    expect(expectProblem(refused, 401, 'sign_in_failed').error).toBe('invalid_client');
    await service.controller.identity.apiKeys.remove('client');
    expectProblem(await service.call('GET', me, undefined, { authorization }), 401, 'unauthenticated');
  });

  test('a missing field of a grant is refused with its name', async () => {
    const answer = await service.anonymous('POST', token, { grant_type: 'password', username: 'ada' });
    const body = expectProblem(answer, 422, 'body_invalid');
    expect(body.errors).toEqual([{ pointer: '/password', message: 'is missing' }]);
    expectProblem(await service.anonymous('POST', token, { grant_type: 'magic' }), 422, 'body_invalid');
  });
});

describe('a session', () => {
  async function signIn(name: string) {
    await service.user(name, 'viewer');
    return (await service.signIn(name, password, address())).json();
  }
  const refresh = (refresh_token: string, from = '127.0.0.1') =>
    service.anonymous('POST', token, { grant_type: 'refresh_token', refresh_token }, from);
  const asks = (access_token: string) =>
    service.call('GET', me, undefined, { authorization: `Bearer ${access_token}` });

  test('is renewed by a refresh token that is valid once', async () => {
    const first = await signIn('renewed');
    const second = (await refresh(first.refresh_token)).json();
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect((await asks(second.access_token)).json().id).toBe('user:renewed');
  });

  test('ends when a used refresh token comes from elsewhere', async () => {
    const first = await signIn('stolen');
    const second = (await refresh(first.refresh_token)).json();
    expectProblem(await refresh(first.refresh_token, address()), 401, 'sign_in_failed');
    expectProblem(await asks(second.access_token), 401, 'unauthenticated');
    expectProblem(await refresh(second.refresh_token, address()), 401, 'sign_in_failed');
  });

  test('survives a client that renews it several times at once', async () => {
    const first = await signIn('hasty');
    const answers = await Promise.all([1, 2, 3].map(() => refresh(first.refresh_token)));
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200]);
    for (const answer of answers) expect((await asks(answer.json().access_token)).statusCode).toBe(200);
    const tokens = new Set(answers.map((answer) => answer.json().refresh_token));
    expect(tokens.size, 'one refresh token makes one successor').toBe(1);
    const [next] = tokens;
    const later = (await refresh(next)).json().refresh_token;
    expect((await refresh(first.refresh_token)).json().refresh_token).toBe(next);
    expect(later).not.toBe(next);
  });

  test('ends at once when it is signed out, with either token', async () => {
    const first = await signIn('leaving');
    const headers = { authorization: `Bearer ${first.access_token}` };
    expect((await service.call('POST', `${platform}/auth/logout`, undefined, headers)).statusCode).toBe(204);
    expectProblem(await asks(first.access_token), 401, 'unauthenticated');
    expectProblem(await refresh(first.refresh_token, address()), 401, 'sign_in_failed');
    const second = (await service.signIn('leaving', password, address())).json();
    const { refresh_token } = second;
    expect((await service.anonymous('POST', `${platform}/auth/logout`, { refresh_token })).statusCode).toBe(
      204,
    );
    expectProblem(await asks(second.access_token), 401, 'unauthenticated');
    expectProblem(await service.anonymous('POST', `${platform}/auth/logout`), 401, 'unauthenticated');
  });

  test('never has an id that the client chose', async () => {
    const first = await signIn('fixed');
    const second = (await service.signIn('fixed', password, address())).json();
    const sid = (jwt: string) => JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()).sid;
    expect(sid(second.access_token)).not.toBe(sid(first.access_token));
  });

  test.each([
    [
      'a new password',
      (name: string) => service.controller.identity.users.setPassword(name, 'another long one'),
    ],
    [
      'being disabled',
      (name: string) => service.controller.identity.users.update(name, () => ({ disabled: true })),
    ],
    ['being deleted', (name: string) => service.controller.identity.users.remove(name)],
  ])('ends at once with %s of its user', async (what, change) => {
    const name = `ends-${what.replaceAll(' ', '-')}`;
    const { access_token, refresh_token } = await signIn(name);
    expect((await asks(access_token)).statusCode).toBe(200);
    await change(name);
    expectProblem(await asks(access_token), 401, 'unauthenticated');
    expectProblem(await refresh(refresh_token, address()), 401, 'sign_in_failed');
  });

  test('has the role that its user has now', async () => {
    const { access_token } = await signIn('promoted');
    await service.controller.identity.users.update('promoted', () => ({ role: 'operator' }));
    expect((await asks(access_token)).json().role).toBe('operator');
  });

  test('outlives a restart of the service, and the rotation of the signing key', async () => {
    const { access_token, refresh_token } = await signIn('patient');
    service.controller.identity.rotateSigningKey();
    expect((await asks(access_token)).statusCode).toBe(200);
    const { adminKey, folder } = service;
    await service.stop();
    service = await RealService.open(folder);
    service.adminKey = adminKey;
    expect((await asks(access_token)).statusCode).toBe(200);
    expect((await refresh(refresh_token)).statusCode).toBe(200);
  });
});
