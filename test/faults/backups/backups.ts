import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPostgresStorage } from '../../../controller/storage/postgres/postgres-storage.js';
import { addRuns } from '../../controller/storage/many-runs.js';
import { findPrograms, PostgresServer } from '../../postgres-server.js';
import { built, type CommandLine } from '../../program.js';
import { node24 } from '../../tools/tool.js';
import type { Proof, ProofOptions } from '../proof.js';
import type { Report } from '../report.js';
import { Installation } from './installation.js';
import { type Comparison, compareRuns } from './rows.js';

const defaultRuns = 100_000;
/** The memory of the service or of the move that no number of runs may exceed. */
const maxMiB = 600;
const mib = 1_048_576;
/** Less than the five minutes that `fetch` waits for an answer. */
const clientMs = 280_000;
const maxSeconds = 1_800;
const openStates: ReadonlySet<string> = new Set(['decided', 'undoing']);

interface RestoreRecord {
  status: string;
  error: string | null;
}

/** Takes and restores backups under load, and moves installations, on each version of Node and on PostgreSQL. */
export const proof: Proof = {
  summary:
    'backup, restore and move of 100,000 runs under load, on Node 20, Node 24 and PostgreSQL (--runs N)',
  async run({ report, only, runs = defaultRuns }: ProofOptions) {
    const programs = findPrograms();
    if (programs === undefined) throw new Error('The proof needs the programs of a PostgreSQL server');
    const server = await PostgresServer.start(programs);
    try {
      for (const { name, command } of versions())
        if (only === undefined || only === name) await onVersion(name, { command, server, report, runs });
    } finally {
      await server.remove();
    }
  },
};

/** The versions of Node to run on: this one, and Node 24 where it is installed. */
function versions(): { name: string; command: CommandLine }[] {
  const [own, ...program] = built;
  const all = [{ name: getVersionName(process.version), command: built }];
  const { file, isInstalled } = node24();
  if (isInstalled && existsSync(file) && !process.version.startsWith('v24.'))
    all.push({ name: 'node24', command: [file, ...program] });
  return own === undefined ? [] : all;
}

const getVersionName = (version: string) => `node${version.slice(1).split('.')[0]}`;

interface Setup {
  command: CommandLine;
  server: PostgresServer;
  report: Report;
  runs: number;
}

async function onVersion(name: string, setup: Setup): Promise<void> {
  const { command, server, report, runs } = setup;
  const newUrl = async (what: string): Promise<string> => {
    await server.query(`create database ${name}_${what}`);
    return server.url(`${name}_${what}`);
  };
  const first = new Installation({ command });
  const url = await newUrl('moved');
  const all = [first];
  const make = (options: { url?: string }) => {
    const made = new Installation({ command, ...options });
    all.push(made);
    return made;
  };
  try {
    await first.service.start();
    await first.service.stop();
    await first.inDatabase((storage) => addRuns(storage, runs));
    report.progress(`${name}: ${runs} runs are made`);

    const second = make({});
    await backUpAndRestore(first, second, { name: `${name} SQLite`, report });

    const begun = performance.now();
    const { exitCode, output } = await first.migrate(url);
    if (exitCode !== 0) report.fail(`${name}: svc migrate ended with ${exitCode}: ${output.slice(-2_000)}`);
    report.figure(`${name}: move`, seconds(begun), 's');
    const moved = await openPostgresStorage({ url, node: 'proof', version: '0.0.0' });
    const copy = await first.inDatabase((storage) => compareRuns(storage, moved));
    await moved.close();
    judge(report, `${name}: the move`, copy, runs);
    report.progress(`${name}: ${copy.rows} rows are moved to PostgreSQL`);

    const third = make({ url });
    third.adopt(first);
    const fourth = make({ url: await newUrl('restored') });
    await backUpAndRestore(third, fourth, {
      name: `${name} PostgreSQL`,
      report,
      apiKey: first.service.apiKey,
    });
    const peak = Math.max(...all.map(({ peakBytes }) => peakBytes)) / mib;
    report.figure(`${name}: memory at most`, peak, 'MiB', maxMiB);
  } finally {
    for (const { service } of all) await service.dispose();
  }
}

