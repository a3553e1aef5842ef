import { afterAll, beforeAll, expect, test } from 'vitest';
import { takesNull } from '../../../api/operations/given-input.js';
import { tools } from '../../../api/operations/registry.js';
import { getArguments, getName } from '../../../api/operations/shared/tool.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { connectClient } from './clients.js';
import { type McpTestService, startMcp } from './mcp-service.js';

// Strict and generated clients send each optional argument, with null for those that they leave out.

let mcp: McpTestService;
beforeAll(async () => {
  mcp = await startMcp();
});
afterAll(() => mcp.service.remove());

/** The arguments that a strict client sends: all of them, null but for these. */
function completed(name: string, args: JsonObject): JsonObject {
  const tool = tools.find((each) => getName(each) === name);
  if (!tool) throw new Error(`no tool ${name}`);
  const { properties } = getArguments(tool);
  const optional = Object.entries(properties).filter(([, schema]) => !takesNull(schema));
  return { ...Object.fromEntries(optional.map(([key]) => [key, null])), confirm: null, ...args };
}

async function call(name: string, args: JsonObject) {
  const client = await connectClient(mcp, 'auto');
  const answer = await client.callTool({ name, arguments: args });
  return answer as unknown as { isError?: boolean; structuredContent: JsonObject };
}

test.each([
  ['list-entities', { type: 'flow' }],
  ['read-entity', { type: 'flow', name: 'greet' }],
  ['describe', {}],
  ['run-flow', { flow: 'greet', parameters: { name: 'Ada' } }],
])('`%s` takes null for the optional arguments as their absence', async (name, args) => {
  const { isError, structuredContent } = await call(name, completed(name, args));
  expect([isError ?? false, structuredContent['code']]).toEqual([false, undefined]);
});

test('an object may come as JSON text, with its long numbers', async () => {
  const parameters = JSON.stringify({ name: 'Ada' });
  const { structuredContent } = await call('run-flow', { flow: 'greet', parameters });
  expect(structuredContent).toMatchObject({ status: 'completed', output: { text: 'hello Ada' } });
  const broken = await call('run-flow', { flow: 'greet', parameters: '{"name":' });
  expect([broken.isError, broken.structuredContent['code']]).toEqual([true, 'body_invalid']);
});

test('a write takes null as well', async () => {
  const definition = { name: 'note', title: 'Note', body: 'Text.' };
  const args = completed('create-entity', { type: 'folio', definition });
  const { structuredContent: question } = await call('create-entity', args);
  const confirm = question['confirm'] ?? null;
  const { structuredContent } = await call('create-entity', { ...args, confirm });
  expect(structuredContent).toMatchObject({ result: 'committed' });
});

test('the tool of a flow takes null for its environment and wait', async () => {
  const { structuredContent } = await call('greet', { name: 'Ada', env: null, wait: null });
  expect(structuredContent).toMatchObject({ status: 'completed', output: { text: 'hello Ada' } });
});

test('null for a required argument is refused', async () => {
  const { isError, structuredContent } = await call('read-entity', { type: 'flow', name: null });
  expect([isError, structuredContent['code']]).toEqual([true, 'request_invalid']);
});

test('the schema of each optional argument admits null', async () => {
  const client = await connectClient(mcp, 'auto');
  const { tools: listed } = await client.listTools();
  const { inputSchema } = listed.find(({ name }) => name === 'list-entities') ?? {};
  expect(inputSchema?.properties).toMatchObject({
    type: { type: 'string' },
    branch: { type: ['string', 'null'] },
  });
});
