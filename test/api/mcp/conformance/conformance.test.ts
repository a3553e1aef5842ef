import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { removeFolder } from '../../../remove-folder.js';
import { testWith, tool } from '../../../tools/tool.js';
import { type McpTestService, startMcp } from '../mcp-service.js';
import { startKeyProxy } from './key-proxy.js';

const runner = tool('@modelcontextprotocol/conformance', 'conformance');
const inspector = tool('@modelcontextprotocol/inspector', 'mcp-inspector');
const withoutGlob = join(import.meta.dirname, 'without-glob.mjs');

let mcp: McpTestService;
let proxy: Awaited<ReturnType<typeof startKeyProxy>>;
let home = '';
beforeAll(async () => {
  mcp = await startMcp();
  proxy = await startKeyProxy(mcp);
  home = mkdtempSync(join(tmpdir(), 'svc-mcp-'));
});
afterAll(async () => {
  proxy.close();
  await mcp.service.remove();
  removeFolder(home);
});

function node(...args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, HOME: home };
    execFile(process.execPath, args, { env, cwd: home, maxBuffer: 1e8 }, (error, stdout, stderr) => {
      const code = error ? Number(error.code ?? 1) : 0;
      resolve({ code, output: `${stdout}\n${stderr}` });
    });
  });
}

testWith(runner).each(['2026-07-28', '2025-11-25'])(
  'every scenario of %s that applies to any server passes',
  { timeout: 120_000 },
  async (revision) => {
    const baseline = join(import.meta.dirname, `${revision}.yml`);
    const given = ['--requirements', revision, '--expected-failures', baseline, '-o', join(home, revision)];
    const { code, output } = await node(
      '--import',
      withoutGlob,
      runner.file,
      'server',
      '--url',
      `${proxy.url}/mcp`,
      ...given,
    );
    expect(output).toContain('=== SUMMARY ===');
    // The end of the output names the scenarios that differ from the baseline.
    expect({ code, end: code === 0 ? '' : output.slice(-2000) }).toEqual({ code: 0, end: '' });
  },
);

testWith(inspector).each(['legacy', 'auto'])(
  'the inspector finds nothing to complain about in the tools (%s)',
  async (era) => {
    const inspect = (...args: string[]) =>
      node(
        inspector.file,
        '--cli',
        `${mcp.url}/mcp`,
        '--transport',
        'http',
        '--header',
        `X-API-Key: ${mcp.apiKey}`,
        '--protocol-era',
        era,
        '--format',
        'json',
        '-q',
        '--method',
        ...args,
      );
    expect((await inspect('tools/list', '--strict')).code).toBe(0);
    const run = JSON.stringify({ flow: 'greet', parameters: { name: 'Ada' } });
    const called = await inspect('tools/call', '--tool-name', 'run-flow', '--tool-args-json', run);
    expect(called.output).toContain('hello Ada');
  },
);