interface BackupStep {
  name: string;
  report: Report;
  /** The administrator's key, where the database came from another folder. */
  apiKey?: string;
}

/** Takes a backup of one installation and restores it in another one, while both start runs; leaves both stopped. */
async function backUpAndRestore(
  from: Installation,
  to: Installation,
  { name, report, apiKey }: BackupStep,
): Promise<void> {
  await from.service.start();
  if (apiKey !== undefined) from.service.apiKey = apiKey;
  const begun = performance.now();
  let before: readonly string[] = [];
  const backup = await from.underLoad(async () => {
    // Some runs end before the backup begins, and are in it.
    while (from.started.length < 20) await sleep(20);
    before = [...from.started];
    const entities = '/platform/entities/platform/backup';
    const body = JSON.stringify({ categories: ['runs'] });
    let answer = await from.call(entities, { method: 'POST', body });
    // A backup that takes longer than a request may is made in the background.
    while (answer['status'] === 'running') {
      await sleep(200);
      answer = await from.call(`${entities}/${answer['id']}`);
    }
    return answer;
  });
  if (backup['status'] !== 'completed') report.fail(`${name}: the backup is ${JSON.stringify(backup)}`);
  report.figure(`${name}: backup`, seconds(begun), 's');
  const download = await from.service.request(`/api/v1/platform/backups/${backup['id']}/download`);
  const file = await download.arrayBuffer();
  await from.service.stop();
  report.progress(
    `${name}: a backup of ${(file.byteLength / mib).toFixed(1)} MiB, with ${from.started.length} runs beside it`,
  );

  to.adopt(from);
  await to.service.start();
  const uploaded = await to.call('/platform/backups/upload', {
    method: 'POST',
    headers: { 'content-type': 'application/gzip' },
    body: file,
  });
  const restoring = performance.now();
  const result = await to.underLoad(() => restore(to, String(uploaded['id'])));
  if (result.status !== 'completed') report.fail(`${name}: the restore is ${JSON.stringify(result)}`);
  report.figure(`${name}: restore`, seconds(restoring), 's');
  await to.service.stop();

  // Runs that were started beside the backup may be missing; those before it may not.
  const late = new Set(from.started.slice(before.length));
  const rows = await from.inDatabase((source) =>
    to.inDatabase((target) => compareRuns(source, target, (id) => !late.has(id))),
  );
  judge(report, `${name}: the restore`, rows, before.length);
  const lost = await to.inDatabase((target) => missing(target, to.started));
  for (const id of lost) report.fail(`${name}: the run ${id}, started during the restore, is missing`);
  report.progress(`${name}: ${rows.rows} rows are restored, with ${to.started.length} runs beside it`);
}

/** Restores a backup and returns the record, also when the answer takes longer than a client waits. */
async function restore(to: Installation, id: string): Promise<RestoreRecord> {
  const request = { method: 'POST', body: '{}', signal: AbortSignal.timeout(clientMs) };
  try {
    const result = await to.call(`/platform/backups/${id}/restore`, request);
    return result['restore'] as RestoreRecord;
  } catch (error) {
    if ((error as Error).name !== 'TimeoutError') throw error;
  }
  for (let waited = 0; waited < maxSeconds; waited++) {
    const backup = await to.call(`/platform/entities/platform/backup/${id}`);
    const record = backup['lastRestore'] as RestoreRecord | null;
    if (record && !openStates.has(record.status)) return record;
    await sleep(1_000);
  }
  throw new Error(`The restore of ${id} has not ended after ${maxSeconds} s more`);
}

function judge(report: Report, what: string, { rows, wrong }: Comparison, atLeast: number): void {
  if (rows < atLeast) report.fail(`${what} has compared ${rows} rows only`);
  if (wrong.length > 0)
    report.fail(
      `${what} lost or changed ${wrong.length} of ${rows} rows, such as ${wrong.slice(0, 5).join(', ')}`,
    );
}

async function missing({ db }: Parameters<typeof compareRuns>[0], ids: readonly string[]): Promise<string[]> {
  const present = new Set<string>();
  for await (const { id } of db.selectFrom('runs').select('id').stream(500)) present.add(id);
  return ids.filter((id) => !present.has(id));
}

function seconds(since: number): number {
  return (performance.now() - since) / 1_000;
}
