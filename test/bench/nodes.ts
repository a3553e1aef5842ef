import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { removeFolder } from '../remove-folder.js';
import { type BuiltService, startBuiltService } from './built-service.js';
import { median, postLoad, table } from './measure.js';

const server = process.env['SVC_BENCH_POSTGRES'] ?? 'postgres://root@127.0.0.1:5432/postgres';
const rounds = Number(process.env['SVC_BENCH_PAIRS'] ?? 5);
const seconds = 4;
/** Of each node. */
const connections = 16;
/** Microseconds of a processor in each period of 100 ms: a quarter of a core. */
const quota = 25_000;
const groups = '/sys/fs/cgroup';

const document = (name: string, tasks: string) =>
  `document: { dsl: '1.0.3', namespace: bench, name: ${name}, version: '1.0.0' }\ndo:\n${tasks}`;
const step = (name: string) => `  - ${name}: { call: 'log:1.0.0@default', with: { message: ${name} } }\n`;
const allFlows: Readonly<Record<string, string>> = {
  'one-task': document('one-task', `  - greet: { set: { hello: '\${ .name }' } }\n`),
  // Each run has its own key, so that none waits for the row of another.
  store: document(
    'store',
    `  - count: { call: store/counts.increment, with: { key: '\${ $workflow.id }' } }\n`,
  ),
  'one-key': document('one-key', `  - count: { call: store/counts.increment, with: { key: all } }\n`),
  'three-steps': document('three-steps', ['first', 'second', 'third'].map(step).join('')),
};

/** Reads, by the path of a request. */
const allReads: Readonly<Record<string, string>> = {
  'GET a flow': '/api/v1/main/flows/one-task',
  'GET runs': '/api/v1/main/runs?limit=20',
};

/** The work that nodes are measured with: the path of a request, whose body starts a run. */
interface Work {
  path: string;
  body?: string;
}

const works = new Map<string, Work>(
  [
    ...Object.keys(allFlows).map((name): [string, Work] => [
      name,
      { path: `/api/v1/main/flows/${name}/runs`, body: '{"name":"Ann"}' },
    ]),
    ...Object.entries(allReads).map(([name, path]): [string, Work] => [name, { path }]),
  ].filter(([name]) => name.includes(process.env['SVC_BENCH_ONLY'] ?? '')),
);

/**
 * Measures one node beside three on one PostgreSQL database, each held to a quarter of a core. `SVC_BENCH_BESIDE` names another built
 * checkout to measure in place of this one.
 */
export async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const database = `svc_bench_nodes_${process.pid}`;
  await inServer(`create database ${database}`);
  const nodes: BuiltService[] = [];
  const held: string[] = [];
  try {
    makeRepository(folder);
    for (let index = 0; index < 3; index++)
      nodes.push(await startNode(folder, database, index, nodes[0]?.apiKey));
    // Compiled code first: a node with a quarter of a core would take long.
    for (const work of works.values()) await getRate(nodes, work, 2);
    for (const [index, { child }] of nodes.entries()) {
      const group = hold(`svc-bench-${process.pid}-${index}`, child.pid ?? 0);
      if (group === undefined) return console.log('Skipped: this machine lets no one make cgroups of `cpu`.');
      held.push(group);
    }
    const rows: (string | number)[][] = [];
    for (const [name, work] of works) rows.push([name, ...(await compared(nodes, work))]);
    table(['work', 'one node /s', 'three nodes /s', 'ratio', 'range'], rows);
    console.log(
      '\nEach node has a quarter of a core; the database and the load are not held. Aim: a ratio of 2.5.',
    );
  } finally {
    for (const { child } of nodes) await ended(child);
    for (const group of held) rmdirSync(group);
    await inServer(`drop database if exists ${database} with (force)`);
    removeFolder(folder);
  }
}

async function compared(nodes: readonly BuiltService[], work: Work): Promise<(string | number)[]> {
  const figures: { one: number; three: number }[] = [];
  for (let round = 0; round < rounds; round++)
    figures.push({
      one: await getRate(nodes.slice(0, 1), work, seconds),
      three: await getRate(nodes, work, seconds),
    });
  const ratios = figures.map(({ one, three }) => three / one);
  return [
    Math.round(median(figures.map(({ one }) => one))),
    Math.round(median(figures.map(({ three }) => three))),
    median(ratios).toFixed(2),
    `${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)}`,
  ];
}

/** Answers a second of all nodes together. */
async function getRate(
  nodes: readonly BuiltService[],
  { path, body }: Work,
  duration: number,
): Promise<number> {
  const rates = await Promise.all(
    nodes.map(({ url, apiKey }) => {
      const headers = { 'content-type': 'application/json', 'x-api-key': apiKey, prefer: 'wait=30' };
      return postLoad({ url: `${url}${path}`, headers, ...(body && { body }) }, connections, duration);
    }),
  );
  return rates.reduce((sum, { perSecond }) => sum + perSecond, 0);
}

async function startNode(
  folder: string,
  database: string,
  index: number,
  apiKey = '',
): Promise<BuiltService> {
  const url = new URL(server);
  url.pathname = `/${database}`;
  const dir = join(folder, `node-${index}`);
  mkdirSync(join(dir, '.svc'), { recursive: true });
  // The key of the first start is written by the leader alone.
  if (apiKey !== '') writeFileSync(join(dir, '.svc', 'initial-admin.json'), JSON.stringify({ apiKey }));
  const checkout = process.env['SVC_BENCH_BESIDE'];
  return startBuiltService(dir, {
    ...(checkout === undefined ? {} : { checkout }),
    settings: {
      SVC_Git__Remote: join(folder, 'remote.git'),
      SVC_Database__Url: url.href,
      SVC_Secrets__MasterKeyFile: join(folder, 'key'),
    },
  });
}

function makeRepository(folder: string): void {
  const work = join(folder, 'work');
  mkdirSync(join(work, 'flows'), { recursive: true });
  for (const [name, content] of Object.entries(allFlows))
    writeFileSync(join(work, `flows/${name}.yaml`), content);
  mkdirSync(join(work, 'stores'));
  writeFileSync(join(work, 'stores/counts.yaml'), 'kind: store\nname: counts\n');
  writeFileSync(join(folder, 'key'), randomBytes(32).toString('hex'), { mode: 0o600 });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.org', ...args], {
      cwd: work,
    });
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', 'Add flows');
  cpSync(join(work, '.git'), join(folder, 'remote.git'), { recursive: true });
  git('-C', join(folder, 'remote.git'), 'config', 'core.bare', 'true');
}

/** Holds a process to the quota; undefined where that is not possible. */
function hold(name: string, pid: number): string | undefined {
  const isV2 = existsSync(join(groups, 'cgroup.controllers'));
  const group = join(groups, isV2 ? '' : 'cpu', name);
  try {
    mkdirSync(group);
    if (isV2) writeFileSync(join(group, 'cpu.max'), `${quota} 100000`);
    else writeFileSync(join(group, 'cpu.cfs_quota_us'), String(quota));
    writeFileSync(join(group, 'cgroup.procs'), String(pid));
    return group;
  } catch {
    return undefined;
  }
}

function ended(child: BuiltService['child']): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}

async function inServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
