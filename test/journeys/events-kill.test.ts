import { mkdirSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../eventually.js';
import { ServiceProcess } from './service-process.js';

let service: ServiceProcess;

beforeEach(() => {
  service = new ServiceProcess(undefined, { SVC_Limits__RequestsPerMinute: '100000' });
  mkdirSync(service.file('flows'));
});

afterEach(() => service.dispose());

function flow(name: string, body: string): void {
  const header = `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0' }\n`;
  writeFileSync(service.file('flows', `${name}.yaml`), header + body);
}

async function call<Answer>(
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const request = body ? { method: 'POST', body: JSON.stringify(body), headers } : {};
  return (await (await service.request(path, request)).json()) as Answer;
}

const send = (id: string, type: string, data: object) =>
  call(
    '/api/v1/platform/events',
    { specversion: '1.0', source: '/shop', id, type, data },
    { 'content-type': 'application/cloudevents+json' },
  );

interface Run {
  id: string;
  status: string;
  waitingFor: string | null;
  output: { number: number }[];
  input: object[];
}

const runs = async (name: string) =>
  (await call<{ items: Run[] }>(`/api/v1/live/runs?flow=${name}&limit=200&fields=input,output`)).items;

test('killed again and again while events arrive, runs receive each event once and flows start once', async () => {
  flow(
    'hear',
    'do: [{ hear: { listen: { to: { any: [{ with: { type: order } }], until: length == 12 } } } }]\n',
  );
  flow(
    'start',
    'schedule: { on: { one: { with: { type: order } } } }\ndo: [{ tell: { emit: { event: { with: { type: told, data: "${ .[0] }" } } } } }]\n',
  );
  flow(
    'pair',
    'schedule: { on: { all: [{ with: { type: order } }, { with: { type: told } }] } }\ndo: [{ note: { set: { done: true } } }]\n',
  );
  await service.start();
  const { id } = await call<Run>('/api/v1/live/flows/hear/runs', {}, { prefer: 'respond-async' });
  await eventually(async () => (await call<Run>(`/api/v1/live/runs/${id}`)).waitingFor === 'event order');
  for (let number = 0; number < 12; number += 4) {
    await Promise.all(
      [0, 1, 2, 3].map((more) => send(`o${number + more}`, 'order', { number: number + more })),
    );
    await service.kill();
    await service.start();
  }
  const ended = await eventually(async () => {
    const run = await call<Run>(`/api/v1/live/runs/${id}`);
    return run.status === 'completed' && run;
  });
  const numbers = Array.from({ length: 12 }, (_, number) => number);
  expect(ended.output.map(({ number }) => number).sort((a, b) => a - b)).toEqual(numbers);
  await eventually(
    async () => (await runs('start')).filter(({ status }) => status === 'completed').length === 12,
  );
  await eventually(async () => (await runs('pair')).length === 12);
  await send('last', 'other', {});
  expect(await runs('start')).toHaveLength(12);
  expect(await runs('pair')).toHaveLength(12);
});

test('killed while 200 parked runs wake, each receives its own event once', async () => {
  flow(
    'order',
    'do: [{ hear: { listen: { to: { one: { with: { type: order }, correlate: { id: { from: .data.number, expect: "${ .number }" } } } } } } }, { tell: { emit: { event: { with: { type: heard, data: "${ .[0] }" } } } } }]\n',
  );
  flow(
    'count',
    'schedule: { on: { one: { with: { type: heard } } } }\ndo: [{ note: { set: { done: true } } }]\n',
  );
  await service.start();
  const numbers = Array.from({ length: 200 }, (_, number) => number);
  const respond = { prefer: 'respond-async' };
  await Promise.all(numbers.map((number) => call('/api/v1/live/flows/order/runs', { number }, respond)));
  await eventually(async () => (await runs('order')).every(({ waitingFor }) => waitingFor === 'event order'));
  await Promise.all(numbers.map((number) => send(`o${number}`, 'order', { number })));
  await service.kill();
  await service.start();
  await eventually(async () => (await runs('order')).some(({ status }) => status === 'completed'));
  await service.kill();
  await service.start();
  await eventually(async () => (await runs('order')).every(({ status }) => status === 'completed'));
  await eventually(async () => (await runs('count')).length === 200);
  await send('last', 'other', {});
  const counted = (await runs('count')).map(({ id }) => id);
  expect(new Set(counted).size).toBe(200);
});
