import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { removeFolder } from '../remove-folder.js';
import { type BuiltService, startBuiltService } from './built-service.js';
import { type Load, median, postLoad, table } from './measure.js';
import { oneTask } from './runs.js';
import { getReads, writeConnection } from './surface-loads.js';

const pairs = Number(process.env['SVC_BENCH_PAIRS'] ?? 7);
/** Of each measurement, in turns of a second. */
const seconds = 3;
/** The PostgreSQL server on which both have their databases; undefined for SQLite. */
const server = process.env['SVC_BENCH_POSTGRES'];
const here = resolve(import.meta.dirname, '../..');

/**
 * Measures this version beside the built checkout that `SVC_BENCH_BESIDE` names, in fresh processes that take turns.
 * Of each figure: the median of the pairs' ratios, above 1 where this version is faster or needs less processor time.
 */
export async function bench(): Promise<void> {
  const other = process.env['SVC_BENCH_BESIDE'];
  if (other === undefined) {
    console.log('Nothing to measure: set SVC_BENCH_BESIDE to the folder of another, built checkout.');
    return;
  }
  const rates: Record<string, number[]> = {};
  const costs: Record<string, number[]> = {};
  for (let pair = 0; pair < pairs; pair++) {
    for (const [name, ratio] of Object.entries(await measurePair(resolve(other), pair % 2 === 0))) {
      rates[name] = [...(rates[name] ?? []), ratio.rate];
      costs[name] = [...(costs[name] ?? []), ratio.processor];
    }
  }
  const rows = Object.keys(rates).map((name) => [name, ...spread(rates[name]), ...spread(costs[name])]);
  table(['beside the other version', 'rate', 'lowest', 'highest', 'processor', 'lowest', 'highest'], rows);
}

/** Each run has its own key. */
const incrementing = `document: { dsl: '1.0.3', namespace: bench, name: store, version: '1.0.0' }
do:
  - count: { call: store/counts.increment, with: { key: '\${ $workflow.id }' } }
`;

interface Ratio {
  rate: number;
  processor: number;
}

async function measurePair(other: string, otherFirst: boolean): Promise<Record<string, Ratio>> {
  const directory = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const checkouts = otherFirst ? [other, here] : [here, other];
  const databases = server === undefined ? [] : [0, 1].map((index) => `svc_bench_${process.pid}_${index}`);
  for (const name of databases) await inServer(`create database ${name}`);
  const services = await Promise.all(
    checkouts.map((checkout, index) => start(directory, checkout, databases[index])),
  );
  try {
    const ratios: Record<string, Ratio> = {};
    for (const task of tasks.filter(({ name }) => name.includes(process.env['SVC_BENCH_ONLY'] ?? ''))) {
      const sums = services.map(() => ({ requests: 0, ticks: 0 }));
      for (const service of services) await postLoad(task.load(service), task.connections, 2);
      for (let turn = 0; turn < seconds; turn++)
        for (const [index, service] of services.entries()) {
          const before = processorTicks(service);
          const { perSecond } = await postLoad(task.load(service), task.connections, 1);
          const sum = sums[index];
          if (sum) Object.assign(sum, add(sum, perSecond, processorTicks(service) - before));
        }
      const [mine, its] = otherFirst ? [sums[1], sums[0]] : sums;
      if (!mine || !its) continue;
      ratios[task.name] = {
        rate: mine.requests / its.requests,
        processor: its.ticks / its.requests / (mine.ticks / mine.requests),
      };
    }
    return ratios;
  } finally {
    for (const service of services) service.child.kill('SIGKILL');
    for (const name of databases) await inServer(`drop database if exists ${name} with (force)`);
    removeFolder(directory);
  }
}

async function start(
  directory: string,
  checkout: string,
  database: string | undefined,
): Promise<BuiltService> {
  const config = mkdtempSync(join(directory, 'config-'));
  writeFileSync(join(config, 'one-task.yaml'), oneTask);
  writeFileSync(join(config, 'store.yaml'), incrementing);
  writeFileSync(join(config, 'counts.yaml'), 'kind: store\nname: counts\n');
  writeConnection(config);
  if (server === undefined || database === undefined) return startBuiltService(config, { checkout });
  const url = new URL(server);
  url.pathname = `/${database}`;
  return startBuiltService(config, { checkout, settings: { SVC_Database__Url: url.href } });
}

async function inServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

interface Task {
  name: string;
  connections: number;
  load(service: BuiltService): Load;
}

const tasks: readonly Task[] = [
  ...[1, 10, 64].map((connections) => ({
    name: `runs, ${connections} connections`,
    connections,
    load: (service: BuiltService) => getRun(service, 'one-task'),
  })),
  ...[1, 32].map((connections) => ({
    name: `runs with a store, ${connections} connections`,
    connections,
    load: (service: BuiltService) => getRun(service, 'store'),
  })),
  ...(['REST', 'GraphQL', 'MCP', 'MCP 2025-11-25'] as const).map((name) => ({
    name: `read over ${name}`,
    connections: 32,
    load: (service: BuiltService) => getReads(service)[name],
  })),
  { name: 'list over REST', connections: 32, load: toList },
];

function getRun({ url, apiKey }: BuiltService, flow: 'one-task' | 'store'): Load {
  return {
    url: `${url}/api/v1/live/flows/${flow}/runs`,
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify({ name: 'Ada' }),
  };
}

function toList({ url, apiKey }: BuiltService): Load {
  return { url: `${url}/api/v1/live/connections`, headers: { 'x-api-key': apiKey } };
}

function add(sum: { requests: number; ticks: number }, requests: number, ticks: number) {
  return { requests: sum.requests + requests, ticks: sum.ticks + ticks };
}

/** User and system time, fields 14 and 15 of `/proc/<pid>/stat` (proc(5)). */
function processorTicks({ child }: BuiltService): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

function spread(values: readonly number[] = []): string[] {
  return [median(values), Math.min(...values), Math.max(...values)].map((value) => value.toFixed(2));
}
