import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '../../controller/storage/index.js';
import { removeFolder } from '../remove-folder.js';
import { type BuiltService, startBuiltService } from './built-service.js';
import { median, table } from './measure.js';

const parkedRuns = 100_000;
const unfinishedRuns = 1_000;
const rounds = 3;
const aimMs = 5_000;
/** All interrupted runs are in progress at once. */
const settings = { SVC_Limits__ConcurrentRuns: String(2 * unfinishedRuns) };

const document = (name: string, tasks: string) =>
  `document: { dsl: '1.0.3', namespace: bench, name: ${name}, version: '1.0.0' }\ndo:\n${tasks}`;
const flows: Readonly<Record<string, string>> = {
  // Far ahead: a parked run of a timer, as the database has it.
  parked: document('parked', '  - rest: { wait: { days: 30 } }\n'),
  listening: document(
    'listening',
    `  - hear: { listen: { to: { one: { with: { type: bench.never } } } } }\n`,
  ),
  unfinished: document(
    'unfinished',
    `  - first: { call: 'log:1.0.0@default', with: { message: first } }\n  - rest: { wait: { seconds: 4 } }\n  - last: { call: 'log:1.0.0@default', with: { message: last } }\n`,
  ),
};

/** Measures the start with many parked runs and with runs that a killed process left, beside a start without runs. */
export async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  try {
    mkdirSync(join(folder, 'flows'));
    for (const [name, content] of Object.entries(flows))
      writeFileSync(join(folder, `flows/${name}.yaml`), content);
    let service = await startBuiltService(folder, { settings });
    for (const flow of ['parked', 'listening']) await begin(service, flow, 1, 'waiting');
    await killed(service, folder);
    multiply(join(folder, '.svc', 'svc.db'));
    const figures: { ready: number; ended: number; mebibytes: number }[] = [];
    for (let round = 0; round < rounds; round++) {
      service = await startBuiltService(folder, { settings });
      await begin(service, 'unfinished', unfinishedRuns, 'running');
      await killed(service, folder);
      const began = performance.now();
      service = await startBuiltService(folder, { settings });
      await until(async () => (await fetch(`${service.url}/readyz`)).ok);
      const ready = performance.now() - began;
      await until(async () => (await count(service, 'unfinished', ['pending', 'running', 'waiting'])) === 0);
      const ended = performance.now() - began;
      figures.push({ ready, ended, mebibytes: await getMemory(service) });
      await killed(service, folder);
    }
    const of = (name: 'ready' | 'ended' | 'mebibytes') =>
      Math.round(median(figures.map((each) => each[name])));
    table(
      ['', 'measured', 'aim'],
      [
        ['ready, ms', of('ready'), `less than ${aimMs}`],
        ['all unfinished runs have ended, ms', of('ended'), `less than ${aimMs} and the rest of their waits`],
        ['memory, MiB', of('mebibytes'), ''],
      ],
    );
    console.log(
      `\nA start with ${parkedRuns} parked runs, after a kill with ${unfinishedRuns} runs in progress.`,
    );
  } finally {
    removeFolder(folder);
  }
}

/** Starts runs, and waits until they have a status. */
async function begin(service: BuiltService, flow: string, runs: number, status: string): Promise<void> {
  for (let from = 0; from < runs; from += 50)
    await Promise.all(
      Array.from({ length: Math.min(50, runs - from) }, () =>
        call(service, `flows/${flow}/runs`, { method: 'POST', body: '{}' }),
      ),
    );
  if (status === 'waiting') await until(async () => (await count(service, flow, ['waiting'])) === runs);
}

async function count(service: BuiltService, flow: string, statuses: readonly string[]): Promise<number> {
  let found = 0;
  for (const status of statuses) {
    const { items } = (await call(service, `runs?flow=${flow}&status=${status}&limit=200`)) as {
      items: unknown[];
    };
    found += items.length;
  }
  return found;
}

async function call({ url, apiKey }: BuiltService, path: string, init: RequestInit = {}): Promise<unknown> {
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json', prefer: 'respond-async' };
  const answer = await fetch(`${url}/api/v1/live/${path}`, { ...init, headers });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** Copies each parked run with all of its rows, under ids of its own. */
function multiply(path: string): void {
  const db = openSqlite(path);
  const copies = parkedRuns / 2 - 1;
  const getColumns = (name: string) =>
    (db.prepare(`select name from pragma_table_info('${name}')`).all() as { name: string }[]).map(
      (row) => row.name,
    );
  const tables = (
    db.prepare(`select name from sqlite_schema where type = 'table'`).all() as { name: string }[]
  ).filter(({ name }) => getColumns(name).includes('run_id') || name === 'runs');
  const counter = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${copies})`;
  const newId = (column: string) => `substr(${column}, 1, 24) || printf('%012x', i)`;
  db.exec('begin');
  for (const { name } of tables) {
    const key = name === 'runs' ? 'id' : 'run_id';
    const columns = getColumns(name);
    const values = columns.map((column) => (column === key ? newId(`row.${key}`) : `row."${column}"`));
    const into = `"${name}" (${columns.map((column) => `"${column}"`).join(', ')})`;
    const from = name === 'runs' ? `where row.status = 'waiting'` : '';
    db.exec(
      `insert or ignore into ${into} ${counter} select ${values.join(', ')} from "${name}" row, n ${from}`,
    );
  }
  db.exec('commit');
  db.close();
}

async function getMemory({ url, apiKey }: BuiltService): Promise<number> {
  const text = await (await fetch(`${url}/metrics`, { headers: { 'x-api-key': apiKey } })).text();
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]) / 2 ** 20;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('not within two minutes');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Kills the service, and removes the address that it has announced. */
function killed({ child }: BuiltService, folder: string): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => {
      rmSync(join(folder, '.svc', 'server.json'));
      resolve();
    });
    child.kill('SIGKILL');
  });
}
