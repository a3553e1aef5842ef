import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../remove-folder.js';
import { startBuiltService } from './built-service.js';
import { startChild } from './child.js';
import { median, postLoad, table } from './measure.js';

const rounds = 3;
const seconds = 3;

/** A flow of three calls, one after another. */
export const threeCalls = (url: string) => `document:
  dsl: '1.0.3'
  namespace: bench
  name: three-calls
  version: '1.0.0'
do:
  - first: { call: http, with: { method: get, endpoint: '${url}/item' } }
  - second: { call: http, with: { method: get, endpoint: '${url}/item' } }
  - third: { call: http, with: { method: get, endpoint: '${url}/item' } }
`;

/** Measures durable runs of three HTTP calls beside a bare route that makes the calls and writes a row for each. */
export async function bench(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const config = join(directory, 'config');
  mkdirSync(config);
  const server = await startChild<{ port: number }>('./answering-server.ts', []);
  const url = `http://127.0.0.1:${server.message.port}`;
  writeFileSync(join(config, 'three-calls.yaml'), threeCalls(url));
  const bare = await startChild<{ port: number }>('./bare-route.ts', [join(directory, 'rows.db'), url]);
  const svc = await startBuiltService(config);
  const headers = { 'content-type': 'application/json' };
  const loads = {
    bare: { url: `http://127.0.0.1:${bare.message.port}/calls`, headers, body: '{}' },
    svc: {
      url: `${svc.url}/api/v1/live/flows/three-calls/runs`,
      headers: { ...headers, 'x-api-key': svc.apiKey },
      body: '{}',
    },
  };
  try {
    for (const load of Object.values(loads)) await postLoad(load, 20, 2);
    const rows: (string | number)[][] = [];
    for (const connections of [1, 20]) {
      const figures = { bare: [] as number[], svc: [] as number[] };
      for (let round = 0; round < rounds; round++)
        for (const name of ['bare', 'svc'] as const)
          figures[name].push((await postLoad(loads[name], connections, seconds)).perSecond * 3);
      const ratio = median(figures.svc.map((value, round) => value / (figures.bare[round] ?? 1)));
      const [bareRate, svcRate] = [median(figures.bare), median(figures.svc)].map(Math.round);
      rows.push([connections, bareRate ?? 0, svcRate ?? 0, ratio.toFixed(2)]);
    }
    table(['connections', 'bare calls /s', 'svc calls /s', 'ratio'], rows);
    console.log('\nEach result is on disk before the next call. Aim: a ratio of 0.4.');
  } finally {
    for (const child of [svc.child, bare.child, server.child]) child.kill();
    removeFolder(directory);
  }
}
