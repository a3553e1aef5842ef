import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { builtInConnectors } from '../../../../controller/connectors/index.js';
import { compileFlow } from '../../../../controller/flows/index.js';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { json, TestServer } from '../../connectors/server.js';
import { ModelServer } from '../../connectors/web-api/model-server.js';
import { Harness } from '../engine-harness.js';

let harness: Harness;
let model: ModelServer;
let shop: TestServer;
/** The requests that reached the shop. */
let requests: { line: string; key: unknown; trace: unknown; body: string }[];

/** The tokens that were counted. */
let used: unknown[];

beforeEach(async () => {
  requests = [];
  model = await ModelServer.start();
  shop = await TestServer.start((request, response, body) => {
    requests.push({
      line: `${request.method} ${request.url}`,
      key: request.headers['idempotency-key'],
      trace: request.headers['traceparent'],
      body,
    });
    json(response, { total: 80 }, request.url === '/gone' ? 404 : 200);
  });
  harness = new Harness();
  used = [];
  const tokensUsed = (...given: unknown[]) => used.push(given);
  await harness.open({ connectors: builtInConnectors(), tokensUsed });
  connection('shop', 'http', { baseUrl: shop.url });
  connection('secret', 'http', { baseUrl: shop.url });
  for (const api of ['openai', 'anthropic'])
    connection(api, 'llm', { api, baseUrl: model.url, apiKey: { secret: 'llm', key: 'key' }, model: 'm' });
  await harness.vault.secrets.put('llm', { key: 'right' });
});
afterEach(async () => {
  await harness.close();
  await model.stop();
  await shop.stop();
});

function connection(name: string, connector: string, config: JsonObject): void {
  harness.entity('connection', name, { kind: 'connection', name, connector, config });
}

const trace = { traceId: 'ab'.repeat(16), spanId: 'cd'.repeat(8), sampled: true };

/** Runs a flow with one call. */
async function run(call: string, given: JsonObject, input: Json = {}) {
  const document = { dsl: '1.0.0', namespace: 'test', name: 'ask', version: '1.0.0' };
  const definition: JsonObject = { document, do: [{ ask: { call, with: given } }] };
  const { plan, uses, findings } = compileFlow(definition);
  expect(findings).toEqual([]);
  if (!plan) throw new Error('not compiled');
  const references = uses.connections.map(({ connection: name, pointer }) => ({
    kind: 'connection',
    name,
    pointer,
  }));
  harness.entity('flow', 'ask', definition, references, plan);
  const request = { branch: 'main', flow: 'ask', input, principal: 'u', trace };
  const { id } = await harness.engine.start(request);
  return harness.engine.wait(id, 60_000);
}

const getOrder = { action: 'shop.get', description: 'Reads an order.' };

