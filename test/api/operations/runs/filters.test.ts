import { afterAll, beforeAll, expect, test } from 'vitest';
import { RealService } from '../../identity/real-service.js';
import { expectProblem } from '../../start-app.js';

const document = (name: string, more = '') =>
  `document: { dsl: 1.0.3, namespace: shop, name: ${name}, version: 1.0.0${more} }\n`;
const refuse = `do:
  - check: { set: { n: '\${ .n }' } }
  - refuse:
      if: '\${ .n % 2 == 1 }'
      raise: { error: { type: 'https://shop.example.com/odd', status: 409, title: Odd } }
`;
const calls =
  'do:\n  - part: { run: { workflow: { namespace: shop, name: odd, version: 1.0.0, input: { n: 2 } } } }\n';

let service: RealService;
const ids: string[] = [];

beforeAll(async () => {
  service = await RealService.start({
    'flows/odd.yaml': document('odd', ', tags: { team: shop }') + refuse,
    'flows/calls.yaml': document('calls') + calls,
    'svc.yaml': 'Flows: { SearchRuns: true }\n',
  });
  for (const n of [1, 2, 3]) ids.push(await start('odd', { n, order: `o-100${n}` }));
  ids.push(await start('calls', {}));
});
afterAll(() => service?.remove());

const start = async (flow: string, input: object): Promise<string> =>
  (await service.call('POST', `/api/v1/live/flows/${flow}/runs`, input, { prefer: 'wait=30' })).json().id;
const list = async (query: string) => (await service.call('GET', `/api/v1/live/runs?${query}`)).json();
const find = async (query: string): Promise<string[]> =>
  (await list(query)).items.map(({ id }: { id: string }) => id);

test('each filter finds its runs, and no others', async () => {
  const [first = '', second = '', third = '', caller = ''] = ids;
  const children = await find(`parent=${caller}`);
  expect(children).toHaveLength(1);
  expect(await find('failedTask=refuse')).toEqual([third, first]);
  expect(await find('failedTask=%2Fdo%2F1%2Frefuse')).toEqual([third, first]);
  expect(await find('failedTask=check')).toEqual([]);
  expect(await find('error=409')).toEqual([third, first]);
  expect(await find('error=odd%2F409')).toEqual([third, first]);
  expect(await find('error=communication')).toEqual([]);
  expect(await find('label=team')).toEqual([children[0], third, second, first]);
  expect(await find('label=team%3Dshop&status=completed')).toEqual([children[0], second]);
  expect(await find('label=team%3Dother')).toEqual([]);
  expect(await find('q=O-1002')).toEqual([second]);
  expect(await find('q=o-1002&status=faulted')).toEqual([]);
});

test('runs that took the same tasks have the same path, and are found by it', async () => {
  const [first = '', second = '', third = ''] = ids;
  const read = async (id: string) => (await service.call('GET', `/api/v1/live/runs/${id}`)).json();
  const { path } = await read(first);
  expect(path).toMatch(/^[0-9a-f]{16}$/);
  expect((await read(second)).path).not.toBe(path);
  expect(await find(`path=${path}`)).toEqual([third, first]);
  expect(await find(`path=${path}&flow=odd&limit=1`)).toEqual([third]);
  expect(await find('path=0000000000000000')).toEqual([]);
});

test('a count is that of all pages, on each surface', async () => {
  expect(await list('failedTask=refuse&count=true&limit=1')).toMatchObject({
    items: [{ id: ids[2] }],
    nextCursor: expect.any(String),
    count: { runs: 2, isExact: true },
  });
  expect(await list('failedTask=refuse')).not.toHaveProperty('count');
  const query =
    '{ runs(branch: "live", error: "409", count: true, first: 1) { nodes { id path } count { runs isExact } } }';
  const answer = (await service.call('POST', '/graphql', { query })).json();
  expect(answer.data.runs).toEqual({
    nodes: [{ id: ids[2], path: expect.any(String) }],
    count: { runs: 2, isExact: true },
  });
  const without = (await service.call('POST', '/graphql', { query: '{ runs { count { runs } } }' })).json();
  expect(without.data.runs).toEqual({ count: null });
});

test('a change of many runs takes the same filters', async () => {
  const batch = async (filter: object) =>
    (await service.call('POST', '/api/v1/live/runs:batch', { action: 'rerun', filter, dryRun: true })).json();
  expect((await batch({ failedTask: 'refuse', q: 'o-1003' })).items).toMatchObject([{ run: ids[2] }]);
  expect((await batch({ error: 'odd', label: 'team=shop' })).changed).toBe(2);
  expect((await batch({ label: 'team=other' })).changed).toBe(0);
});

test('a text is refused with the setting where runs are not searched', async () => {
  const other = await RealService.start();
  try {
    for (const [method, path, body] of [
      ['GET', '/api/v1/live/runs?q=x', undefined],
      ['POST', '/api/v1/live/runs:batch', { action: 'cancel', filter: { q: 'x' } }],
    ] as const) {
      const problem = expectProblem(await other.call(method, path, body), 409, 'run_search_disabled');
      expect(problem.hints[0].text).toContain('Flows.SearchRuns');
    }
    const everywhere = '/api/v1/platform/entities/platform/run?label=team';
    const problem = expectProblem(await other.call('GET', everywhere), 400, 'request_invalid');
    expect(problem.errors[0].pointer).toBe('/label');
  } finally {
    await other.remove();
  }
});
