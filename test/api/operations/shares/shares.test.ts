import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { platform, RealService } from '../../identity/real-service.js';
import { expectProblem } from '../../start-app.js';

let service: RealService;
beforeAll(async () => {
  service = await RealService.start({
    'environments/staging.yaml': 'kind: environment\nname: staging\n',
    'flows/other.yaml': `document: { dsl: '1.0.3', namespace: test, name: other, version: '1.0.0' }\ndo:\n  - a: { set: { b: 1 } }\n`,
  });
});
afterAll(() => service.remove());

const shares = `${platform}/shares`;
const runs = '/api/v1/live/flows/hello/runs';

/** For the rest of the test, the clock is this far ahead. */
function timePasses(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
  onTestFinished(() => void vi.useRealTimers());
}

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

  test('runs only on its branch, as often as its limit and until its end', async () => {
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

  test('is refused once it is revoked, and its token is not stored', async () => {
    const { token, path } = await share('revoked');
    expect((await service.call('GET', shares)).body).not.toContain(token);
    const rows = await service.controller.audit.list({ limit: 200 });
    expect(JSON.stringify(rows)).not.toContain(token);
    expect((await service.call('DELETE', `${shares}/revoked`)).statusCode).toBe(204);
    expectProblem(await service.anonymous('POST', path, {}), 401, 'unauthenticated');
    expectProblem(await service.call('DELETE', `${shares}/revoked`), 404, 'share_not_found');
  });

  test('lasts for 30 days unless an end is stated', async () => {
    const inDays = (time: string) => Math.round((Date.parse(time) - Date.now()) / 86_400_000);
    const created = await service.call('POST', shares, { name: 'usual', branch: 'live', flow: 'hello' });
    expect(inDays(created.json().expiresAt)).toBe(30);
    const stated = { name: 'forever', branch: 'live', flow: 'hello', expiresAt: null };
    expect((await service.call('POST', shares, stated)).json()).toMatchObject({
      expiresAt: null,
      state: 'active',
    });
  });

  describe('ends with the rights of its maker', () => {
    const state = async (name: string) => (await service.call('GET', `${shares}/${name}`)).json().state;
    const create = async (name: string, headers: Record<string, string>) => {
      const body = { name, branch: 'live', flow: 'hello', expiresAt: null };
      const answer = await service.call('POST', shares, body, headers);
      expect(answer.statusCode).toBe(201);
      return answer.json().path as string;
    };
    const keyId = (key: string) => {
      const { apiKeys } = service.controller.identity;
      return apiKeys.findId(key, Date.now()) ?? 'none';
    };

    test('a user that may not run the flow any more, until it may again', async () => {
      const { users } = service.controller.identity;
      await service.user('maker', 'editor');
      const path = await create('of-user', await service.bearer('maker'));
      expect((await service.anonymous('POST', path, {})).statusCode).toBe(201);
      await users.update('maker', () => ({ role: 'viewer' }));
      expectProblem(await service.anonymous('POST', path, {}), 403, 'share_ended');
      expect(await state('of-user')).toBe('ended');
      await users.update('maker', () => ({ role: 'operator' }));
      expect((await service.anonymous('POST', path, {})).statusCode).toBe(201);
      await users.update('maker', () => ({ disabled: true }));
      expectProblem(await service.anonymous('POST', path, {}), 403, 'share_ended');
    });

    test('a user that is removed; another one of its name does not revive the link', async () => {
      await service.user('leaver', 'editor');
      const path = await create('of-leaver', await service.bearer('leaver'));
      await service.controller.identity.users.remove('leaver');
      expect((await service.anonymous('POST', path, {})).statusCode).toBe(401);
      expect(await state('of-leaver')).toBe('ended');
      await service.user('leaver', 'editor');
      await service.controller.identity.reload();
      expect((await service.anonymous('POST', path, {})).statusCode).toBe(401);
      expect(await state('of-leaver')).toBe('expired');
    });

    test('a key with all its rotations', async () => {
      const { apiKeys } = service.controller.identity;
      const first = await service.key('program', 'editor');
      const path = await create('of-key', { 'x-api-key': first });
      const { key: second } = await apiKeys.rotate(keyId(first), 'user:admin');
      await apiKeys.remove(keyId(first));
      expect((await service.anonymous('POST', path, {})).statusCode).toBe(201);
      await apiKeys.remove(keyId(second));
      expect((await service.anonymous('POST', path, {})).statusCode).toBe(401);
      await service.key('program', 'editor');
      expect((await service.anonymous('POST', path, {})).statusCode).toBe(401);
    });
  });

  test('is created by editors of the flow only', async () => {
    const operator = { 'x-api-key': await service.key('no-sharer', 'operator') };
    const body = { name: 'not-mine', branch: 'live', flow: 'hello' };
    expectProblem(await service.call('POST', shares, body, operator), 403, 'forbidden');
    expectProblem(await service.call('POST', shares, { ...body, flow: 'helo' }), 404, 'flow_not_found');
  });
});
