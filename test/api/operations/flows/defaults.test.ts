import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { eventually } from '../../../eventually.js';
import { RealService } from '../../identity/real-service.js';
import { graphQL, mcp, rest } from '../../parity/surfaces.js';

const flow = (name: string, more: string, task: string, tags = '') =>
  `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0'${tags} }\n${more}do:\n  - ${task}\n`;
const echo = 'echo: { set: "${ . }" }';
const properties =
  '{ id: { type: integer }, region: { type: string, default: eu }, options: { default: {}, properties: { loud: { default: false } } } }';
const input = (schema: string) => `input: { schema: { document: ${schema} } }\n`;
const schema = `{ type: object, required: [id, region], properties: ${properties} }`;
const whole = { id: 1, region: 'eu', options: { loud: false } };

let service: RealService;
beforeAll(async () => {
  service = await RealService.start({
    'flows/order.yaml': flow('order', input(schema), echo, ', tags: { mcp: "true" }'),
    'flows/serve.yaml': flow(
      'serve',
      input('{ properties: { body: { properties: { region: { default: eu } } } } }'),
      echo,
    ),
    'flows/parent.yaml': flow(
      'parent',
      '',
      'call: { run: { workflow: { namespace: test, name: order, version: latest, input: { id: 1 } } } }',
    ),
    'flows/hear.yaml': flow(
      'hear',
      `schedule: { on: { one: { with: { type: ordered } } } }\n${input(`{ items: ${schema} }`)}`,
      echo,
    ),
  });
});
afterAll(() => service.remove());

async function recorded(id: Json | undefined): Promise<Json> {
  return (await service.call('GET', `/api/v1/live/runs/${id}`)).json().input;
}

describe('parameters that a caller leaves out get their defaults', () => {
  test.each([rest, graphQL, mcp])('over $name, and the run records them as its input', async (surface) => {
    const call = { branch: 'live', flow: 'order', parameters: { id: 1 }, wait: 20 };
    const outcome = await surface.call(service.app, service.adminKey, 'run-flow', call);
    const run = outcome?.data as JsonObject;
    expect(run, JSON.stringify(outcome)).toMatchObject({ status: 'completed', output: whole });
    expect(await recorded(run['id'])).toEqual(whole);
  });

  test('as the tool of an agent', async () => {
    const answer = await tool('tools/call', { name: 'order', arguments: { id: 1 } });
    expect(answer['structuredContent']).toMatchObject({ status: 'completed', output: whole });
  });

  test('of a served request', async () => {
    const answer = await service.call('POST', '/api/v1/live/flows/serve/serve', { id: 1 });
    expect(answer.json().body, answer.body).toEqual({ id: 1, region: 'eu' });
  });

  test('of a subflow', async () => {
    const answer = await service.call('POST', '/api/v1/live/flows/parent/runs', {}, { prefer: 'wait=20' });
    expect(answer.json(), answer.body).toMatchObject({ status: 'completed', output: whole });
    const { items } = (
      await service.call('GET', '/api/v1/live/runs?flow=order&trigger=flow&fields=input,output')
    ).json();
    expect(items.map(({ input: given }: JsonObject) => given)).toEqual([whole]);
  });

  test('of a flow that an event starts', async () => {
    const event = { specversion: '1.0', id: '1', source: '/shop', type: 'ordered', data: { id: 1 } };
    await service.call('POST', '/api/v1/platform/events', event, {
      'content-type': 'application/cloudevents+json',
    });
    const run = await eventually(async () => {
      return (await service.call('GET', '/api/v1/live/runs?flow=hear&fields=input,output')).json()
        .items[0] as JsonObject;
    });
    expect(await recorded(run['id'])).toEqual([whole]);
  });
});

test('values that a caller gives stay, and what has no default stays required', async () => {
  const call = (body: object) =>
    service.call('POST', '/api/v1/live/flows/order/runs', body, { prefer: 'wait=20' });
  const given = { id: 2, region: 'us', options: { loud: true }, note: 'x' };
  expect((await call(given)).json()).toMatchObject({ input: given });
  const refused = (await call({ region: 'us' })).json();
  expect(refused).toMatchObject({
    code: 'parameters_invalid',
    errors: [{ pointer: '/id', message: 'is required' }],
  });
});

test('the same request with the same key is the same run, whatever the defaults add', async () => {
  const call = () =>
    service.call(
      'POST',
      '/api/v1/live/flows/order/runs',
      { id: 3 },
      { 'idempotency-key': 'three', prefer: 'wait=20' },
    );
  const [one, two] = [await call(), await call()];
  expect(two.json().id).toBe(one.json().id);
});

test('callers are shown the defaults, and not asked for what has one', async () => {
  const described = (await service.call('GET', '/api/v1/live/flows/order/context')).json();
  const { tools } = await tool('tools/list', {});
  const listed = (tools as JsonObject[]).find(({ name }) => name === 'order')?.['inputSchema'];
  for (const shown of [described.parameters, listed]) {
    expect(shown).toMatchObject({ required: ['id'], properties: { region: { default: 'eu' } } });
  }
});

async function tool(method: string, params: JsonObject): Promise<JsonObject> {
  const headers = {
    host: '127.0.0.1',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-11-25',
  };
  const answer = await service.call('POST', '/mcp', { jsonrpc: '2.0', id: 1, method, params }, headers);
  const text = answer.body.startsWith('{') ? answer.body : answer.body.replace(/^.*?data: /s, '');
  return JSON.parse(text).result;
}
