import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished } from 'vitest';
import { program } from '../../../program.js';
import { temporaryFolder } from '../../test-io.js';

const info = { name: 'test', version: '1.0.0' };

/** Returns the process parameters with which an assistant starts `svc mcp`. */
export function bridge(args: readonly string[], env: Record<string, string> = {}) {
  const [command, ...own] = program;
  return {
    command,
    args: [...own, 'mcp', ...args],
    env: { PATH: process.env['PATH'] ?? '', XDG_CONFIG_HOME: temporaryFolder(), ...env },
    stderr: 'pipe' as const,
  };
}

/** Connects a client to its own `svc mcp`: `auto` speaks the current revision, `legacy` that of 2025-11-25. */
export async function connectBridge(
  args: readonly string[],
  env: Record<string, string>,
  revision: 'auto' | 'legacy',
) {
  const client = new Client(info, revision === 'auto' ? { versionNegotiation: { mode: 'auto' } } : {});
  const transport = new StdioClientTransport(bridge(args, env));
  const faults: Error[] = [];
  let reported = '';
  transport.stderr?.on('data', (chunk) => (reported += chunk));
  onTestFinished(async () => {
    await client.close();
    // A line on stdout that is not a message would be an error.
    expect(faults).toEqual([]);
  });
  await client.connect(transport);
  const { onerror } = transport;
  transport.onerror = (error) => {
    faults.push(error);
    onerror?.(error);
  };
  return { client, /** Returns the text on stderr so far. */ reported: () => reported };
}
