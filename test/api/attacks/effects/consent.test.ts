import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../../../schemas/json/types.js';
import { connectClient } from '../../mcp/clients.js';
import { Installation } from './installation.js';

let it: Installation;
beforeAll(async () => {
  it = await Installation.start();
}, 60_000);
afterAll(() => it.stop());

interface Answer {
  isError?: boolean;
  structuredContent: JsonObject;
  content: { text: string }[];
}

/** Proposes a folio on production, and returns the id of the proposal. */
async function propose(name: string): Promise<string> {
  const headers = { 'x-api-key': it.key('editor', 'service') };
  const path = '/api/v1/main/entities/platform/folio?propose=true';
  const answer = await it.service.call('POST', path, { name, title: name, body: 'first' }, headers);
  return answer.json().proposal.id;
}

const changed = (name: string, body: string) => ({
  [`folios/${name}.yaml`]: `kind: folio\nname: ${name}\ntitle: ${name}\nbody: ${body}\n`,
});

describe.each(['auto', 'legacy'] as const)('a confirmation (%s)', (era) => {
  const call = async (name: string, args: JsonObject): Promise<Answer> => {
    const client = await connectClient({ url: it.url, apiKey: it.key('admin', 'service') }, era);
    return (await client.callTool({ name, arguments: args })) as unknown as Answer;
  };
  const merge = (id: string, confirm?: unknown) =>
    call('control', {
      type: 'proposal',
      name: id,
      action: 'merge',
      ...(confirm === undefined ? {} : { confirm: confirm as string }),
    });

  test('of a merge names what changes, and ends with a commit of the proposal or of its base', async () => {
    const name = `merged-${era}`;
    const id = await propose(name);
    const asked = await merge(id);
    expect(asked.content[0]?.text).toContain(`adds folio \`${name}\``);
    await it.commit(`proposals/${id}`, changed(name, 'second'));
    const again = await merge(id, asked.structuredContent['confirm']);
    expect(again.structuredContent).toMatchObject({ code: 'confirmation_required' });
    expect(again.content[0]?.text).toContain('has changed');
    await it.commit('main', changed(`other-${era}`, 'x'));
    const third = await merge(id, again.structuredContent['confirm']);
    expect(third.structuredContent).toMatchObject({ code: 'confirmation_required' });
    const done = await merge(id, third.structuredContent['confirm']);
    expect(done.structuredContent).toMatchObject({ proposal: { state: 'merged' } });
  });

  test('of a change of rights names them, and ends when they change meanwhile', async () => {
    const name = `changing-${era}`;
    const keys = it.service.controller.identity.apiKeys;
    const key = await keys.create({ name, role: 'viewer', createdBy: 'user:test' });
    const args = { type: 'api-key', name: key.id, patch: { role: 'admin' } };
    const asked = await call('update-entity', args);
    expect(asked.content[0]?.text).toContain('role: viewer → admin');
    await keys.update(key.id, () => ({ role: 'editor' }));
    const again = await call('update-entity', {
      ...args,
      confirm: asked.structuredContent['confirm'] ?? null,
    });
    expect(again.content[0]?.text).toContain('role: editor → admin');
    expect(keys.get(key.id).role).toBe('editor');
    const done = await call('update-entity', {
      ...args,
      confirm: again.structuredContent['confirm'] ?? null,
    });
    expect(done.structuredContent['definition']).toMatchObject({ role: 'admin' });
  });

  test('of a call in production ends when its connection leads elsewhere', async () => {
    const args = { connection: 'bench', action: 'post', input: { path: '/orders' } };
    const asked = await call('invoke-connector-action', args);
    expect(asked.content[0]?.text).toContain('`bench` on `main`, outside of a run, with {"path":"/orders"}');
    const file = `kind: connection\nname: bench\nconnector: http\nconfig: { baseUrl: 'http://127.0.0.1:9/${era}' }\n`;
    await it.commit('main', { 'connections/bench.yaml': file });
    it.changes.length = 0;
    const again = await call('invoke-connector-action', {
      ...args,
      confirm: asked.structuredContent['confirm'] ?? null,
    });
    expect(again.structuredContent).toMatchObject({ code: 'confirmation_required' });
    expect(it.changes).toEqual([]);
  });

  test('is never in an answer to an agent', async () => {
    const client = await connectClient({ url: it.url, apiKey: it.key('admin', 'agent') }, era);
    const id = await propose(`kept-${era}`);
    const calls: [string, JsonObject][] = [
      ['control', { type: 'proposal', name: id, action: 'merge' }],
      ['control', { type: 'quarantine', name: 'quarantine', action: 'end' }],
      ['rotate-api-key', { id: 'viewer-service' }],
      ['delete-api-key', { id: 'viewer-agent' }],
      ['create-entity', { type: 'secret', definition: { path: 'a/b', value: { k: 'a-value' } } }],
      [
        'create-entity',
        { type: 'user', definition: { name: 'eve', role: 'admin', password: 'correct horse' } },
      ],
      ['invoke-connector-action', { connection: 'shop', action: 'post', input: { path: '/' } }],
    ];
    for (const [name, args] of calls) {
      const answer = (await client.callTool({ name, arguments: args })) as unknown as Answer;
      expect(answer.structuredContent, name).toMatchObject({ code: 'approval_pending' });
      expect(JSON.stringify(answer), name).not.toMatch(/"confirm"|confirm\\":/);
    }
  });
});

test('a client that asks its user asks again when what would happen has changed', async () => {
  const id = await propose('elicited');
  const asked: string[] = [];
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { capabilities: { elicitation: {} }, versionNegotiation: { mode: 'auto' } },
  );
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    asked.push(params.message);
    if (asked.length === 1) await it.commit(`proposals/${id}`, changed('another', 'x'));
    return { action: 'accept', content: { confirm: true } } as never;
  });
  const requestInit = { headers: { 'x-api-key': it.key('admin', 'person') } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${it.url}/mcp`), { requestInit }));
  onTestFinished(() => client.close());
  const done = (await client.callTool({
    name: 'control',
    arguments: { type: 'proposal', name: id, action: 'merge' },
  })) as unknown as Answer;
  expect(asked).toEqual([
    expect.stringMatching(/adds folio `elicited`/),
    expect.stringMatching(/has changed.*adds folio `another`/),
  ]);
  expect(done.structuredContent).toMatchObject({ proposal: { state: 'merged' } });
});
