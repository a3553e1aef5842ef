import { describe, expect, it } from 'vitest';
import { revision } from '../../fake-controller.js';
import { expectProblem, startApp } from '../../start-app.js';

const entities = '/api/v1/main/entities/platform';

describe('entities', () => {
  it('are represented with place, version, definition and conditions', async () => {
    const { get } = await startApp();
    const answer = await get(`${entities}/flow/echo`);
    expect(answer.json()).toMatchObject({
      op: 'platform',
      type: 'flow',
      name: 'echo',
      branch: 'main',
      path: 'flows/echo.yaml',
      revision,
      etag: 'blob-echo',
      definition: { document: { name: 'echo' }, do: [{ say: { set: { a: 1 } } }] },
      status: { conditions: [{ type: 'Ready', status: 'True' }], findings: [] },
    });
    expect(answer.headers['etag']).toMatch(/^"blob-echo~[\w-]+"$/);
  });

  it('an entity that never was valid shows its faults and no definition', async () => {
    const { get } = await startApp();
    expect((await get(`${entities}/flow/broken`)).json()).toMatchObject({
      path: 'flows/broken.yaml',
      definition: null,
      status: {
        conditions: [{ status: 'False', reason: 'Invalid' }],
        findings: [{ file: 'flows/broken.yaml', line: 3, column: 5 }],
      },
    });
  });

  it('are listed by name, page by page', async () => {
    const { get } = await startApp();
    const first = (await get(`${entities}/flow?limit=2`)).json();
    expect(first.items.map((item: { name: string }) => item.name)).toEqual(['broken', 'echo']);
    const second = (await get(`${entities}/flow?limit=2&cursor=${first.nextCursor}`)).json();
    expect(second).toMatchObject({ items: [{ name: 'slow' }], nextCursor: null });
    expectProblem(await get(`${entities}/flow?cursor=nonsense`), 400, 'request_invalid');
    const large = expectProblem(await get(`${entities}/flow?limit=201`), 400, 'list_page_too_large');
    expect(large.errors).toEqual([{ pointer: '/limit', message: 'must be at most 200' }]);
  });

  it('are found by label', async () => {
    const { get } = await startApp();
    expect((await get(`${entities}/flow?label=team=ops`)).json().items).toMatchObject([{ name: 'slow' }]);
    expect((await get(`${entities}/flow?label=team=other`)).json().items).toEqual([]);
  });

  it('have short forms', async () => {
    const { get } = await startApp();
    expect((await get('/api/v1/main/flows')).json().items).toHaveLength(3);
    expect((await get('/api/v1/main/flows/echo')).json()).toMatchObject({ type: 'flow', name: 'echo' });
    expect((await get('/api/v1/main/environments/production')).json()).toMatchObject({ type: 'environment' });
    expect((await get('/api/v1/main/connections')).json().items).toMatchObject([{ name: 'crm' }]);
  });

  it('an unknown name is 404 with the nearest one', async () => {
    const { get } = await startApp();
    for (const [path, code, near] of [
      ['flow/ecko', 'flow_not_found', 'echo'],
      ['environment/produktion', 'environment_not_found', 'production'],
      ['connection/crn', 'entity_not_found', 'crm'],
    ] as const) {
      const problem = expectProblem(await get(`${entities}/${path}`), 404, code);
      expect(problem.hints).toEqual([{ text: `Did you mean \`${near}\`?` }]);
    }
  });

  it('an unknown type or owner is 404 with the existing ones', async () => {
    const { get } = await startApp();
    const problem = expectProblem(await get(`${entities}/flows`), 404, 'entity_type_unknown');
    expect(problem.hints[0].text).toBe('Did you mean `flow`?');
    expectProblem(await get('/api/v1/main/entities/crm/ticket'), 404, 'entity_type_unknown');
  });
});

describe('the context of a flow', () => {
  it('holds parameters, examples and findings for a caller', async () => {
    const { get, post } = await startApp();
    await post('/api/v1/main/flows/echo/runs', { count: 3 });
    const context = (await get('/api/v1/main/flows/echo/context')).json();
    expect(context).toMatchObject({
      name: 'echo',
      title: 'Say it again',
      summary: null,
      revision,
      parameters: { required: ['count'] },
      examples: {
        cli: `svc run-flow echo --branch main -p count:=3 -p 'who=it'\\''s me'`,
        mcp: {
          name: 'run-flow',
          arguments: { branch: 'main', flow: 'echo', parameters: { count: 3, who: "it's me" } },
        },
        parameters: { count: 3, who: "it's me" },
      },
      environments: ['production'],
      connections: [{ name: 'crm', actions: ['get'] }],
      secrets: ['crm-token'],
      statistics: { runs: 1, byStatus: { completed: 1 }, medianDurationMs: 7 },
    });
    expect(context.examples.rest).toContain('/api/v1/main/flows/echo/runs');
    expect(context.graph).toMatch(/^flowchart TD\n.*t0\["say<br\/>set"\]/s);
  });

  it('of a flow that never was valid is a problem with its faults', async () => {
    const { get } = await startApp();
    const problem = expectProblem(await get('/api/v1/main/flows/broken/context'), 422, 'entity_invalid');
    expect(problem.errors).toEqual([
      { pointer: '/do', file: 'flows/broken.yaml', line: 3, column: 5, message: 'must be a list' },
    ]);
    expectProblem(await get('/api/v1/main/flows/nothing/context'), 404, 'flow_not_found');
  });
});
