import { describe, expect, it } from 'vitest';
import { viewerKey } from '../../fake-controller.js';
import { expectProblem, startApp } from '../../start-app.js';

const platform = '/api/v1/platform';
const secret = `${platform}/entities/platform/secret`;

describe('secrets', () => {
  it('are set, overwritten, listed and deleted, and their values never shown', async () => {
    const { get, post, call } = await startApp();
    const created = await post(secret, { path: 'crm/token', value: { token: 'hush' } });
    expect(created.statusCode).toBe(201);
    expect(created.headers['location']).toBe(`${platform}/secrets/crm/token`);
    const again = await post(secret, { path: 'crm/token', value: { token: 'hush2' } });
    expect([again.statusCode, again.json()]).toMatchObject([200, { version: 2, keys: ['token'] }]);
    const answers = [await get(`${platform}/secrets`), await get(`${platform}/secrets/crm/token`), again];
    for (const answer of answers) expect(answer.payload).not.toContain('hush');
    expect((await get(`${platform}/secrets/crm%2Ftoken`)).json()).toMatchObject({ path: 'crm/token' });
    expect((await get(secret)).json().items).toHaveLength(1);
    const gone = await call({ method: 'DELETE', url: `${platform}/secrets/crm/token` });
    expect([gone.statusCode, gone.payload]).toEqual([204, '']);
    expectProblem(await get(`${platform}/secrets/crm/token`), 404, 'secret_not_found');
    expectProblem(await call({ method: 'DELETE', url: `${platform}/secrets/a` }), 404, 'secret_not_found');
  });

  it('a body that is not `{path, value}` is 422 with a pointer per fault', async () => {
    const { post } = await startApp();
    for (const [body, pointer] of [
      [{ value: { a: 'b' } }, ''],
      [{ path: 'a', value: { a: 1 } }, '/value/a'],
      [{ path: 'a', value: {} }, '/value'],
      [{ path: 'a', value: { a: 'b' }, valeu: 1 }, '/valeu'],
    ] as const) {
      const problem = expectProblem(await post(secret, body), 422, 'body_invalid');
      expect(problem.errors).toContainEqual(expect.objectContaining({ pointer }));
    }
    expectProblem(await post(secret), 422, 'body_invalid');
  });

  it('are for administrators only', async () => {
    const { get } = await startApp();
    expectProblem(await get(`${platform}/secrets`, { 'x-api-key': viewerKey }), 403, 'forbidden');
  });
});
