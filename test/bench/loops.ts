import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../remove-folder.js';
import { type BuiltService, startBuiltService } from './built-service.js';
import { table } from './measure.js';

const calls = 200;
const answerMs = 75;
const concurrencies = [1, 20];

const flow = (name: string, url: string, concurrency: number) => `document:
  dsl: '1.0.3'
  namespace: bench
  name: ${name}
  version: '1.0.0'
do:
  - each:
      for: { in: '[range(${calls})]' }
      metadata: { concurrency: ${concurrency} }
      do:
        - ask: { call: http, with: { method: get, endpoint: '${url}' } }
`;

/** Measures a loop over calls of a server that takes its time, side by side and one at a time. */
export async function bench(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const server = createServer((_, response) => {
    setTimeout(() => response.end('done'), answerMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  for (const concurrency of concurrencies) {
    const name = `loop-${concurrency}`;
    writeFileSync(join(directory, `${name}.yaml`), flow(name, url, concurrency));
  }
  const svc = await startBuiltService(directory);
  try {
    const seconds: number[] = [];
    for (const concurrency of concurrencies) {
      // The calls side by side need the processor as well, which other programs may use meanwhile.
      const rounds = concurrency === 1 ? 1 : 3;
      const times: number[] = [];
      for (let round = 0; round < rounds; round++) times.push(await getSeconds(svc, concurrency));
      seconds.push(Math.min(...times));
    }
    const [one = 0] = seconds;
    const rows = seconds.map((each, index) => {
      const concurrency = concurrencies[index] ?? 1;
      const minSeconds = (Math.ceil(calls / concurrency) * answerMs) / 1_000;
      return [concurrency, each.toFixed(2), minSeconds.toFixed(2), (one / each).toFixed(1)];
    });
    table(['concurrency', 'seconds', 'of which the server', 'times faster'], rows);
    console.log(`\n${calls} calls of ${answerMs} ms. Aim: 20 at a time are at least 10 times faster.`);
  } finally {
    svc.child.kill();
    server.closeAllConnections();
    server.close();
    removeFolder(directory);
  }
}

async function getSeconds({ url, apiKey }: BuiltService, concurrency: number): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`${url}/api/v1/live/flows/loop-${concurrency}/runs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey, prefer: 'wait=60' },
    body: '{}',
  });
  const run = (await answer.json()) as { status: string; output: unknown[] };
  if (run.status !== 'completed' || run.output.length !== calls)
    throw new Error(`The run ended as ${JSON.stringify(run).slice(0, 500)}`);
  return (performance.now() - began) / 1_000;
}
