import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { expectProblem } from '../start-app.js';
import { password, platform, RealService } from './real-service.js';

let service: RealService;
beforeAll(async () => {
  service = await RealService.start({
    'environments/staging.yaml': 'kind: environment\nname: staging\n',
    'flows/other.yaml': `document: { dsl: '1.0.3', namespace: test, name: other, version: '1.0.0' }\ndo:\n  - a: { set: { b: 1 } }\n`,
  });
});
afterAll(() => service.remove());

const users = `${platform}/users`;
const keys = `${platform}/api-keys`;
const shares = `${platform}/shares`;
const runs = '/api/v1/live/flows/hello/runs';

/** For the rest of the test, the clock is this far ahead. */
function timePasses(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
  onTestFinished(() => void vi.useRealTimers());
}

describe('users', () => {
  test('are created, read, changed and deleted, under both paths, and never show a password', async () => {
    const body = { kind: 'user', name: 'grace', role: 'operator', password };
    const created = await service.call('POST', users, body);
    expect([created.statusCode, created.headers['location']]).toEqual([201, `${users}/grace`]);
    expect(created.json()).toEqual({
      name: 'grace',
      role: 'operator',
      disabled: false,
      createdAt: expect.any(String),
      lastSignInAt: null,
    });
    const entity = `${platform}/entities/platform/user`;
    expect((await service.call('GET', `${entity}/grace`)).json().role).toBe('operator');
    expect(
      (await service.call('GET', entity)).json().items.map((user: { name: string }) => user.name),
    ).toEqual(['admin', 'grace']);
    const merge = { 'content-type': 'application/merge-patch+json' };
    const patched = await service.call('PATCH', `${users}/grace`, { role: 'editor' }, merge);
    expect(patched.json()).toMatchObject({ role: 'editor' });
    expect((await service.call('PUT', `${entity}/grace`, { role: 'viewer' })).json().role).toBe('viewer');
    expectProblem(await service.call('PUT', `${entity}/grace`, { disabled: true }), 422, 'body_invalid');
    for (const answer of [created, patched]) expect(answer.body).not.toContain(password);
    expect((await service.call('DELETE', `${users}/grace`)).statusCode).toBe(204);
    expectProblem(await service.call('GET', `${users}/grace`), 404, 'user_not_found');
  });

  test('need a name and a password that can be, and a name that is free', async () => {
    const create = (change: object) =>
      service.call('POST', users, { name: 'new', role: 'viewer', password, ...change });
    for (const name of [
      'Admin',
      '-a',
      'a/b',
      'a\nb',
      'a'.repeat(64),
      'platform',
      'platform-x',
      '__proto__',
    ]) {
      expectProblem(await create({ name }), 422, 'body_invalid');
    }
    for (const weak of ['short', 'aaaaaaaaaaaaaaaa', 'new123', 'x'.repeat(2000)]) {
      const problem = expectProblem(await create({ password: weak }), 422, 'body_invalid');
      expect(problem.errors[0].pointer).toBe('/password');
      expect(JSON.stringify(problem)).not.toContain(weak);
    }
    expectProblem(await create({ name: 'admin' }), 409, 'name_taken');
    expectProblem(await create({ role: 'root' }), 422, 'body_invalid');
  });

  test('the last administrator stays one', async () => {
    for (const change of [{ role: 'editor' }, { disabled: true }]) {
      expectProblem(await service.call('PATCH', `${users}/admin`, change), 409, 'last_admin');
    }
    expectProblem(await service.call('DELETE', `${users}/admin`), 409, 'last_admin');
    await service.user('second', 'admin');
    const answers = await Promise.all([
      service.call('PATCH', `${users}/admin`, { role: 'viewer' }),
      service.call('DELETE', `${users}/second`),
    ]);
    expect(answers.filter((answer) => answer.statusCode === 409)).toHaveLength(1);
  });

  test('set their own password with the current one, and nobody else’s', async () => {
    await service.user('self', 'viewer');
    await service.user('victim', 'viewer');
    const headers = await service.bearer('self');
    const set = (name: string, body: object) =>
      service.call('PUT', `${users}/${name}/password`, body, headers);
    const next = 'a different long one';
    expectProblem(await set('self', { password: next }), 422, 'body_invalid');
    const wrong = await set('self', { password: next, currentPassword: 'not the one at all' });
    expectProblem(wrong, 401, 'sign_in_failed');
    for (const other of ['victim', 'nobody']) {
      expectProblem(await set(other, { password: next, currentPassword: password }), 403, 'forbidden');
    }
    expect((await set('self', { password: next, currentPassword: password })).statusCode).toBe(204);
    expectProblem(await service.signIn('self', password, '10.1.0.1'), 401, 'sign_in_failed');
    expect((await service.signIn('self', next, '10.1.0.2')).statusCode).toBe(200);
    const byAdmin = await service.call('PUT', `${users}/victim/password`, { password: next });
    expect(byAdmin.statusCode).toBe(204);
  });

  test('cannot make themselves more than they are', async () => {
    await service.user('climber', 'editor');
    const headers = await service.bearer('climber');
    expectProblem(
      await service.call('PATCH', `${users}/climber`, { role: 'admin' }, headers),
      403,
      'forbidden',
    );
    for (const extra of [{ role: 'admin' }, { disabled: false }, { name: 'admin' }]) {
      const body = { password: 'a different long one', currentPassword: password, ...extra };
      expectProblem(
        await service.call('PUT', `${users}/climber/password`, body, headers),
        422,
        'body_invalid',
      );
    }
    expect(service.controller.identity.users.get('climber').role).toBe('editor');
  });

  test('with `__proto__` or `constructor` in the body are refused and change nobody', async () => {
    for (const payload of [
      '{"name":"evil","role":"viewer","password":"correct horse battery","__proto__":{"role":"admin"}}',
      '{"name":"evil","role":"viewer","password":"correct horse battery","constructor":{"prototype":{"role":"admin"}}}',
    ]) {
      const headers = { 'x-api-key': service.adminKey, 'content-type': 'application/json' };
      const answer = await service.app.inject({ method: 'POST', url: users, headers, payload });
      expect([400, 422]).toContain(answer.statusCode);
    }
    expect(({} as { role?: string }).role).toBeUndefined();
  });
});

