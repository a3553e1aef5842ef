import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { password, platform, RealService } from '../../identity/real-service.js';
import { expectProblem } from '../../start-app.js';

let service: RealService;
beforeAll(async () => {
  service = await RealService.start({
    'environments/staging.yaml': 'kind: environment\nname: staging\n',
    'flows/other.yaml': `document: { dsl: '1.0.3', namespace: test, name: other, version: '1.0.0' }\ndo:\n  - a: { set: { b: 1 } }\n`,
  });
});
afterAll(() => service.remove());

const users = `${platform}/users`;

describe('users', () => {
  test('are created, read, changed and deleted, under both paths, and never show a password', async () => {
    const body = { kind: 'user', name: 'grace', role: 'operator', password };
    const created = await service.call('POST', users, body);
    expect([created.statusCode, created.headers['location']]).toEqual([201, `${users}/grace`]);
    expect(created.json()).toEqual({
      name: 'grace',
      principal: 'user:grace',
      role: 'operator',
      actor: 'person',
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

  test('need a valid name and password, and a name that is free', async () => {
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

  test('the last administrator cannot lose the role', async () => {
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

  test('set their own password with the current one, and cannot set the password of another user', async () => {
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

  test('cannot raise their own role', async () => {
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

  test('with `__proto__` or `constructor` in the body are refused and change no user', async () => {
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
