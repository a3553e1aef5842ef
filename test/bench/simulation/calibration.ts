import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { removeFolder } from '../../remove-folder.js';
import { startBuiltService } from '../built-service.js';
import { median, postLoad } from '../measure.js';
import { oneTask } from '../runs.js';
import type { Costs } from './cluster.js';

const parkedRows = 1_000_000;
const receivers = 10;
const dueRows = 10;

type Upkeep = Pick<Costs, 'renewal' | 'wake' | 'notify' | 'listener'>;

/** A connection, and the process of the server that works for it. */
interface Session {
  readonly client: pg.Client;
  readonly pid: number;
}

/** Measures the costs of the database: what a statement needs of a processor is read from its server process (proc(5)). */
export async function calibrateDatabase(url: string): Promise<Omit<Costs, 'run'>> {
  const session = await connect(url);
  const { client } = session;
  try {
    await client.query(`
      create table nodes (id text primary key, commits bigint not null, lease_until timestamptz);
      insert into nodes values ('a', 0, now());
      create table journal (run_id text collate "C", first_seq bigint, entries text, primary key (run_id, first_seq));
      create table parked (id bigint primary key, wake_at bigint not null);
      insert into parked select n, (n::bigint * 7919) % ${parkedRows} from generate_series(1, ${parkedRows}) n;
      create index on parked (wake_at);
      analyze parked`);
    const small = await transactions(session, 1, 200);
    const large = await transactions(session, 101, 20);
    const row = Math.max(0.001, (large.processor - small.processor) / 100);
    await client.query('set synchronous_commit = off');
    const unflushed = await transactions(session, 1, 200);
    await client.query('set synchronous_commit = on');
    return {
      transaction: Math.max(0.01, small.processor - row),
      row,
      flush: Math.max(0.05, small.wall - unflushed.wall),
      roundTrip: Math.max(0.02, unflushed.wall - unflushed.processor),
      ...(await calibrateUpkeep(session, url)),
    };
  } finally {
    await client.end();
  }
}

async function connect(url: string): Promise<Session> {
  const client = new pg.Client({ connectionString: url, pipeline: true });
  await client.connect();
  const { rows } = await client.query('select pg_backend_pid() as pid');
  return { client, pid: Number(rows[0]?.pid) };
}

let journalled = 0;

/** Writes transactions as svc does: the fence first, all statements sent at once. */
function transactions({ client, pid }: Session, rows: number, count: number): Promise<Cost> {
  const entries = 'x'.repeat(300);
  return repeated(count, pid, async () => {
    const all = [client.query('begin'), fence(client)];
    for (let row = 0; row < rows; row++) {
      const values = [`run-${++journalled}`, 1, entries];
      all.push(client.query({ name: 'journal', text: 'insert into journal values ($1, $2, $3)', values }));
    }
    all.push(client.query('commit'));
    await Promise.all(all);
  });
}

function fence(client: pg.Client): Promise<pg.QueryResult> {
  const text = `update nodes set commits = commits + 1, lease_until = now() where id = 'a'`;
  return client.query({ name: 'fence', text });
}

async function calibrateUpkeep({ client, pid }: Session, url: string): Promise<Upkeep> {
  const renewal = await repeated(200, pid, () => fence(client));
  const due = `with due as (select id from parked order by wake_at limit ${dueRows} for update skip locked)
    update parked set wake_at = wake_at + ${parkedRows} from due where parked.id = due.id`;
  const wake = await repeated(100, pid, () => client.query({ name: 'due', text: due }));
  const listeners = await Promise.all(Array.from({ length: receivers }, () => connect(url)));
  try {
    for (const each of listeners) await each.client.query('listen hints');
    const before = listeners.map((each) => processorMs(each.pid));
    const notify = await repeated(200, pid, () => client.query(`select pg_notify('hints', '1')`));
    // A receiver has taken all notifications when it answers.
    for (const each of listeners) await each.client.query('select 1');
    const heard = listeners.map((each, index) => processorMs(each.pid) - (before[index] ?? 0));
    const plain = await repeated(200, pid, () => client.query('select 1'));
    return {
      renewal: renewal.processor,
      wake: wake.processor / dueRows,
      notify: Math.max(0.001, notify.processor - plain.processor),
      listener: median(heard) / notify.count,
    };
  } finally {
    await Promise.all(listeners.map((each) => each.client.end()));
  }
}

/** Measures the main thread of the built svc, on PostgreSQL, for a run of one task that a caller waits for. */
export async function calibrateRun(url: string): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const config = join(directory, 'config');
  mkdirSync(config);
  writeFileSync(join(config, 'one-task.yaml'), oneTask);
  const svc = await startBuiltService(config, { settings: { SVC_Database__Url: url } });
  try {
    const load = {
      url: `${svc.url}/api/v1/live/flows/one-task/runs`,
      headers: { 'content-type': 'application/json', 'x-api-key': svc.apiKey },
      body: JSON.stringify({ name: 'Ada' }),
    };
    await postLoad(load, 32, 3);
    const pid = svc.child.pid ?? 0;
    const before = processorMs(pid);
    const { perSecond } = await postLoad(load, 32, 3);
    return (processorMs(pid) - before) / (perSecond * 3);
  } finally {
    const ended = new Promise((resolve) => svc.child.once('exit', resolve));
    svc.child.kill();
    await ended;
    removeFolder(directory);
  }
}

interface Cost {
  /** Repetitions, with those that warm up. */
  readonly count: number;
  /** ms of one, the lowest of ten: other programs make many of them wait. */
  readonly wall: number;
  /** ms of a processor, of one. */
  readonly processor: number;
}

/** Repeats work, and measures what a process needs for it. */
async function repeated(count: number, pid: number, work: () => Promise<unknown>): Promise<Cost> {
  const warmUp = Math.ceil(count / 10);
  for (let index = 0; index < warmUp; index++) await work();
  const before = processorMs(pid);
  const walls: number[] = [];
  for (let index = 0; index < count; index++) {
    const began = performance.now();
    await work();
    walls.push(performance.now() - began);
  }
  return {
    count: count + warmUp,
    wall: walls.sort((one, other) => one - other)[Math.floor(walls.length / 10)] ?? Number.NaN,
    processor: (processorMs(pid) - before) / count,
  };
}

/** The time that the main thread of a process has run. */
function processorMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000_000;
}
