import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RealService } from '../../../api/identity/real-service.js';
import { files } from '../../../api/mcp/mcp-service.js';
import { removeFolder } from '../../../remove-folder.js';
import { bridge, connectBridge } from './start-bridge.js';

const host = '127.0.0.1';
const call = { name: 'run-flow', arguments: { flow: 'greet', parameters: { name: 'Ada' } } };
const answered = { status: 'completed', output: { text: 'hello Ada' } };

const toolNamed = (name: string, version: number) => `document:
  { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0', title: 'T${version}', tags: { mcp: true } }
do:
  - greet: { set: { a: 1 } }
`;

/** A service that stops and starts again at the same address. */
let service: RealService;
let port = 0;
let url = '';
let isUp = true;

async function restart(): Promise<void> {
  service = await RealService.open(service.folder);
  await service.app.listen({ port, host });
  isUp = true;
}

async function stop(): Promise<void> {
  await service.stop();
  isUp = false;
}

beforeAll(async () => {
  service = await RealService.start(files);
  url = await service.app.listen({ port: 0, host });
  port = Number(new URL(url).port);
});
afterAll(async () => {
  if (isUp) await service.stop();
  removeFolder(service.folder);
});

test('a server that never answered is said to be away, before the client gives up', {
  timeout: 20_000,
}, async () => {
  const { command, args, env } = bridge(['--server', 'http://127.0.0.1:9'], { SVC_API_KEY: 'svc_live_x' });
  const input = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}\n';
  const { stdout, stderr } = await execa(command, args, { env, extendEnv: false, input, reject: false });
  expect(JSON.parse(stdout)).toMatchObject({
    id: 1,
    error: { message: expect.stringContaining('Cannot reach') },
  });
  expect(stderr).toContain('svc mcp: Cannot reach the server');
});

test.each(['auto', 'legacy'] as const)(
  'svc mcp waits for its server to start, and continues after a restart (%s)',
  async (revision) => {
    const { id, key } = await service.controller.identity.apiKeys.create({
      name: `short-${revision}`,
      role: 'operator',
      createdBy: 'user:test',
    });
    await stop();
    const connecting = connectBridge(['--server', url], { SVC_API_KEY: key }, revision);
    await restart();
    const { client, reported } = await connecting;
    const heard: string[] = [];
    client.setNotificationHandler('notifications/tools/list_changed', () => void heard.push('tools'));
    if (revision === 'auto') await client.listen({ toolsListChanged: true });
    expect((await client.callTool(call)).structuredContent).toMatchObject(answered);

    await stop();
    const asked = client.callTool(call);
    await restart();
    expect((await asked).structuredContent).toMatchObject(answered);

    const late = `late-${revision}`;
    let version = 0;
    const change = async () => {
      version += 1;
      writeFileSync(join(service.folder, 'flows', `${late}.yaml`), toolNamed(late, version));
      await service.controller.reconciler.request('live');
      return heard;
    };
    await expect.poll(change, { interval: 200 }).toContain('tools');
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain(late);

    await service.call('DELETE', `/api/v1/platform/entities/platform/api-key/${id}`);
    await expect(client.callTool(call)).rejects.toThrow(/not valid\n.*expired, been revoked or deleted/s);
    expect(reported()).toContain('svc mcp: The credential is not valid');
  },
);

test('svc mcp passes large messages in both directions, and reports one over the limit', async () => {
  const { client } = await connectBridge(['--server', url], { SVC_API_KEY: service.adminKey }, 'auto');
  const greet = (name: string) =>
    client.callTool({ name: 'run-flow', arguments: { flow: 'greet', parameters: { name } } });
  const large = `\u2028é\u2029\r\u0085${'ab\n"'.repeat(150_000)}`;
  const { structuredContent } = await greet(large);
  const { output, cut } = structuredContent as { output: { text: string }; cut: { total: number }[] };
  expect(`hello ${large}`.startsWith(output.text)).toBe(true);
  expect(cut).toMatchObject([{ pointer: '/output/text', total: `hello ${large}`.length }]);
  await expect(greet(large.repeat(8))).rejects.toThrow(/larger than `Limits.RequestBody`/);

  const seen: (string | undefined)[] = [];
  const slow = { name: 'run-flow', arguments: { flow: 'slow' } };
  const run = await client.callTool(slow, { onprogress: ({ message }) => seen.push(message) });
  expect(run.structuredContent).toMatchObject({ status: 'completed' });
  expect(seen.length).toBeGreaterThan(0);
});

test('svc mcp exits with 0 when its client ends, and stdout holds only messages', async () => {
  const { command, args, env } = bridge(['--server', url], { SVC_API_KEY: service.adminKey });
  const child = execa(command, args, { env, extendEnv: false });
  const initialize = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1.0.0' },
  };
  const messages = [
    { jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', id: 2, method: 'tools/list' },
  ];
  child.stdin.end(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  const { exitCode, stdout, stderr } = await child;
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const ids = stdout.split('\n').map((line) => JSON.parse(line).id);
  expect(ids.sort()).toEqual([1, 2]);
});
