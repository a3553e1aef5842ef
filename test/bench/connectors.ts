import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { removeFolder } from '../remove-folder.js';
import type { BareLoop } from './bare-calls.js';
import { type BuiltService, startBuiltService } from './built-service.js';
import { startChild } from './child.js';
import { median, table } from './measure.js';

const rounds = 5;
const concurrencies = [1, 20];
const redisPort = 6_379;
const local = 'host: 127.0.0.1, ssl: disable';

/** Calls of one measurement, at a time and in all. */
const counts: Readonly<Record<number, number>> = { 1: 300, 20: 2_000 };

const actions: Readonly<Record<string, { connection(url: string): string; call: string }>> = {
  http: {
    connection: (url) => `connector: http\nconfig: { baseUrl: '${url}' }\n`,
    call: `call: http-of-bench.get, with: { path: /item }`,
  },
  postgres: {
    connection: () => `connector: postgres\nconfig: { ${local}, database: test, user: root, pool: 20 }\n`,
    call: `call: postgres-of-bench.query, with: { sql: 'select :n::int + 1 as next', parameters: { n: 1 } }`,
  },
  redis: {
    connection: () => `connector: redis\nconfig: { ${local}, port: ${redisPort} }\n`,
    call: `call: redis-of-bench.get, with: { key: svc-bench }`,
  },
};

const flow = (name: string, concurrency: number) => `document:
  dsl: '1.0.3'
  namespace: bench
  name: ${name}-${concurrency}
  version: '1.0.0'
do:
  - each:
      for: { in: '[range(${counts[concurrency]})]' }
      metadata: { concurrency: ${concurrency} }
      do:
        - ask: { ${actions[name]?.call} }
  - done: { set: { calls: '\${ length }' } }
`;

/** Measures the calls of actions in a durable run beside those of the bare client libraries, in one run of the bench. */
export async function bench(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const server = await startChild<{ port: number }>('./answering-server.ts', []);
  const url = `http://127.0.0.1:${server.message.port}`;
  const bare = await startChild('./bare-calls.ts', [url, String(redisPort), join(directory, 'rows.db')]);
  for (const [name, { connection }] of Object.entries(actions)) {
    write(
      directory,
      `connections/${name}.yaml`,
      `kind: connection\nname: ${name}-of-bench\n${connection(url)}`,
    );
    for (const concurrency of concurrencies)
      write(directory, `flows/${name}-${concurrency}.yaml`, flow(name, concurrency));
  }
  const svc = await startBuiltService(directory);
  try {
    const rows: (string | number)[][] = [];
    for (const concurrency of concurrencies)
      for (const name of Object.keys(actions)) rows.push(await compared(name, concurrency, bare.child, svc));
    table(
      [
        'action',
        'at a time',
        'bare client /s',
        'with durable rows /s',
        'svc calls /s',
        'of bare',
        'of durable',
      ],
      rows,
    );
    console.log(
      '\nCalls of a loop in one durable run, whose answers are on disk before the next call. Aim: 0.5 of bare.',
    );
  } finally {
    for (const child of [svc.child, bare.child, server.child]) child.kill();
    removeFolder(directory);
  }
}

function write(directory: string, path: string, content: string): void {
  mkdirSync(dirname(join(directory, path)), { recursive: true });
  writeFileSync(join(directory, path), content);
}

async function compared(
  name: string,
  concurrency: number,
  bare: ChildProcess,
  svc: BuiltService,
): Promise<(string | number)[]> {
  const count = counts[concurrency] ?? 1;
  const figures = { bare: [] as number[], durable: [] as number[], svc: [] as number[] };
  // The first round warms up.
  for (let round = 0; round <= rounds; round++) {
    const pair = {
      bare: await bareRate(bare, { name, count, concurrency, isDurable: false }),
      durable: await bareRate(bare, { name, count, concurrency, isDurable: true }),
      svc: await svcRate(svc, name, concurrency),
    };
    if (round === 0) continue;
    figures.bare.push(pair.bare);
    figures.durable.push(pair.durable);
    figures.svc.push(pair.svc);
  }
  const ratioTo = (others: readonly number[]) =>
    median(figures.svc.map((value, round) => value / (others[round] ?? 1))).toFixed(2);
  return [
    name,
    concurrency,
    Math.round(median(figures.bare)),
    Math.round(median(figures.durable)),
    Math.round(median(figures.svc)),
    ratioTo(figures.bare),
    ratioTo(figures.durable),
  ];
}

async function bareRate(child: ChildProcess, asked: BareLoop): Promise<number> {
  const answered = new Promise<{ seconds: number }>((resolve) =>
    child.once('message', (message) => resolve(message as { seconds: number })),
  );
  child.send(asked);
  return asked.count / (await answered).seconds;
}

async function svcRate({ url, apiKey }: BuiltService, name: string, concurrency: number): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`${url}/api/v1/live/flows/${name}-${concurrency}/runs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey, prefer: 'wait=60' },
    body: '{}',
  });
  const run = (await answer.json()) as { status: string; output: { calls: number } };
  const count = counts[concurrency] ?? 1;
  if (run.status !== 'completed' || run.output.calls !== count)
    throw new Error(`The run ended as ${JSON.stringify(run).slice(0, 500)}`);
  return count / ((performance.now() - began) / 1_000);
}
