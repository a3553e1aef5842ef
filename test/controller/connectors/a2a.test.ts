import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { a2aConnector } from '../../../controller/connectors/a2a/connector.js';
import type { Connector } from '../../../controller/connectors/index.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { type AgentServer, startAgent } from './agent-server.js';
import { type Handler, json, TestServer } from './server.js';
import { callAction, keepsTheWebContract } from './web-api/suite.js';

const connector = a2aConnector as unknown as Connector;
const parts = [{ kind: 'text', text: 'Where is order 17?' }];
const message = { message: { parts } };
let agent: AgentServer;

beforeAll(async () => {
  agent = await startAgent('right');
});
afterAll(() => agent.stop());
beforeEach(() => {
  agent.authorizations.length = 0;
  agent.messages.length = 0;
});

/** Answers as an agent that knows no task. */
const handler: Handler = (request, response, body) => {
  if (request.headers.authorization !== 'Bearer right')
    return json(response, { message: 'no such token' }, 401);
  const { id, method } = JSON.parse(body);
  const known = method === 'tasks/list';
  json(response, {
    jsonrpc: '2.0',
    id,
    ...(known ? { result: [] } : { error: { code: -32001, message: 'no task' } }),
  });
};

keepsTheWebContract({
  connector,
  handler,
  config: (url) => ({ url, token: 'right' }),
  wrong: { config: (url) => ({ url, token: 'wrong-token' }), secret: 'wrong-token' },
  badConfigs: [
    [{}, ''],
    [{ url: 'http://a', card: 'http://a/card' }, ''],
    [{ url: 'agent' }, '/url'],
    [{ url: 'http://a', token: 'plain' }, '/token'],
  ],
  reads: { action: 'request', input: { method: 'tasks/list' } },
});

const ask = (
  config: JsonObject,
  method: string,
  parameters: JsonObject,
  idempotencyKey = 'key-1',
): Promise<Json> =>
  callAction(
    connector,
    { token: 'right', timeout: 10, ...config },
    { action: 'request', input: { method, parameters }, idempotencyKey },
  );

describe.each([
  ['0.3', 'url', 'a2a', 'completed'],
  ['0.3', 'card', 'card-0.3', 'completed'],
  ['1.0', 'card', 'card-1.0', 'TASK_STATE_COMPLETED'],
])('an agent of version %s by its %s', (version, field, path, completed) => {
  const config = () => ({ [field]: `${agent.url}/${path}` });
  const given = version === '0.3' ? message : { message: { parts: [{ text: 'Where is order 17?' }] } };
  const taskIn = (result: Json) =>
    (version === '0.3' ? result : (result as JsonObject)['task']) as JsonObject;

  test('takes messages, whose task can be read', async () => {
    const task = taskIn(await ask(config(), 'message/send', given));
    expect(task).toMatchObject({ status: { state: completed } });
    const read = await ask(config(), 'tasks/get', { id: task['id'] ?? '' });
    expect(read).toMatchObject({ id: task['id'], status: { state: completed } });
  });

  test('streams events to their end', async () => {
    const events = (await ask(config(), 'message/stream', given)) as JsonObject[];
    expect(events.length).toBeGreaterThan(1);
    expect(JSON.stringify(events.at(-1))).toContain(completed);
  });

  test('says that a task is not there', async () => {
    await expect(ask(config(), 'tasks/get', { id: 'nothing' })).rejects.toMatchObject({ status: 404 });
  });
});

test('attempts of one step send the same id of the message, other steps another one', async () => {
  for (const key of ['a', 'a', 'b']) await ask({ url: `${agent.url}/a2a` }, 'message/send', message, key);
  const [first, again, other] = agent.messages;
  expect(first).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

test('credentials stay with the host of the configuration', async () => {
  const elsewhere = await TestServer.start((_request, response) =>
    json(response, { url: `${agent.url}/a2a`, preferredTransport: 'JSONRPC' }),
  );
  const config = { card: `${elsewhere.url}/card` };
  await expect(ask(config, 'message/send', message)).rejects.toMatchObject({ kind: 'authentication' });
  expect(agent.authorizations).toEqual([undefined]);
  await elsewhere.stop();
});