describe('API keys', () => {
  test('are shown once, listed without the key, and work until they are deleted', async () => {
    const created = await service.call('POST', keys, { name: 'ci', role: 'operator' });
    expect(created.statusCode).toBe(201);
    expect(created.headers['cache-control']).toBe('no-store');
    const { key, id } = created.json();
    expect(key).toMatch(/^svc_live_[0-9A-Za-z]{36}$/);
    expect((await service.call('POST', runs, { name: 'x' }, { 'x-api-key': key })).statusCode).toBe(201);
    const listed = await service.call('GET', `${platform}/entities/platform/api-key`);
    expect(listed.body).not.toContain(key);
    expect(listed.json().items.find((one: { id: string }) => one.id === id)).toMatchObject({
      name: 'ci',
      role: 'operator',
      createdBy: 'api-key:initial-admin',
      lastUsedAt: expect.any(String),
    });
    expectProblem(await service.call('POST', keys, { name: 'ci', role: 'viewer' }), 409, 'name_taken');
    expect((await service.call('DELETE', `${keys}/${id}`)).statusCode).toBe(204);
    expectProblem(
      await service.call('GET', `${platform}/auth/me`, undefined, { 'x-api-key': key }),
      401,
      'unauthenticated',
    );
    expectProblem(await service.call('DELETE', `${keys}/${id}`), 404, 'api_key_not_found');
  });

  test('that have expired do not work, and one cannot be made to', async () => {
    const past = await service.call('POST', keys, {
      name: 'past',
      role: 'viewer',
      expiresAt: '2020-01-01T00:00:00Z',
    });
    expectProblem(past, 422, 'body_invalid');
    const soon = new Date(Date.now() + 60_000).toISOString();
    const { key } = (
      await service.call('POST', keys, { name: 'soon', role: 'viewer', expiresAt: soon })
    ).json();
    const me = () => service.call('GET', `${platform}/auth/me`, undefined, { 'x-api-key': key });
    expect((await me()).statusCode).toBe(200);
    timePasses(60_000);
    expect((await me()).statusCode).toBe(401);
  });

  test('rotate under load: what should pass passes, what should not does not', async () => {
    const { identity } = service.controller;
    const first = await identity.apiKeys.create({ name: 'busy', role: 'viewer', createdBy: 'user:test' });
    const rotated = await service.call('POST', `${platform}/auth/api-keys/${first.id}/rotate`);
    expect(rotated.statusCode).toBe(201);
    const second = rotated.json();
    expect(second).toMatchObject({ name: 'busy', role: 'viewer' });
    let deleted: 'no' | 'under way' | 'yes' = 'no';
    const wrong: string[] = [];
    const me = async (key: string, isOld: boolean) => {
      const before = deleted;
      // Not over HTTP: 1,000 a minute are more than one key may send.
      const isKnown = (await identity.authenticate(key)) !== undefined;
      const may = !isOld || before !== 'yes';
      const must = !isOld || deleted === 'no';
      if (isKnown ? !may : must) wrong.push(`${isOld ? 'old' : 'new'} ${before} ${deleted} ${isKnown}`);
      await new Promise((resolve) => setImmediate(resolve));
    };
    const callers = Array.from({ length: 10 }, async (_, caller) => {
      for (let i = 0; i < 100; i++) await me(caller % 2 ? first.key : second.key, caller % 2 === 1);
    });
    const removal = new Promise((resolve) => setImmediate(resolve)).then(async () => {
      deleted = 'under way';
      await service.call('DELETE', `${keys}/${first.id}`);
      deleted = 'yes';
    });
    await Promise.all([...callers, removal]);
    expect(wrong).toEqual([]);
    expect(await identity.authenticate(first.key)).toBeUndefined();
    expect(await identity.authenticate(second.key)).toBeDefined();
  });

  test('two of one name are told apart by their ids', async () => {
    const { id } = (await service.call('POST', keys, { name: 'twin', role: 'viewer' })).json();
    expect((await service.call('GET', `${keys}/twin`)).json().id).toBe(id);
    await service.call('POST', `${keys}/${id}/rotate`);
    const answer = await service.call('DELETE', `${keys}/twin`);
    expect(expectProblem(answer, 404, 'api_key_not_found').hints[0]).toContain(id);
  });
});

