import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../../schemas/json/types.js';
import { eventually } from '../../../eventually.js';
import { RealService } from '../../identity/real-service.js';
import { expectProblem } from '../../start-app.js';

const document = (name: string) =>
  `document: { dsl: 1.0.3, namespace: shop, name: ${name}, version: 1.0.0 }\n`;
const fault = `do:
  - count: { set: { n: '\${ .n }' } }
  - refuse:
      if: '\${ .n % 2 == 1 }'
      raise: { error: { type: 'https://shop.example.com/odd', status: 409, title: Odd } }
`;
const wait = 'do:\n  - rest: { wait: { hours: 1 } }\n';

let service: RealService;

beforeAll(async () => {
  service = await RealService.start({
    'flows/odd.yaml': document('odd') + fault,
    'flows/rest.yaml': document('rest') + wait,
  });
});
afterAll(() => service?.remove());

interface Batch {
  changed: number;
  failed: number;
  items: { run: string; flow: string; status: string; next: string | null; error: unknown }[];
  nextCursor: string | null;
}

const path = '/api/v1/live/runs:batch';
const batch = async (body: JsonObject): Promise<Batch> => (await service.call('POST', path, body)).json();
const read = async (id: string) => (await service.call('GET', `/api/v1/live/runs/${id}`)).json();
const start = async (flow: string, input: JsonObject, prefer = 'wait=30'): Promise<string> =>
  (await service.call('POST', `/api/v1/live/flows/${flow}/runs`, input, { prefer })).json().id;

test('faulted runs are retried once, page by page', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 10; n++) ids.push(await start('odd', { n }));
  const faulted = ids.filter((_, n) => n % 2 === 1).reverse();
  const filter = { flow: 'odd' };

  const tried = await batch({ action: 'retry', filter, dryRun: true });
  expect(tried).toMatchObject({ changed: 5, failed: 0, nextCursor: null });
  expect(tried.items.map(({ run, next }) => [run, next])).toEqual(faulted.map((id) => [id, null]));

  const first = await batch({ action: 'retry', filter, limit: 2 });
  expect(first.items.map(({ run }) => run)).toEqual(faulted.slice(0, 2));
  const second = await batch({ action: 'retry', filter, limit: 10, cursor: String(first.nextCursor) });
  expect(second.items.map(({ run }) => run)).toEqual(faulted.slice(2));
  expect(second.nextCursor).toBeNull();
  for (const { run, next } of [...first.items, ...second.items]) {
    await eventually(async () => (await read(String(next))).status === 'faulted');
    expect(await read(String(next))).toMatchObject({ retryOf: run, flow: 'odd' });
  }

  // The retries are faulted themselves; the runs that they retry are not tried a second time.
  const again = await batch({ action: 'retry', filter, dryRun: true });
  expect(again.items.map(({ run }) => run).sort()).toEqual(
    [...first.items, ...second.items].map(({ next }) => String(next)).sort(),
  );
});

test('a rerun runs the flow with the same input', async () => {
  const id = await start('odd', { n: 40 });
  const { items } = await batch({ action: 'rerun', filter: { flow: 'odd', status: 'completed' }, limit: 1 });
  expect(items).toMatchObject([{ run: id, error: null }]);
  const next = String(items[0]?.next);
  await eventually(async () => (await read(next)).status === 'completed');
  expect(await read(next)).toMatchObject({ retryOf: id, input: { n: 40 }, output: { n: 40 } });
});

test('unfinished runs are cancelled, and no others', async () => {
  const ids = await Promise.all([1, 2, 3].map(() => start('rest', {}, 'respond-async')));
  const { changed, items } = await batch({ action: 'cancel', filter: { flow: 'rest' } });
  expect(changed).toBe(3);
  expect(items.map(({ run }) => run).sort()).toEqual([...ids].sort());
  for (const id of ids) expect(await read(id)).toMatchObject({ status: 'cancelled' });
  expect(await batch({ action: 'cancel', filter: { flow: 'rest' } })).toMatchObject({ changed: 0 });
});

test('a filter that no run can fit is refused', async () => {
  const answer = await service.call('POST', path, { action: 'cancel', filter: { status: 'completed' } });
  expectProblem(answer, 422, 'body_invalid');
  const unknown = await service.call('POST', path, { action: 'cancel', filter: { flows: 'odd' } });
  expectProblem(unknown, 422, 'body_invalid');
});
