import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBuiltService } from './built-service.js';
import { startChild } from './child.js';
import { type Load, median, postLoad, table } from './measure.js';

const rounds = 3;
const seconds = 3;
const connections = 32;

const connection = `kind: connection
name: crm
connector: http
config:
  baseUrl: https://crm.example.com/v1
  headers: { accept: application/json }
`;

const query =
  'query ($name: String!) { connection(name: $name) { op type name branch path revision etag definition references { type name pointer } status { conditions { type status reason message lastTransitionTime observedRevision } findings { rule } } } }';

/**
 * Measures reads of one entity over REST, GraphQL and MCP beside a bare route, and a tool of the bare MCP library, that
 * answer with the same bytes.
 */
export async function bench(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const config = join(directory, 'config');
  mkdirSync(config);
  writeFileSync(join(config, 'crm.yaml'), connection);
  const svc = await startBuiltService(config);
  const key = { 'x-api-key': svc.apiKey };
  const json = { ...key, 'content-type': 'application/json' };
  const rest: Load = { url: `${svc.url}/api/v1/live/connections/crm`, headers: key };
  const file = join(directory, 'answer.json');
  writeFileSync(file, await (await fetch(rest.url, { headers: rest.headers })).text());
  const bare = await startChild<{ port: number }>('./bare-answer.ts', [file]);
  const library = await startChild<{ port: number }>('./bare-mcp.ts', [file]);
  const loads: Record<string, Load> = {
    'bare route': { url: `http://127.0.0.1:${bare.message.port}/entity`, headers: {} },
    REST: rest,
    GraphQL: {
      url: `${svc.url}/graphql`,
      headers: json,
      body: JSON.stringify({ query, variables: { name: 'crm' } }),
    },
    MCP: { url: `${svc.url}/mcp`, ...currentCall(json) },
    'MCP 2025-11-25': { url: `${svc.url}/mcp`, ...earlierCall(json) },
    'MCP library alone': { url: `http://127.0.0.1:${library.message.port}/mcp`, ...currentCall(json) },
    'the same, 2025-11-25': { url: `http://127.0.0.1:${library.message.port}/mcp`, ...earlierCall(json) },
  };
  const rates: Record<string, number[]> = {};
  const slowest: Record<string, number[]> = {};
  try {
    for (const load of Object.values(loads)) await postLoad(load, connections, 1);
    for (let round = 0; round < rounds; round++) {
      for (const [name, load] of Object.entries(loads)) {
        const { perSecond, p99Ms } = await postLoad(load, connections, seconds);
        rates[name] = [...(rates[name] ?? []), perSecond];
        slowest[name] = [...(slowest[name] ?? []), p99Ms];
      }
    }
    const yardstick = rates['bare route'] ?? [];
    const rows = Object.keys(loads).map((name) => {
      const rate = rates[name] ?? [];
      const ratio = median(rate.map((value, round) => value / (yardstick[round] ?? 1)));
      return [name, Math.round(median(rate)), ratio.toFixed(2), median(slowest[name] ?? [])];
    });
    table(['read of one entity', '/s', 'of the bare route', 'p99 ms'], rows);
  } finally {
    bare.child.kill();
    library.child.kill();
    svc.child.kill();
    rmSync(directory, { recursive: true, force: true });
  }
}

const readConnection = {
  name: 'read-entity',
  arguments: { op: 'platform', type: 'connection', name: 'crm' },
};
const accept = 'application/json, text/event-stream';

function currentCall(headers: Record<string, string>): Omit<Load, 'url'> {
  const revision = '2026-07-28';
  const meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  };
  return {
    headers: {
      ...headers,
      accept,
      'mcp-protocol-version': revision,
      'mcp-method': 'tools/call',
      'mcp-name': 'read-entity',
    },
    body: callOf({ ...readConnection, _meta: meta }),
  };
}

function earlierCall(headers: Record<string, string>): Omit<Load, 'url'> {
  return {
    headers: { ...headers, accept, 'mcp-protocol-version': '2025-11-25' },
    body: callOf(readConnection),
  };
}

function callOf(params: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
}
