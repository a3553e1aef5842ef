import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../schemas/json/types.js';
import { connectClient, connectFirstClient } from './clients.js';
import { type McpTestService, startMcp } from './mcp-service.js';
import { AgentSession } from './sessions.js';

const known: Record<string, string> = Object.fromEntries(
  [
    'describe',
    'run-flow',
    'control',
    'invoke-connector-action',
    'read-entity',
    'list-entities',
    'create-entity',
    'update-entity',
    'revert-entity',
    'plan-change',
    'restore-backup',
    'rotate-api-key',
    'delete-api-key',
    'submit-support-request',
    'submit-feature-request',
  ].map((name) => [name, name]),
);

let mcp: McpTestService;
beforeAll(async () => {
  mcp = await startMcp();
});
afterAll(() => mcp.service.remove());

interface Answer {
  structuredContent: JsonObject;
  isError?: boolean;
  content: { type: string; text: string }[];
}

/** Calls a tool with each client library, and of each revision. */
describe.each(['auto', 'legacy', 'first'] as const)('a client (%s)', (kind) => {
  const connect = () => (kind === 'first' ? connectFirstClient(mcp) : connectClient(mcp, kind));
  async function call(name: string, args: JsonObject): Promise<Answer> {
    const client = await connect();
    // Like hosts do: after that, the client refuses answers that do not match the schemas, also problems of failed calls.
    await client.listTools();
    return (await client.callTool({ name, arguments: args })) as unknown as Answer;
  }

  test('sees the tools whose operations exist, and the tagged flow', async () => {
    const { tools } = await (await connect()).listTools();
    expect(tools.map(({ name }) => name)).toEqual([...Object.keys(known), 'greet']);
    for (const tool of tools) {
      expect(tool.description).toMatch(/./);
      expect(tool.outputSchema?.type).toBe('object');
      expect(tool.annotations).toMatchObject({
        readOnlyHint: expect.any(Boolean),
        destructiveHint: expect.any(Boolean),
        idempotentHint: expect.any(Boolean),
      });
    }
  });

  test('runs a flow and gets its output, as text too', async () => {
    const answer = await call('run-flow', { flow: 'greet', parameters: { name: 'Ada' } });
    expect(answer.structuredContent).toMatchObject({ status: 'completed', output: { text: 'hello Ada' } });
    expect(answer.content[0]?.text).toContain('\noutput:\n  text: hello Ada\n');
  });

  test('runs a tagged flow as a tool of its own', async () => {
    const { structuredContent } = await call('greet', { name: 'Ada' });
    expect(structuredContent).toMatchObject({ flow: 'greet', output: { text: 'hello Ada' } });
  });

  test('gets the faults of its parameters, and the next step', async () => {
    const answer = await call('run-flow', { flow: 'greet', parameters: { nam: 'Ada' } });
    expect(answer.isError).toBe(true);
    expect(answer.structuredContent).toMatchObject({ code: 'parameters_invalid', status: 422 });
    expect((answer.structuredContent['errors'] as unknown[]).length).toBeGreaterThan(0);
    expect(answer.content[0]?.text).toMatch(/^code: parameters_invalid\ndetail: .*\nerrors:\n- .*name/s);
    expect(answer.content[0]?.text).toContain('\nhints:\n- ');
  });

  test('gets the names of arguments that a tool does not have', async () => {
    const answer = await call('read-entity', { typ: 'flow', name: 'greet' });
    expect(answer.isError).toBe(true);
    expect(answer.structuredContent).toMatchObject({ code: 'request_invalid' });
    expect(answer.content[0]?.text).toContain('did you mean `type`?');
  });

  test('gets the fault of a run, and where to find its cause', async () => {
    const answer = await call('run-flow', { flow: 'broken' });
    expect(answer.structuredContent).toMatchObject({ status: 'faulted' });
    expect(answer.content[0]?.text).toContain(`{"type": "run", "name": "${answer.structuredContent['id']}`);
  });

  test('finds a flow by the words of its description', async () => {
    const { structuredContent } = await call('list-entities', { type: 'flow', q: 'hello customer' });
    const [first] = structuredContent['items'] as JsonObject[];
    expect(first).toMatchObject({ name: 'greet', title: 'Greet somebody', ready: true });
  });

  test('reads entities of a branch and of the platform with one tool', async () => {
    const flow = await call('read-entity', { type: 'flow', name: 'greet' });
    expect(flow.structuredContent).toMatchObject({ name: 'greet', branch: 'live' });
    const run = await call('run-flow', { flow: 'greet', parameters: { name: 'Bo' } });
    const { id } = run.structuredContent as { id: string };
    const read = await call('read-entity', { type: 'run', name: id });
    expect(read.structuredContent).toMatchObject({
      type: 'run',
      name: id,
      definition: { status: 'completed' },
    });
    const branch = await call('read-entity', { type: 'branch', name: 'live' });
    expect(branch.structuredContent).toMatchObject({ definition: { production: true } });
    const listed = await call('list-entities', { type: 'run', filter: { flow: 'greet' }, limit: 1 });
    expect(listed.structuredContent['items']).toHaveLength(1);
  });

  test('gets the nearest name for a misspelled one', async () => {
    const answer = await call('read-entity', { type: 'flow', name: 'gret' });
    expect(answer.structuredContent).toMatchObject({
      code: 'flow_not_found',
      hints: [{ text: 'Did you mean `greet`?' }],
    });
  });

  test('gets a running flow back when its wait is over, with how to go on', async () => {
    const answer = await call('run-flow', { flow: 'endless', wait: 0 });
    const { id, status } = answer.structuredContent as { id: string; status: string };
    expect(['pending', 'running', 'waiting']).toContain(status);
    expect(answer.content[0]?.text).toContain(`read-entity {"type": "run", "name": "${id}"`);
    await mcp.service.controller.runs.cancel(id);
  });

  test('gets progress for each task of a run that it follows', async () => {
    const client = await connect();
    const heard: string[] = [];
    const answer = (await client.callTool(
      { name: 'run-flow', arguments: { flow: 'slow' } },
      ...([
        ...(kind === 'first' ? [undefined] : []),
        { onprogress: ({ message }: { message?: string }) => heard.push(message ?? '') },
      ] as never[]),
    )) as unknown as Answer;
    expect(answer.structuredContent).toMatchObject({ status: 'completed' });
    expect(heard[0]).toMatch(/^run .* of slow has started$/);
    expect(heard.slice(1)).toEqual([
      '/do/0/first completed',
      '/do/1/second completed',
      '/do/2/third completed',
    ]);
  });
});