describe('a share link', () => {
  async function share(name: string, more: object = {}) {
    const answer = await service.call('POST', shares, { name, branch: 'live', flow: 'hello', ...more });
    expect(answer.statusCode).toBe(201);
    return answer.json() as { token: string; path: string };
  }

  test('runs its flow and reads its own runs, by query, header or bearer', async () => {
    const { token, path } = await share('open');
    const started = await service.anonymous('POST', path, { name: 'Ada' });
    expect(started.statusCode).toBe(201);
    const run = started.json();
    expect(run).toMatchObject({ principal: 'share:open', output: { hello: 'Ada' } });
    const url = `/api/v1/live/runs/${run.id}`;
    for (const headers of [{ 'x-share-token': token }, { authorization: `Bearer ${token}` }]) {
      expect((await service.call('GET', url, undefined, headers)).json().id).toBe(run.id);
    }
    const context = await service.anonymous('GET', `/api/v1/live/flows/hello/context?share=${token}`);
    expect(context.json()).toMatchObject({ name: 'hello', secrets: [], environments: [], graph: '' });
    const mine = (await service.call('POST', runs, { name: 'x' })).json();
    const other = await service.anonymous('GET', `/api/v1/live/runs/${mine.id}?share=${token}`);
    expectProblem(other, 404, 'run_not_found');
  });

  test('reaches no other flow, branch, environment or operation', async () => {
    const { token } = await share('narrow');
    const post = (url: string) => service.anonymous('POST', `${url}share=${token}`, { name: 'x' });
    expectProblem(await post('/api/v1/live/flows/other/runs?'), 403, 'forbidden');
    expectProblem(await post('/api/v1/main/flows/hello/runs?'), 403, 'forbidden');
    expectProblem(await post(`${runs}?env=staging&`), 403, 'forbidden');
    for (const url of [
      '/api/v1/live/flows',
      '/api/v1/live/runs',
      `${platform}/users`,
      `${platform}/auth/me`,
    ]) {
      expectProblem(await service.anonymous('GET', `${url}?share=${token}`), 403, 'forbidden');
    }
  });

  test('runs where it says, as often as it says, and as long as it says', async () => {
    const soon = new Date(Date.now() + 60_000).toISOString();
    const { path } = await share('twice', {
      environment: 'staging',
      maxUses: 2,
      expiresAt: soon,
      rights: ['run'],
    });
    const refused = await service.anonymous('POST', `${path}&nope=1`, {});
    expectProblem(refused, 400, 'request_invalid');
    const first = (await service.anonymous('POST', path, {})).json();
    expect(first.environment).toBe('staging');
    const unread = await service.anonymous('GET', `/api/v1/live/runs/${first.id}?${path.split('?')[1]}`);
    expectProblem(unread, 403, 'forbidden');
    expect((await service.anonymous('POST', path, {})).statusCode).toBe(201);
    expectProblem(await service.anonymous('POST', path, {}), 403, 'share_used_up');
    expect((await service.call('GET', `${shares}/twice`)).json()).toMatchObject({ uses: 2, maxUses: 2 });
    const brief = await share('brief', { expiresAt: soon });
    expect((await service.anonymous('POST', brief.path, {})).statusCode).toBe(201);
    timePasses(60_000);
    expect((await service.anonymous('POST', brief.path, {})).statusCode).toBe(401);
  });

  test('leads nowhere once it is revoked, and its token is kept nowhere', async () => {
    const { token, path } = await share('revoked');
    expect((await service.call('GET', shares)).body).not.toContain(token);
    const rows = await service.controller.audit.list({ limit: 200 });
    expect(JSON.stringify(rows)).not.toContain(token);
    expect((await service.call('DELETE', `${shares}/revoked`)).statusCode).toBe(204);
    expectProblem(await service.anonymous('POST', path, {}), 401, 'unauthenticated');
    expectProblem(await service.call('DELETE', `${shares}/revoked`), 404, 'share_not_found');
  });

  test('is given by editors of the flow only', async () => {
    const operator = { 'x-api-key': await service.key('no-sharer', 'operator') };
    const body = { name: 'not-mine', branch: 'live', flow: 'hello' };
    expectProblem(await service.call('POST', shares, body, operator), 403, 'forbidden');
    expectProblem(await service.call('POST', shares, { ...body, flow: 'helo' }), 404, 'flow_not_found');
  });
});
