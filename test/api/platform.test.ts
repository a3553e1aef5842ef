import { describe, expect, it } from 'vitest';
import { catalog } from '../../controller/problems/index.js';
import { operatorKey, revision, viewerKey } from './fake-controller.js';
import { expectProblem, startApp } from './start-app.js';

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

describe('cicd', () => {
  const cicd = '/api/v1/main/cicd';

  it('a sync is accepted and reaches the reconciler', async () => {
    const { post, controller } = await startApp();
    const answer = await post(`${cicd}/sync`);
    expect([answer.statusCode, answer.json()]).toEqual([
      202,
      { syncId: expect.stringMatching(/^[\w-]{36}$/) },
    ]);
    expect(controller.syncs).toEqual(['main']);
  });

  it('a confirmation that confirms nothing is a 409, and takes more than an operator', async () => {
    const { post } = await startApp();
    expectProblem(await post(`${cicd}/sync?confirmPrune=true`), 409, 'prune_not_held');
    expectProblem(await post(`${cicd}/sync?confirmPrune=perhaps`), 400, 'request_invalid');
    const asOperator = { 'x-api-key': operatorKey };
    expect((await post(`${cicd}/sync`, undefined, asOperator)).statusCode).toBe(202);
    expectProblem(await post(`${cicd}/sync?confirmPrune=true`, undefined, asOperator), 403, 'forbidden');
  });

  it('the sync status tells revisions, conditions and problems', async () => {
    const { get } = await startApp();
    expect((await get(`${cicd}/sync`)).json()).toMatchObject({
      branch: 'main',
      observedRevision: revision,
      attemptedRevision: revision,
      appliedRevision: revision,
      runningRevisions: [{ revision, runs: 1 }],
      held: null,
      syncs: [],
      conditions: [{ type: 'Ready' }],
      counts: { files: 5, invalid: 1 },
      problems: [{ file: 'flows/broken.yaml' }],
      lastError: null,
    });
  });

  it('files are validated without being in a branch, and the head when there are none', async () => {
    const { post } = await startApp();
    const good = await post(`${cicd}/validate`, { files: [{ path: 'a.yaml', content: 'fine' }] });
    expect(good.json()).toEqual({ valid: true, problems: [] });
    const bad = await post(`${cicd}/validate`, { files: [{ path: 'a.yaml', content: 'bad' }] });
    expect(bad.json()).toMatchObject({ valid: false, problems: [{ file: 'a.yaml', line: 3 }] });
    expect((await post(`${cicd}/validate`)).json()).toMatchObject({ valid: false });
    const twice = [
      { path: 'a', content: '' },
      { path: 'a', content: '' },
    ];
    expectProblem(await post(`${cicd}/validate`, { files: twice }), 422, 'body_invalid');
    expectProblem(await post(`${cicd}/validate`, { files: [{ path: 'a' }] }), 422, 'body_invalid');
  });
});

describe('the platform', () => {
  it('lists branches', async () => {
    const { get } = await startApp();
    expect((await get(`${platform}/branches`)).json().items).toMatchObject([
      { name: 'main', production: true },
    ]);
  });

  it('shows the error catalog, whole and by code', async () => {
    const { get } = await startApp();
    expect((await get(`${platform}/errors`)).json().items).toHaveLength(Object.keys(catalog).length);
    expect((await get(`${platform}/errors/run_not_found`)).json()).toEqual({
      code: 'run_not_found',
      ...catalog.run_not_found,
    });
    const problem = expectProblem(await get(`${platform}/errors/run_not_foun`), 404, 'error_code_unknown');
    expect(problem.hints).toEqual(['Did you mean `run_not_found`?']);
  });

  it('serves the schemas of the kinds', async () => {
    const { get } = await startApp();
    expect((await get('/schemas/connection.json')).json()).toMatchObject({ title: 'Connection' });
    expectProblem(await get('/schemas/conection.json'), 404, 'entity_type_unknown');
  });
});
