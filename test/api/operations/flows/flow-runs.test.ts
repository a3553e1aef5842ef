import { describe, expect, it } from 'vitest';
import { revision, viewerKey } from '../../fake-controller.js';
import { expectProblem, startApp } from '../../start-app.js';

const echo = '/api/v1/main/flows/echo/runs';
const slow = '/api/v1/main/flows/slow/runs';

describe('running a flow', () => {
  it('a run that ended is 201 with the run, its place and the tracing headers', async () => {
    const { post } = await startApp();
    const answer = await post(`${echo}?env=production`, { count: 3 });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({
      id: 'run-1',
      status: 'completed',
      environment: 'production',
      output: { count: 3 },
      principal: 'api-key:admin',
    });
    expect(answer.headers).toMatchObject({
      location: '/api/v1/main/runs/run-1',
      'x-svc-connector': 'platform',
      'x-svc-entity': 'flow/echo',
      'x-svc-duration-ms': '7',
      'x-svc-run-id': 'run-1',
      'x-svc-revision': revision,
    });
  });

  it('a call without a body runs the flow without parameters', async () => {
    const { post } = await startApp();
    expect((await post(echo)).json()).toMatchObject({ input: {} });
    const empty = await post(echo, undefined, { 'content-type': 'application/json' });
    expect(empty.json()).toMatchObject({ input: {} });
  });

  it('`respond-async` is answered with 202 at once', async () => {
    const { post } = await startApp();
    const answer = await post(slow, {}, { prefer: 'respond-async' });
    expect(answer.statusCode).toBe(202);
    expect(answer.json()).toMatchObject({ status: 'running', output: null });
    expect(answer.headers['preference-applied']).toBe('respond-async');
    expect(answer.headers['x-svc-duration-ms']).toMatch(/^\d+$/);
  });

  it('`wait=N` waits for the end and confirms the preference in a header', async () => {
    const { post, controller } = await startApp();
    setTimeout(controller.fakeRuns.finish, 20);
    const answer = await post(slow, {}, { prefer: 'wait=20' });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({ status: 'completed', output: { done: true } });
    expect(answer.headers['preference-applied']).toBe('wait=20');
  });

  it('a wait that passes without an end is answered with 202', async () => {
    const { post } = await startApp();
    const answer = await post(slow, {}, { prefer: 'wait=0' });
    expect(answer.statusCode).toBe(202);
  });

  it('closing the service answers the callers that wait', async () => {
    const { post, app, controller } = await startApp();
    const waiting = post(slow, {}, { prefer: 'wait=300' });
    await expect.poll(() => controller.fakeRuns.requests.length).toBe(1);
    await app.close();
    expect((await waiting).statusCode).toBe(202);
  });

  it('the idempotency key reaches the run service', async () => {
    const { post, controller } = await startApp();
    await post(echo, {}, { 'idempotency-key': 'abc' });
    expect(controller.fakeRuns.requests[0]).toMatchObject({ idempotencyKey: 'abc' });
    expectProblem(await post(echo, {}, { 'idempotency-key': 'k'.repeat(256) }), 400, 'request_invalid');
  });

  it('a wrong parameter is 422 with its JSON pointer', async () => {
    const { post } = await startApp();
    const problem = expectProblem(await post(echo, { count: 'x' }), 422, 'parameters_invalid');
    expect(problem.errors).toEqual([{ pointer: '/count', message: 'must be a number' }]);
  });

  it('an unknown flow is 404 with the nearest name', async () => {
    const { post } = await startApp();
    const problem = expectProblem(await post('/api/v1/main/flows/ecko/runs'), 404, 'flow_not_found');
    expect(problem.hints).toContainEqual({ text: 'Did you mean `echo`?' });
  });

  it('an unknown branch is 404', async () => {
    const { post } = await startApp();
    expectProblem(await post('/api/v1/nowhere/flows/echo/runs'), 404, 'branch_not_found');
  });

  it('a branch with a slash is addressed percent-encoded', async () => {
    const { post, controller } = await startApp();
    const answer = await post('/api/v1/feature%2Fx/flows/echo/runs');
    expect(answer.headers['location']).toBe('/api/v1/feature%2Fx/runs/run-1');
    expect(controller.fakeRuns.requests[0]).toMatchObject({ branch: 'feature/x' });
  });

  it('a body that is no object is 422', async () => {
    const { call } = await startApp();
    const answer = await call({
      method: 'POST',
      url: echo,
      payload: '[1]',
      headers: { 'content-type': 'application/json' },
    });
    expectProblem(answer, 422, 'body_invalid');
  });

  it('a query field that is not known is refused with its name', async () => {
    const { post } = await startApp();
    const problem = expectProblem(await post(`${echo}?enviroment=x`, {}), 400, 'request_invalid');
    expect(problem.errors[0].pointer).toBe('/enviroment');
  });

  it('a viewer may not run flows', async () => {
    const { post } = await startApp();
    const problem = expectProblem(await post(echo, {}, { 'x-api-key': viewerKey }), 403, 'forbidden');
    expect(problem.detail).toContain('operator');
  });
});
