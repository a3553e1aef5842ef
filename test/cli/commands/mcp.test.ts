import { join } from 'node:path';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../../schemas/json/types.js';
import { type McpTestService, startMcp } from '../../api/mcp/mcp-service.js';
import { json, TestServer } from '../../controller/connectors/server.js';
import { program } from '../../program.js';
import { bridge, connectBridge } from '../client/mcp/start-bridge.js';
import { flowText, svc, temporaryFolder } from '../test-io.js';

const flow = `document: { dsl: '1.0.3', namespace: test, name: greet, version: '1.0.0' }
do:
  - greet: { set: { text: '\${ "hello " + .name }' } }
`;
const info = { name: 'test', version: '1.0.0' };
const call = { name: 'run-flow', arguments: { flow: 'greet', parameters: { name: 'Ada' } } };

let mcp: McpTestService;
beforeAll(async () => {
  mcp = await startMcp();
});
afterAll(() => mcp.service.remove());

describe('svc mcp, started by an assistant', () => {
  test.each(['auto', 'legacy', 'first'] as const)(
    'passes the requests of a client to a server (%s)',
    async (kind) => {
      const args = ['--server', mcp.url];
      const key = { SVC_API_KEY: mcp.apiKey };
      if (kind === 'first') {
        const client = new FirstClient(info);
        await client.connect(new FirstTransport(bridge(args, key)));
        onTestFinished(() => client.close());
        expect((await client.callTool(call)).structuredContent).toMatchObject({ status: 'completed' });
        return;
      }
      const { client } = await connectBridge(args, key, kind);
      expect(client.getNegotiatedProtocolVersion()).toBe(kind === 'auto' ? '2026-07-28' : '2025-11-25');
      expect((await client.callTool(call)).structuredContent).toMatchObject({ status: 'completed' });
      const { contents } = await client.readResource({ uri: 'folios:///refunds' });
      expect(contents).toMatchObject([{ text: expect.stringContaining('30 days') }]);
    },
  );

  test('serves the installation in a folder within its own process', async () => {
    const folder = temporaryFolder({ 'flows/greet.yaml': flow });
    const { client } = await connectBridge(['--dir', folder], {}, 'auto');
    const { structuredContent } = await client.callTool(call);
    expect(structuredContent).toMatchObject({ status: 'completed', output: { text: 'hello Ada' } });
  });

  test('ends in order when the client that listens to it closes its input', async () => {
    const folder = temporaryFolder({ 'flows/greet.yaml': flow });
    const [node, ...args] = program;
    const env = { PATH: process.env['PATH'] ?? '', XDG_CONFIG_HOME: join(folder, '.config-home') };
    const child = execa(node, [...args, 'mcp', '--dir', folder], { env, extendEnv: false, reject: false });
    onTestFinished(() => void child.kill('SIGKILL'));
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: info };
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
    let heard = '';
    child.stdout.on('data', (chunk) => (heard += chunk));
    await expect.poll(() => heard).toContain('notifications/tools/list_changed');
    child.stdin.end();
    const { exitCode, stderr } = await child;
    expect(stderr).not.toContain('inside svc');
    expect(exitCode).toBe(0);
  });

  test('leaves the run of a cancelled call as it is', async () => {
    const how = bridge(['--server', mcp.url], { SVC_API_KEY: mcp.apiKey });
    const client = new FirstClient(info);
    await client.connect(new FirstTransport(how));
    onTestFinished(() => client.close());
    const abort = new AbortController();
    const endless = client.callTool({ name: 'run-flow', arguments: { flow: 'endless' } }, undefined, {
      signal: abort.signal,
      onprogress: () => abort.abort(),
    });
    await expect(endless).rejects.toThrow();
    const { runs } = mcp.service.controller;
    // The later call of the same client ends after the first call was abandoned.
    await client.callTool({ name: 'run-flow', arguments: { flow: 'slow' } });
    const [run] = (await runs.list({ flow: 'endless', limit: 1 })).items;
    expect(['running', 'waiting']).toContain(run?.status);
    await runs.cancel(run?.id ?? '');
  });
});

