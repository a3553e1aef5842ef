import { describe, expect, it } from 'vitest';
import { adminKey } from '../../fake-controller.js';
import { expectProblem, startApp, type TestApp } from '../../start-app.js';

const runs = '/api/v1/main/runs';

async function withRun(flow: 'echo' | 'slow', options = {}): Promise<TestApp> {
  const test = await startApp(options);
  await test.post(`/api/v1/main/flows/${flow}/runs`, {}, { prefer: 'respond-async' });
  return test;
}

describe('reading runs', () => {
  it('the list holds the runs of the branch', async () => {
    const { get } = await withRun('echo');
    expect((await get(runs)).json()).toMatchObject({ items: [{ id: 'run-1' }], nextCursor: null });
  });

  it('an invalid limit, status or time is refused with its name', async () => {
    const { get } = await startApp();
    expectProblem(await get(`${runs}?limit=201`), 400, 'list_page_too_large');
    for (const query of ['limit=0', 'limit=x', 'status=done', 'since=yesterday', 'order=asc']) {
      const problem = expectProblem(await get(`${runs}?${query}`), 400, 'request_invalid');
      expect(problem.errors[0].pointer).toBe(`/${query.split('=')[0]}`);
    }
  });

  it('one run and its timeline can be read', async () => {
    const { get } = await withRun('echo');
    expect((await get(`${runs}/run-1`)).json()).toMatchObject({ id: 'run-1', status: 'completed' });
    expect((await get(`${runs}/run-1/tasks`)).json().items).toMatchObject([
      { reference: '/do/0/first', status: 'completed', durationMs: 5 },
    ]);
  });

  it('an unknown run is 404', async () => {
    const { get, post } = await startApp();
    for (const path of ['x', 'x/tasks', 'x/logs']) {
      expectProblem(await get(`${runs}/${path}`), 404, 'run_not_found');
    }
    expectProblem(await post(`${runs}/x/cancel`), 404, 'run_not_found');
  });

  it('a run of another branch is 404 with the branch as hint', async () => {
    const { get } = await withRun('echo');
    const problem = expectProblem(await get('/api/v1/feature%2Fx/runs/run-1'), 404, 'run_not_found');
    expect(problem.hints[0].text).toContain('`main`');
  });
});

describe('steering runs', () => {
  it('suspend, resume and cancel change the state', async () => {
    const { post } = await withRun('slow');
    expect((await post(`${runs}/run-1/suspend`)).json()).toMatchObject({ status: 'suspended' });
    expect((await post(`${runs}/run-1/resume`, {})).json()).toMatchObject({ status: 'running' });
    expect((await post(`${runs}/run-1/cancel`)).json()).toMatchObject({ status: 'cancelled' });
    expectProblem(await post(`${runs}/run-1/cancel`), 409, 'run_state_conflict');
  });

  it('a body with unknown fields is refused', async () => {
    const { post } = await withRun('slow');
    const problem = expectProblem(await post(`${runs}/run-1/cancel`, { force: true }), 422, 'body_invalid');
    expect(problem.errors[0].pointer).toBe('/force');
  });

  it('a retry is a new run', async () => {
    const { post } = await withRun('echo');
    const answer = await post(`${runs}/run-1/retry`);
    expect(answer.statusCode).toBe(201);
    expect(answer.headers['location']).toBe(`${runs}/run-2`);
  });
});

describe('the log of a run', () => {
  const sse = { accept: 'text/event-stream' };

  it('is readable as JSON from any entry on', async () => {
    const { get } = await withRun('echo');
    expect((await get(`${runs}/run-1/logs?after=1`)).json()).toEqual({
      items: [expect.objectContaining({ seq: 2, message: 'line 2', data: { seq: 2 } })],
    });
  });

  it('streams as events, goes on after `Last-Event-ID`, and ends with the run', async () => {
    const { get } = await withRun('echo');
    const answer = await get(`${runs}/run-1/logs`, { ...sse, 'last-event-id': '1' });
    expect(answer.headers['content-type']).toBe('text/event-stream');
    const frames = answer.payload.split('\n\n').slice(1, -1);
    expect(frames).toEqual([
      expect.stringMatching(/^id: 2\nevent: log\ndata: \{"seq":2,/),
      'event: end\ndata: {"status":"completed","durationMs":7}',
    ]);
  });

  it('sends comments while nothing happens, until the run ends', async () => {
    const { app, controller } = await withRun('slow', { heartbeatMs: 5 });
    const headers = { ...sse, 'x-api-key': adminKey };
    const answer = await app.inject({ url: `${runs}/run-1/logs`, headers, payloadAsStream: true });
    let told = '';
    for await (const chunk of answer.stream()) {
      told += chunk;
      if (told.includes(': still here\n\n')) controller.fakeRuns.finish();
    }
    expect(told).toMatch(/event: end\ndata: \{"status":"completed".*\n\n$/);
  });

  it('ends without an end event when the service stops', async () => {
    const { app, get } = await withRun('slow');
    const tail = get(`${runs}/run-1/logs`, sse);
    await new Promise((resolve) => setImmediate(resolve));
    await app.close();
    expect((await tail).payload).not.toContain('event: end');
  });

  it('a `Last-Event-ID` that is no number is 400', async () => {
    const { get } = await withRun('echo');
    const answer = await get(`${runs}/run-1/logs`, { ...sse, 'last-event-id': 'x' });
    expectProblem(answer, 400, 'request_invalid');
  });
});
