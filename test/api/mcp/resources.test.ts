import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectClient, connectFirstClient } from './clients.js';
import { type McpTestService, startMcp } from './mcp-service.js';

let mcp: McpTestService;
beforeAll(async () => {
  mcp = await startMcp();
});
afterAll(() => mcp.service.remove());

describe.each(['auto', 'legacy', 'first'] as const)('resources (%s)', (kind) => {
  const connect = () => (kind === 'first' ? connectFirstClient(mcp) : connectClient(mcp, kind));
  const read = async (uri: string) => {
    const { contents } = await (await connect()).readResource({ uri });
    return contents as { uri: string; text: string; mimeType: string }[];
  };

  test('folios and skills are listed by name', async () => {
    const client = await connect();
    const first = await client.listResources();
    const { nextCursor } = first;
    const second = nextCursor === undefined ? undefined : await client.listResources({ cursor: nextCursor });
    const uris = [...first.resources, ...(second?.resources ?? [])].map(({ uri }) => uri);
    expect([...new Set(uris)]).toEqual([
      'runs:///introspection',
      'skills:///write-flows',
      'folios:///refunds',
      'skills:///triage',
    ]);
  });

  test('a search returns the best texts in full, and decodes its percent-encoded words', async () => {
    const [hits, whole] = await read('folios:///search/when%20refund');
    expect(JSON.parse(hits?.text ?? '').items).toMatchObject([{ uri: 'folios:///refunds', name: 'refunds' }]);
    expect(whole).toMatchObject({ uri: 'folios:///refunds', mimeType: 'text/markdown' });
    expect(whole?.text).toContain('within 30 days');
    expect((await read('skills:///search/triage'))[1]?.text).toContain('Flows: greet');
  });

  test('a listed text can be read', async () => {
    expect((await read('folios:///refunds'))[0]?.text).toMatch(/^# When we refund\n\nRefunds are given/);
  });

  test('skills are listed as prompts', async () => {
    const client = await connect();
    const { prompts } = await client.listPrompts();
    expect(prompts).toMatchObject([
      { name: 'write-flows' },
      { name: 'triage', description: 'How to triage a ticket.' },
    ]);
    const { messages } = await client.getPrompt({ name: 'triage' });
    expect(messages).toMatchObject([
      { role: 'user', content: { text: expect.stringContaining('run greet') } },
    ]);
    const { messages: builtIn } = await client.getPrompt({ name: 'write-flows' });
    expect(JSON.stringify(builtIn)).toMatch(/What branch.*greet: Greet somebody.*for: \{ each/s);
    const [skill] = await read('skills:///write-flows');
    expect(skill?.text).toContain('# How to write flows here');
    await expect(client.getPrompt({ name: 'triag' })).rejects.toThrow(/triag/);
  });

  test('the timeline and the log of a run can be read', async () => {
    const { runs } = mcp.service.controller;
    const input = { name: 'Ada' };
    const { id } = await runs.start({ branch: 'live', flow: 'greet', input, principal: 'user:test' });
    await runs.wait(id, 60_000);
    const listed = JSON.parse((await read('runs:///introspection'))[0]?.text ?? '');
    expect(listed.items[0].id).toBe(id);
    const one = JSON.parse((await read(`runs:///introspection/${id}`))[0]?.text ?? '');
    expect(one).toMatchObject({ run: { id, status: 'completed' }, tasks: [{ status: 'completed' }] });
    expect(Array.isArray(one.log)).toBe(true);
  });

  test.each([
    'folios:///search/%zz',
    'folios:///nothing-like-it',
    'runs:///introspection/0192f0c1-7e6a-7b1e-9c5a-3f5a8e0d4c11',
    'runs:///other',
    'file:///etc/passwd',
  ])('%s is not found', async (uri) => {
    await expect(read(uri)).rejects.toMatchObject({ code: -32602 });
  });

  test('variables are completed: words, types, names of a type', async () => {
    const client = await connect();
    const values = async (uri: string, name: string, value: string, known?: Record<string, string>) => {
      const answer = await client.complete({
        ref: { type: 'ref/resource', uri },
        argument: { name, value },
        ...(known ? { context: { arguments: known } } : {}),
      });
      return answer.completion.values;
    };
    expect(await values('folios:///search/{q}', 'q', 're')).toEqual(['refunds']);
    expect(await values('skills:///search/{q}', 'q', '')).toEqual(['triage']);
    const history = 'versions:///{type}/{name}/history';
    expect(await values(history, 'type', 'fl')).toEqual(['flow', 'flow-test']);
    expect(await values(history, 'name', 'gr', { type: 'flow' })).toEqual(['greet']);
  });
});