describe.each(['openai', 'anthropic'])('an agent of %s', (api) => {
  test('calls the action that the model asks for, and the model gets its answer', async () => {
    model.turns = [{ calls: [['shop__get', { path: '/orders/17' }]] }, { text: 'It costs 80.' }];
    const ended = await run(`${api}.agent`, { prompt: 'What does order 17 cost?', tools: [getOrder] });
    expect(ended).toMatchObject({
      status: 'completed',
      output: {
        text: 'It costs 80.',
        finishReason: 'stop',
        steps: [{ action: 'shop.get', input: { path: '/orders/17' }, output: { total: 80 } }],
        usage: { inputTokens: 20, outputTokens: 10 },
        model: 'm-2026',
      },
    });
    expect(requests.map(({ line }) => line)).toEqual(['GET /orders/17']);
    expect(requests[0]?.trace).toMatch(new RegExp(`^00-${trace.traceId}-`));
    expect(JSON.stringify(model.asked[1]?.body['messages'])).toContain('{\\"total\\":80}');
    expect(JSON.stringify(model.asked[0]?.body['tools'])).toContain('Reads an order.');
  });

  test('gives calls keys of their own, which a repeated attempt uses again', async () => {
    const post = [
      ['shop__post', { path: '/a' }],
      ['shop__post', { path: '/b' }],
    ] as [string, unknown][];
    model.turns = [{ calls: post }, { text: 'Done' }];
    const { id } = await run(`${api}.agent`, { prompt: 'x', tools: [{ action: 'shop.post' }] });
    expect(requests.map(({ key }) => key)).toEqual([
      expect.stringMatching(new RegExp(`${id}.*:1$`)),
      expect.stringMatching(new RegExp(`${id}.*:2$`)),
    ]);
  });

  test('hides fixed arguments from the model, which cannot change them', async () => {
    model.turns = [{ calls: [['shop__post', { path: '/all', body: { n: 1 } }]] }, { text: 'Done' }];
    await run(`${api}.agent`, { prompt: 'x', tools: [{ action: 'shop.post', arguments: { path: '/one' } }] });
    expect(requests).toMatchObject([{ line: 'POST /one', body: '{"n":1}' }]);
    expect(JSON.stringify(model.asked[0]?.body['tools'])).not.toContain('"path"');
  });

  test('tells the model of failures, faulty arguments and actions that it may not call', async () => {
    model.turns = [
      {
        calls: [
          ['shop__get', { path: '/gone' }],
          ['shop__get', { pathh: '/x' }],
          ['secret__get', {}],
        ],
      },
      { text: 'I give up.' },
    ];
    const ended = await run(`${api}.agent`, { prompt: 'x', tools: [getOrder] });
    expect(ended).toMatchObject({ status: 'completed', output: { text: 'I give up.' } });
    expect(requests.map(({ line }) => line)).toEqual(['GET /gone']);
    const told = JSON.stringify(model.asked[1]?.body['messages']);
    expect(told).toContain('404');
    expect(told).toContain('takes no argument `pathh`');
    expect(told).toContain('There is no tool `secret__get`');
  });

  test('has its last words after the last step', async () => {
    const again = { calls: [['shop__get', { path: '/' }]] as [string, unknown][] };
    model.turns = [again, { text: 'So far: 80.' }];
    const ended = await run(`${api}.agent`, { prompt: 'x', tools: [getOrder], maxSteps: 2 });
    expect(ended).toMatchObject({ output: { text: 'So far: 80.', finishReason: 'maxSteps' } });
    expect(model.asked[1]?.body['tool_choice']).toEqual(api === 'openai' ? 'none' : { type: 'none' });
  });

  test('ends with an error when its tokens are used up', async () => {
    model.turns = [{ calls: [['shop__get', { path: '/' }]] }];
    const ended = await run(`${api}.agent`, { prompt: 'x', tools: [getOrder], maxTokens: 15 });
    expect(ended).toMatchObject({ status: 'faulted', error: { title: 'Tokens used up' } });
    expect(model.asked).toHaveLength(1);
  });

  test('cannot call an agent', async () => {
    const inner = { prompt: 'y', tools: [getOrder] };
    model.turns = [{ calls: [[`${api}__agent`, inner]] }, { text: 'No.' }];
    const ended = await run(`${api}.agent`, { prompt: 'x', tools: [{ action: `${api}.agent` }] });
    expect(ended).toMatchObject({ output: { steps: [{ error: expect.stringContaining('tool itself') }] } });
    expect(model.asked).toHaveLength(2);
  });

  test('reaches no connection that the flow does not name', async () => {
    const tools = [{ action: `\${ .action }` }];
    const ended = await run(`${api}.agent`, { prompt: 'x', tools }, { action: 'secret.get' });
    expect(ended).toMatchObject({
      status: 'faulted',
      error: { type: expect.stringContaining('/configuration') },
    });
    expect(model.asked).toEqual([]);
  });

  test('is refused before the model is asked when an action is not there', async () => {
    const ended = await run(`${api}.agent`, { prompt: 'x', tools: [{ action: 'shop.gett' }] });
    expect(ended).toMatchObject({ status: 'faulted', error: { detail: expect.stringContaining('`get`') } });
    expect(model.asked).toEqual([]);
  });
});

describe.each(['openai', 'anthropic'])('data of %s', (api) => {
  const schema = {
    type: 'object',
    required: ['total'],
    additionalProperties: false,
    properties: { total: { type: 'number', minimum: 1 } },
  };

  test('fit the schema after the model has read its faults', async () => {
    model.turns = [{ data: { total: '80' } }, { data: { total: 80 } }];
    const ended = await run(`${api}.extract`, { prompt: 'It costs 80.', schema });
    expect(ended).toMatchObject({
      output: { data: { total: 80 }, attempts: 2, usage: { inputTokens: 20, outputTokens: 10 } },
    });
    expect(JSON.stringify(model.asked[1]?.body['messages'])).toContain('`/total` must be number');
    const { response_format: format, tool_choice: choice } = model.asked[0]?.body ?? {};
    expect(format ?? choice).toMatchObject(
      api === 'openai' ? { type: 'json_schema', json_schema: { schema } } : { type: 'tool', name: 'answer' },
    );
  });

  test('that never fit are a validation error', async () => {
    model.turns = [{ data: { total: 0 } }, { data: { total: 0 } }, { data: { total: 80 } }];
    const ended = await run(`${api}.extract`, { prompt: 'x', schema, attempts: 2 });
    expect(ended).toMatchObject({
      status: 'faulted',
      error: { type: expect.stringContaining('/validation'), detail: expect.stringContaining('`/total`') },
    });
    expect(model.asked).toHaveLength(2);
  });

  test('may be a list', async () => {
    model.turns = [{ data: { value: ['a', 'b'] } }];
    const list = { type: 'array', items: { type: 'string' } };
    expect(await run(`${api}.extract`, { prompt: 'x', schema: list })).toMatchObject({
      output: { data: ['a', 'b'] },
    });
  });

  test('with a faulty schema are refused before the model is asked', async () => {
    const ended = await run(`${api}.extract`, { prompt: 'x', schema: { type: 'objekt' } });
    expect(ended).toMatchObject({ status: 'faulted', error: { title: 'Schema not valid' } });
    expect(model.asked).toEqual([]);
  });
});

test('the log of a run and the metrics have the tokens of each answer', async () => {
  const { id } = await run('openai.generate', { prompt: 'Hello' });
  expect(await harness.engine.logs(id, { limit: 100 })).toContainEqual(
    expect.objectContaining({
      level: 'info',
      message: 'Language model answered',
      data: { connection: 'openai', model: 'm-2026', inputTokens: 10, outputTokens: 5 },
    }),
  );
  expect(used).toEqual([['openai', { inputTokens: 10, outputTokens: 5 }]]);
});
