import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../remove-folder.js';
import { startBuiltService } from './built-service.js';
import { startChild } from './child.js';
import { type Load, median, postLoad, table } from './measure.js';
import { currentCall, earlierCall, getReads, writeConnection } from './surface-loads.js';

const rounds = 3;
const seconds = 3;
const connections = 32;

/**
 * Measures reads of one entity over REST, GraphQL and MCP beside a bare route, and a tool of the bare MCP library, that
 * answer with the same bytes.
 */
export async function bench(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const config = join(directory, 'config');
  mkdirSync(config);
  writeConnection(config);
  const svc = await startBuiltService(config);
  const json = { 'content-type': 'application/json' };
  const reads = getReads(svc);
  const rest = reads.REST;
  const file = join(directory, 'answer.json');
  writeFileSync(file, await (await fetch(rest.url, { headers: rest.headers })).text());
  const bare = await startChild<{ port: number }>('./bare-answer.ts', [file]);
  const library = await startChild<{ port: number }>('./bare-mcp.ts', [file]);
  const loads: Record<string, Load> = {
    'bare route': { url: `http://127.0.0.1:${bare.message.port}/entity`, headers: {} },
    ...reads,
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
    removeFolder(directory);
  }
}
