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

/** Reads of one entity over REST, GraphQL and MCP per second, beside a bare route that answers the same bytes. */
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
  const loads: Record<string, Load> = {
    'bare route': { url: `http://127.0.0.1:${bare.message.port}/entity`, headers: {} },
    REST: rest,
    GraphQL: {
      url: `${svc.url}/graphql`,
      headers: json,
      body: JSON.stringify({ query, variables: { name: 'crm' } }),
    },
    MCP: {
      url: `${svc.url}/mcp`,
      headers: {
        ...json,
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'read-entity', arguments: { op: 'platform', type: 'connection', name: 'crm' } },
      }),
    },
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
    svc.child.kill();
    rmSync(directory, { recursive: true, force: true });
  }
}