describe('svc mcp with the installation of a folder', () => {
  const changes: string[] = [];
  /** The code of each call, in order, or `ok`. */
  const ask = async (flags: string[], calls: [string, JsonObject][]) => {
    const server = await TestServer.start(({ method, url }, response) => {
      if (method !== 'GET') changes.push(`${method} ${url}`);
      json(response, {});
    });
    onTestFinished(() => server.stop());
    const folder = temporaryFolder({
      'flows/order.yaml': flowText('order', '- ask: { call: shop.post, with: { path: /ordered } }'),
      'connections/shop.yaml': `kind: connection\nname: shop\nconnector: http\ndirect: [operator]\nconfig: { baseUrl: '${server.url}' }\n`,
    });
    const lines = calls.map(([name, args], id) =>
      JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } }),
    );
    const env = { SVC_Flows__AllowPrivateNetworks: 'true' };
    const { stdout } = await svc(folder, ['mcp', '--dir', folder, ...flags], {
      stdin: `${lines.join('\n')}\n`,
      env,
    });
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const inOrder = answers.sort((a, b) => a.id - b.id).map(({ result }) => result);
    return inOrder.map(({ isError, structuredContent }) => (isError ? structuredContent.code : 'ok'));
  };
  const posted: [string, JsonObject] = [
    'invoke-connector-action',
    { connection: 'shop', action: 'post', input: { path: '/' } },
  ];
  const folio: [string, JsonObject] = [
    'create-entity',
    { type: 'folio', name: 'new', definition: { title: 'New', body: 'new' } },
  ];
  const key: [string, JsonObject] = [
    'create-entity',
    { type: 'api-key', definition: { name: 'k', role: 'admin' } },
  ];

  test('changes nothing behind a connection but by flows', async () => {
    changes.length = 0;
    const got: [string, JsonObject] = [
      'invoke-connector-action',
      { connection: 'shop', action: 'get', input: { path: '/' } },
    ];
    const ran: [string, JsonObject] = ['run-flow', { flow: 'order' }];
    expect(await ask([], [posted, got, ran, folio, key])).toEqual([
      'approval_pending',
      'ok',
      'ok',
      // Without Git there are no proposals: the change itself waits.
      'approval_pending',
      'forbidden',
    ]);
    expect(changes).toEqual(['POST /ordered']);
  });

  test('changes entities with `--write`, and neither rights nor what is behind a connection', async () => {
    changes.length = 0;
    const team: [string, JsonObject] = [
      'create-entity',
      { type: 'team', name: 't', definition: { members: ['ada'], grants: [{ role: 'admin' }] } },
    ];
    expect(await ask(['--write'], [posted, folio, key, team])).toEqual([
      'approval_pending',
      'ok',
      'approval_pending',
      'approval_pending',
    ]);
    expect(changes).toEqual([]);
  });
});

describe('svc mcp, given lines', () => {
  const ask = async (lines: string[], env: Record<string, string> = {}) => {
    const stdin = lines.map((line) => `${line}\n`).join('');
    const outcome = await svc(temporaryFolder(), ['mcp', '--server', mcp.url], { stdin, env });
    const answers = outcome.stdout.split('\n').filter((line) => line !== '');
    return { ...outcome, answers: answers.map((line) => JSON.parse(line)) };
  };
  const env = () => ({ SVC_API_KEY: mcp.apiKey });

  test('answers each line, and ends at the end of its input', async () => {
    const list = { jsonrpc: '2.0', id: 'a', method: 'tools/list' };
    const { answers, exitCode } = await ask([JSON.stringify(list), '', 'not json'], env());
    expect(exitCode).toBe(0);
    expect(answers).toHaveLength(2);
    expect(answers.find(({ id }) => id === 'a').result.tools.length).toBeGreaterThan(3);
    expect(answers.find(({ id }) => id === null).error.code).toBe(-32700);
  });

  test('reports an invalid key to the client and on stderr', async () => {
    const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
    const { answers, stderr } = await ask([ping], { SVC_API_KEY: `svc_live_${'a'.repeat(36)}` });
    expect(answers).toMatchObject([{ id: 1, error: { message: expect.stringContaining('not valid') } }]);
    expect(stderr).toMatch(/^svc mcp: The credential is not valid/);
  });

  test('the help shows a configuration that parses as JSON', async () => {
    const { stdout } = await svc(temporaryFolder(), ['mcp', '--help']);
    const shown = /^\s*(\{"mcpServers".*\})$/m.exec(stdout)?.[1] ?? '';
    expect(JSON.parse(shown)).toMatchObject({ mcpServers: { svc: { command: 'svc' } } });
  });
});
