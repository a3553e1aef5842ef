import { afterAll, beforeAll, expect, test } from 'vitest';
import { RealService } from '../../identity/real-service.js';

const rounds = `document: { dsl: '1.0.3', namespace: test, name: rounds, version: '1.0.0' }
do:
  - prepare: { set: { numbers: '\${ [range(30)] }' } }
  - eachNumber:
      for: { each: number, in: '\${ .numbers }' }
      do:
        - double: { set: { value: '\${ $number * 2 }' } }
        - check:
            do:
              - even: { set: { isEven: true } }
  - last: { set: { text: '\${ "x" * 100000 }' } }
`;

let service: RealService;
let path = '';

beforeAll(async () => {
  service = await RealService.start({ 'flows/rounds.yaml': rounds });
  const started = await service.call('POST', '/api/v1/live/flows/rounds/runs', {}, { prefer: 'wait=30' });
  path = `/api/v1/live/runs/${started.json().id}`;
});
afterAll(() => service.remove());

async function read(rest: string) {
  const answer = await service.call('GET', path + rest);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

test('pages of the timeline have every execution once, each as it ended', async () => {
  const keys: string[] = [];
  let cursor = '';
  do {
    const page = await read(`/tasks?limit=40${cursor && `&cursor=${cursor}`}`);
    keys.push(...page.items.map(({ key }: { key: string }) => key));
    for (const { status } of page.items) expect(status).toBe('completed');
    cursor = page.nextCursor ?? '';
  } while (cursor);
  const { items, nextCursor } = await read('/tasks');
  expect(keys).toEqual(items.map(({ key }: { key: string }) => key));
  expect(keys).toHaveLength(3 + 30 * 3);
  expect(nextCursor).toBeNull();
});

test('the timeline opens level by level, and counts what is inside', async () => {
  const outermost = await read('/tasks?parent=/');
  expect(outermost.items).toMatchObject([
    { name: 'prepare', inside: 0 },
    { name: 'eachNumber', inside: 90, status: 'completed' },
    { name: 'last', inside: 0 },
  ]);
  const first = await read('/tasks?parent=/do/1/eachNumber&limit=3');
  expect(first.items).toMatchObject([
    { key: '/do/1/eachNumber@0/do/0/double', inside: 0 },
    { key: '/do/1/eachNumber@0/do/1/check', inside: 1 },
    { key: '/do/1/eachNumber@1/do/0/double', inside: 0 },
  ]);
  const next = await read(`/tasks?parent=/do/1/eachNumber&limit=1&cursor=${first.nextCursor}`);
  expect(next.items).toMatchObject([{ key: '/do/1/eachNumber@1/do/1/check' }]);
  const round = await read('/tasks?parent=/do/1/eachNumber@29');
  expect(round).toMatchObject({ items: [{ name: 'double' }, { name: 'check' }], nextCursor: null });
});

test('the last execution of each task comes with their number', async () => {
  const { items } = await read('/tasks?latest=true');
  const counts = items.map(({ name, executions }: { name: string; executions: number }) => [
    name,
    executions,
  ]);
  expect(Object.fromEntries(counts)).toEqual({
    prepare: 1,
    eachNumber: 1,
    double: 30,
    check: 30,
    even: 30,
    last: 1,
  });
  expect(items.find(({ name }: { name: string }) => name === 'even').key).toContain('@29');
});

test('a cursor of another list is refused with its place', async () => {
  const answer = await service.call('GET', `${path}/tasks?cursor=${Buffer.from('no').toString('base64url')}`);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().code).toBe('request_invalid');
});

test('the log of one task, or of one execution, has its lines and those from inside of it', async () => {
  const messages = async (task: string) =>
    (await read(`/logs?limit=500&task=${encodeURIComponent(task)}`)).items.map(
      ({ message, data }: { message: string; data: { key: string } }) => `${message} ${data.key}`,
    );
  expect(await messages('double')).toHaveLength(60);
  const round = await messages('/do/1/eachNumber@7/do/1/check');
  expect(round).toEqual([
    'check started /do/1/eachNumber@7/do/1/check',
    'even started /do/1/eachNumber@7/do/1/check/do/0/even',
    'even completed /do/1/eachNumber@7/do/1/check/do/0/even',
    'check completed /do/1/eachNumber@7/do/1/check',
  ]);
  expect(await messages('/do/1/eachNumber@7')).toHaveLength(6);
  expect(await messages('nothing')).toEqual([]);
});

test('a large value is cut with a mark, and comes whole on request', async () => {
  const [cut] = (await read('/tasks/last')).items;
  expect(cut.cut).toEqual(['output']);
  const [whole] = (await read('/tasks/last?whole=true')).items;
  expect(whole.cut).toEqual([]);
  expect(whole.output.text).toHaveLength(100_000);
});
