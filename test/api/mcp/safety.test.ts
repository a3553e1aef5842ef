import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../../schemas/json/types.js';
import { connectClient } from './clients.js';
import { files, type McpTestService, startMcp } from './mcp-service.js';
import { AgentSession, type Answer } from './sessions.js';

const team = `kind: team
name: writers
members: ['api-key:mcp-viewer']
grants: [{ role: editor, types: [folio] }]
`;

let mcp: McpTestService;
beforeAll(async () => {
  mcp = await startMcp();
});
afterAll(() => mcp.service.remove());

const getNames = async (reached: { url: string; apiKey: string }, path = '/mcp') => {
  const client = await connectClient(reached, 'auto', path);
  return (await client.listTools()).tools.map(({ name }) => name);
};

describe('the tools that a caller sees', () => {
  test('are those that its role can use', async () => {
    const [viewer, operator] = [await mcp.key('viewer'), await mcp.key('operator')];
    const ofViewer = await getNames(viewer);
    expect(ofViewer).toEqual(expect.arrayContaining(['describe', 'read-entity', 'list-entities']));
    for (const name of ['run-flow', 'create-entity', 'restore-backup', 'greet'])
      expect(ofViewer).not.toContain(name);
    const ofOperator = await getNames(operator);
    expect(ofOperator).toEqual(expect.arrayContaining(['run-flow', 'control', 'greet']));
    for (const name of ['revert-entity', 'rotate-api-key']) expect(ofOperator).not.toContain(name);
    expect(await getNames(mcp)).toContain('restore-backup');
  });

  test('include those that a team allows', async () => {
    const other = await startMcp({}, { 'teams/writers.yaml': team });
    onTestFinished(() => other.service.remove());
    const names = await getNames(await other.key('viewer'));
    expect(names).toEqual(expect.arrayContaining(['create-entity', 'update-entity']));
    expect(names).not.toContain('restore-backup');
  });

  test('are only those that read at /mcp/readonly, where everything else is refused', async () => {
    expect(await getNames(mcp, '/mcp/readonly')).toEqual([
      'describe',
      'read-entity',
      'list-entities',
      'plan-change',
    ]);
    const agent = await AgentSession.start(mcp, '/mcp/readonly');
    expect((await agent.call('read-entity', { type: 'flow', name: 'greet' })).isError).toBeUndefined();
    for (const [name, args] of [
      ['run-flow', { flow: 'greet', parameters: { name: 'Ada' } }],
      ['greet', { name: 'Ada' }],
      ['create-entity', { type: 'folio', name: 'x', definition: { title: 'X', body: 'x' } }],
      ['rotate-api-key', { id: 'mcp-viewer' }],
    ] as const) {
      const refused = await agent.call(name, args);
      expect(refused).toMatchObject({ isError: true, structuredContent: { code: 'forbidden' } });
      expect(refused.content[0]?.text).toContain('connect to `/mcp`');
    }
  });
});

describe('an effect that a person agrees to first', () => {
  test('happens after a second call with the token, and for the same call only', async () => {
    const agent = await AgentSession.start(mcp);
    const secret = { type: 'secret', definition: { path: 'shop/token', value: { token: 'first' } } };
    const asked = await agent.call('create-entity', secret);
    expect(asked).toMatchObject({ isError: true, structuredContent: { code: 'confirmation_required' } });
    expect(asked.content[0]?.text).toMatch(
      /Sets the secret `shop\/token`.*Nothing has happened yet.*ask.*"confirm"/s,
    );
    const { confirm = '' } = asked.structuredContent;
    expect((await agent.call('list-entities', { type: 'secret' })).structuredContent['items']).toEqual([]);
    const other = { type: 'secret', definition: { path: 'shop/token', value: { token: 'other' } } };
    const misused = await agent.call('create-entity', { ...other, confirm });
    expect(misused.structuredContent['code']).toBe('confirmation_required');
    const done = await agent.call('create-entity', { ...secret, confirm });
    expect(done.structuredContent['definition']).toMatchObject({ path: 'shop/token', version: 1 });
  });

  test('a dry run needs no consent, and a caller without the right is refused before it is asked', async () => {
    const agent = await AgentSession.start(mcp);
    const secret = { type: 'secret', definition: { path: 'shop/dry', value: { token: 'x' } }, dryRun: true };
    expect((await agent.call('create-entity', secret)).isError).toBeUndefined();
    const editor = await AgentSession.start(await mcp.key('editor'));
    const refused = await editor.call('rotate-api-key', { id: 'mcp-viewer' });
    expect(refused.structuredContent['code']).toBe('forbidden');
  });

  test.each([
    ['agrees', { action: 'accept', content: { confirm: true } }, undefined],
    [
      'does not agree',
      { action: 'accept', content: { confirm: false } },
      /did not agree.*Nothing has happened/s,
    ],
    ['closes the question', { action: 'cancel' }, /did not agree.*Nothing has happened/s],
  ] as const)('is asked of the user by a client that can: the user %s', async (how, reply, refusal) => {
    const asked: string[] = [];
    const client = new Client(
      { name: 'test', version: '1.0.0' },
      { capabilities: { elicitation: {} }, versionNegotiation: { mode: 'auto' } },
    );
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      asked.push(params.message);
      return reply as never;
    });
    const requestInit = { headers: { 'x-api-key': mcp.apiKey } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${mcp.url}/mcp`), { requestInit }));
    onTestFinished(() => client.close());
    const name = `asked-${how.replaceAll(' ', '-')}`;
    const args = { type: 'api-key', definition: { name, role: 'viewer' } };
    const answer = (await client.callTool({ name: 'create-entity', arguments: args })) as unknown as Answer;
    expect(asked).toEqual([
      expect.stringContaining(`Creates the API key \`${name}\` with the role \`viewer\``),
    ]);
    if (refusal) expect(answer.content[0]?.text).toMatch(refusal);
    else
      expect(answer.structuredContent['definition']).toMatchObject({
        name,
        key: expect.any(String),
      });
  });
});

test('a client that only proposes cannot change anything directly', async () => {
  const agent = await AgentSession.start(mcp, '/mcp', { 'svc-mcp-writes': 'propose' });
  const ran = await agent.call('run-flow', { flow: 'greet', parameters: { name: 'Ada' } });
  expect(ran.structuredContent).toMatchObject({ status: 'completed' });
  const folio: JsonObject = { type: 'folio', name: 'new', definition: { title: 'New', body: 'new' } };
  const tried = await agent.call('create-entity', { ...folio, dryRun: true });
  expect(tried.structuredContent).toMatchObject({ dryRun: true, valid: true });
  // Without Git there is nothing to propose on: the change waits for a person.
  const refused = await agent.told('create-entity', folio);
  expect(refused).toMatch(/^code: approval_pending\ndetail: .*Nothing has happened yet/s);
  expect(Object.keys(files)).not.toContain('folios/new.yaml');
  const { tools } = await agent.client.listTools();
  const names = tools.map(({ name }) => name);
  expect(names).toContain('run-flow');
  // It is refused all of what these do.
  for (const name of ['rotate-api-key', 'delete-api-key', 'restore-backup'])
    expect(names).not.toContain(name);
});
