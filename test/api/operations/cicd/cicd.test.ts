import { describe, expect, it } from 'vitest';
import { operatorKey, revision } from '../../fake-controller.js';
import { expectProblem, startApp } from '../../start-app.js';

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

  it('a confirmation without a deletion to confirm is a 409, and needs more than an operator', async () => {
    const { post } = await startApp();
    expectProblem(await post(`${cicd}/sync?confirmPrune=true`), 409, 'prune_not_held');
    expectProblem(await post(`${cicd}/sync?confirmPrune=perhaps`), 400, 'request_invalid');
    const asOperator = { 'x-api-key': operatorKey };
    expect((await post(`${cicd}/sync`, undefined, asOperator)).statusCode).toBe(202);
    expectProblem(await post(`${cicd}/sync?confirmPrune=true`, undefined, asOperator), 403, 'forbidden');
  });

  it('the sync status shows revisions, conditions and problems', async () => {
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
      passedOver: { count: 0, tools: {} },
      problems: [{ file: 'flows/broken.yaml' }],
      lastError: null,
    });
  });

  it('submitted files are validated without being in a branch, and the head without files', async () => {
    const { post } = await startApp();
    const good = await post(`${cicd}/validate`, { files: [{ path: 'a.yaml', content: 'fine' }] });
    const none = { count: 0, tools: {} };
    expect(good.json()).toEqual({ valid: true, problems: [], passedOver: none });
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