describe('permissions', () => {
  test('a viewer is refused a run, with the reason', async () => {
    const client = await connectClient(await mcp.key('viewer'), 'auto');
    const answer = (await client.callTool({ name: 'run-flow', arguments: { flow: 'greet' } })) as Answer &
      object;
    expect(answer).toMatchObject({ isError: true, structuredContent: { code: 'forbidden' } });
    expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain('greet');
  });

  test('an administrator keeps users, secrets and keys with the entity tools', async () => {
    const agent = await AgentSession.start(mcp);
    const call = (name: string, args: JsonObject) => agent.confirmed(name, args);
    const made = await mcp.service.controller.identity.apiKeys.create({
      name: 'ci',
      role: 'viewer',
      createdBy: 'user:test',
    });
    const rotated = await call('rotate-api-key', { id: made.id });
    expect(rotated.structuredContent).toMatchObject({ name: 'ci', key: expect.stringMatching(/^svc_/) });
    const gone = await call('delete-api-key', { id: made.id });
    expect(gone.structuredContent).toEqual({ deleted: true, id: made.id });
    const keys = await call('list-entities', { type: 'api-key' });
    expect(JSON.stringify(keys.structuredContent)).not.toContain(made.id);
    const read = await call('read-entity', { type: 'api-key', name: made.id });
    expect(read).toMatchObject({ isError: true });
  });
});

describe('a client that gives up', () => {
  test.each(['auto', 'legacy', 'first'] as const)(
    'by cancelling its call leaves the run as it is (%s)',
    async (kind) => {
      const client = kind === 'first' ? await connectFirstClient(mcp) : await connectClient(mcp, kind);
      const abort = new AbortController();
      const options = { signal: abort.signal, onprogress: () => abort.abort() };
      const given = (kind === 'first' ? [undefined, options] : [options]) as never[];
      const call = client.callTool({ name: 'run-flow', arguments: { flow: 'endless' } }, ...given);
      await expect(call).rejects.toThrow();
      // The later call of the same client ends after the first call was abandoned.
      await client.callTool({ name: 'run-flow', arguments: { flow: 'slow' } });
      const { runs } = mcp.service.controller;
      const [run] = (await runs.list({ flow: 'endless', limit: 1 })).items;
      expect(['running', 'waiting']).toContain(run?.status);
      await runs.cancel(run?.id ?? '');
    },
  );

  test('by closing the connection leaves the run as it is (2025-11-25)', async () => {
    const { runs } = mcp.service.controller;
    const abort = new AbortController();
    const params = { name: 'run-flow', arguments: { flow: 'endless' }, _meta: { progressToken: 1 } };
    const answer = await fetch(`${mcp.url}/mcp`, {
      method: 'POST',
      signal: abort.signal,
      headers: {
        'x-api-key': mcp.apiKey,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
        'mcp-session-id': 'mine',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    });
    const reader = answer.body?.getReader();
    const told = new TextDecoder().decode((await reader?.read())?.value);
    const id = /run (\S+) of endless/.exec(told)?.[1] ?? '';
    abort.abort();
    // The later call of the same client ends after the first call was abandoned.
    await (await connectClient(mcp, 'legacy')).callTool({ name: 'run-flow', arguments: { flow: 'slow' } });
    expect(['running', 'waiting']).toContain((await runs.get(id)).status);
    await runs.cancel(id);
  });
});
