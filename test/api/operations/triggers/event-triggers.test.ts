import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../eventually.js';
import { RealService } from '../../identity/real-service.js';

const files = {
  'flows/note.yaml': `document: { dsl: '1.0.3', namespace: test, name: note, version: 1.0.0 }
do: [{ keep: { set: { seen: '\${ . }' } } }]
`,
  'flows/witness.yaml': `document: { dsl: '1.0.3', namespace: test, name: witness, version: 1.0.0 }
schedule: { on: { one: { with: { type: com.example.order.v1 } } } }
do: [{ note: { set: { seen: true } } }]
`,
  'environments/staging.yaml': 'kind: environment\nname: staging\n',
  'triggers/orders.yaml': `kind: trigger
name: orders
flow: note
environment: staging
input: { order: '\${ .event.data.id }', by: '\${ .trigger }' }
event: { with: { type: com.example.order.v1, data: '\${ .total > 10 }' } }
`,
};

let service: RealService;
beforeAll(async () => {
  service = await RealService.start(files);
});
afterAll(() => service.remove());

const orders = '/api/v1/live/triggers/orders';

async function send(id: string, total: number): Promise<void> {
  const event = {
    specversion: '1.0',
    source: '/shop',
    id,
    type: 'com.example.order.v1',
    data: { id, total },
  };
  expect((await service.call('POST', '/api/v1/platform/events', event)).statusCode).toBeLessThan(300);
}

async function runs(flow = 'note') {
  const { items } = (await service.call('GET', `/api/v1/live/runs?flow=${flow}&fields=input,output`)).json();
  return items as { id: string; principal: string; environment: string; trigger: string }[];
}

test('a trigger starts its flow with the events that it names, with its environment and input', async () => {
  await send('small', 5);
  await send('large', 50);
  await eventually(async () => (await runs()).length === 1);
  const [run] = await runs();
  expect(run).toMatchObject({ principal: 'trigger/live/orders', environment: 'staging', trigger: 'event' });
  await service.controller.runs.wait(run?.id ?? '', 10_000);
  const { output } = (await service.call('GET', `/api/v1/live/runs/${run?.id}`)).json();
  expect(output).toEqual({ seen: { order: 'large', by: 'orders' } });
});

test('a paused trigger starts nothing, and continues with the events after its pause', async () => {
  expect((await service.call('POST', `${orders}/pause`)).json()).toMatchObject({
    kind: 'event',
    state: 'paused',
  });
  const before = (await runs()).length;
  const seen = (await runs('witness')).length;
  await send('while-paused', 50);
  await eventually(async () => (await runs('witness')).length > seen);
  await service.call('POST', `${orders}/resume`);
  await send('after', 50);
  await eventually(async () => (await runs()).length > before);
  expect(await runs()).toHaveLength(before + 1);
});
