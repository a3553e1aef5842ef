import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { platform, RealService } from '../../identity/real-service.js';
import { expectProblem } from '../../start-app.js';

let service: RealService;
beforeAll(async () => {
  service = await RealService.start();
});
afterAll(() => service.remove());

const keys = `${platform}/api-keys`;
const runs = '/api/v1/live/flows/hello/runs';

/** For the rest of the test, the clock is this far ahead. */
function timePasses(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
  onTestFinished(() => void vi.useRealTimers());
}

describe('API keys', () => {
  test('are shown once, listed without the key, and work until they are deleted', async () => {
    const created = await service.call('POST', keys, { name: 'ci', role: 'operator' });
    expect(created.statusCode).toBe(201);
    expect(created.headers['cache-control']).toBe('no-store');
    const { key, id } = created.json();
    expect(key).toMatch(/^svc_live_[0-9A-Za-z]{30}_[0-9A-Za-z]{6}$/);
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

  test('that have expired do not work, and cannot be made valid again', async () => {
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

  test('rotate under load: valid keys are accepted, and deleted keys are refused', async () => {
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

  test('with the same name are distinguished by their ids', async () => {
    const { id } = (await service.call('POST', keys, { name: 'twin', role: 'viewer' })).json();
    expect((await service.call('GET', `${keys}/twin`)).json().id).toBe(id);
    await service.call('POST', `${keys}/${id}/rotate`);
    const answer = await service.call('DELETE', `${keys}/twin`);
    expect(expectProblem(answer, 404, 'api_key_not_found').hints[0].text).toContain(id);
  });
});
