import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../remove-folder.js';
import { startBuiltService } from './built-service.js';
import { startChild } from './child.js';
import { type Load, median, postLoad, table } from './measure.js';

const rounds = 3;
const seconds = 3;
const names = ['bare', 'rows', 'svc'] as const;
type Name = (typeof names)[number];

/** A flow of one task, which needs nothing but processor time and the disk. */
export const oneTask = `document:
  dsl: '1.0.3'
  namespace: bench
  name: one-task
  version: '1.0.0'
do:
  - greet:
      set:
        greeting: \${ "Hello, " + .name }
`;

/**
 * Measures durable runs of a one-task flow over HTTP beside a bare route that writes one row for each request, and beside one that
 * writes the rows of a run without running it.
 */
export async function bench(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const config = join(directory, 'config');
  mkdirSync(config);
  writeFileSync(join(config, 'one-task.yaml'), oneTask);
  const bare = await startChild<{ port: number }>('./bare-route.ts', [join(directory, 'rows.db')]);
  const svc = await startBuiltService(config);
  const body = JSON.stringify({ name: 'Ada' });
  const json = { 'content-type': 'application/json' };
  const route = `http://127.0.0.1:${bare.message.port}`;
  const loads: Record<Name, Load> = {
    bare: { url: `${route}/rows`, headers: json, body },
    rows: { url: `${route}/run-rows`, headers: json, body },
    svc: {
      url: `${svc.url}/api/v1/live/flows/one-task/runs`,
      headers: { ...json, 'x-api-key': svc.apiKey },
      body,
    },
  };
  try {
    for (const load of Object.values(loads)) await postLoad(load, 64, 2);
    const rows: (string | number)[][] = [];
    for (const connections of [1, 10, 64]) {
      const figures: Record<Name, number[]> = { bare: [], rows: [], svc: [] };
      const p99: Record<Name, number[]> = { bare: [], rows: [], svc: [] };
      for (let round = 0; round < rounds; round++) {
        for (const name of names) {
          const rate = await postLoad(loads[name], connections, seconds);
          figures[name].push(rate.perSecond);
          p99[name].push(rate.p99Ms);
        }
      }
      const getRatio = (name: Name) =>
        median(figures[name].map((value, round) => value / (figures.bare[round] ?? 1))).toFixed(2);
      rows.push([
        connections,
        ...names.map((name) => Math.round(median(figures[name]))),
        getRatio('rows'),
        getRatio('svc'),
        ...names.map((name) => median(p99[name])),
      ]);
    }
    const rates = ['bare route /s', 'rows of a run /s', 'svc runs /s', 'ratio of rows', 'of svc'];
    table(['connections', ...rates, 'p99 ms: bare', 'rows', 'svc'], rows);
    console.log('\nAll answer after the data is on disk. Aim: a ratio of 0.5 at 64 connections.');
  } finally {
    bare.child.kill();
    svc.child.kill();
    removeFolder(directory);
  }
}
