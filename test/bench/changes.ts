import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRepository, type Repository } from '../../controller/git/index.js';
import { openSqliteStorage, type Storage } from '../../controller/storage/index.js';
import { removeFolder } from '../remove-folder.js';
import { benchApi } from './changes-api.js';
import {
  importCommits,
  plumbingCommit,
  porcelainCommit,
  preparePlumbing,
  prepareWorkTree,
} from './changes-native.js';
import { getContent, getPath, makeHistory, makeRepository } from './changes-repository.js';
import { median, table } from './measure.js';

const sizes = [100, 10_000, 100_000];
const rounds = 3;
const windowMs = 1_500;
const importedCommits = 2_000;
const historyCommits = 20_000;
const historyFiles = 1_000;

/**
 * Measures commits of one entity per second, each acknowledged when it is on disk, beside native Git for the same
 * commits; the same over the API; and the time to read the history of one entity in a long history.
 */
export async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  try {
    const rows: (string | number)[][] = [];
    for (const size of sizes) rows.push(await commitRates(folder, size));
    table(
      [
        'files',
        'svc 1 writer',
        'svc 64 writers',
        'plumbing',
        'add+commit',
        'fast-import',
        '1 / plumbing',
        '64 / plumbing',
      ],
      rows,
    );
    console.log(
      '\nCommits per second. Aims: 3 and 15 times plumbing; at 100,000 files at most twice the cost at 100.',
    );
    await benchApi(folder, async (size, writers) => {
      const repository = await openRepository(join(folder, `files-${size}.git`));
      const rate = await commitsPerSecond(repository, size, writers, windowMs);
      await repository.close();
      return rate;
    });
    await historyTimes(folder);
  } finally {
    removeFolder(folder);
  }
}

async function commitRates(folder: string, size: number): Promise<(string | number)[]> {
  const repository = await makeRepository(size, join(folder, `files-${size}.git`));
  const work = join(folder, `work-${size}`);
  preparePlumbing(repository.dir);
  prepareWorkTree(repository.dir, work);
  await commitsPerSecond(repository, size, 1, 300);
  const rates: Record<'one' | 'many' | 'plumbing' | 'porcelain', number[]> = {
    one: [],
    many: [],
    plumbing: [],
    porcelain: [],
  };
  for (let round = 0; round < rounds; round++) {
    rates.one.push(await commitsPerSecond(repository, size, 1, windowMs));
    rates.plumbing.push(await perSecond((at) => plumbingCommit(repository.dir, ...nextChange(size, at))));
    rates.many.push(await commitsPerSecond(repository, size, 64, windowMs));
    rates.porcelain.push(await perSecond((at) => porcelainCommit(work, ...nextChange(size, at))));
  }
  const begun = performance.now();
  await importCommits(repository.dir, size, importedCommits);
  const imported = (importedCommits * 1000) / (performance.now() - begun);
  await repository.close();
  const ratio = (values: readonly number[]) =>
    median(values.map((value, round) => value / (rates.plumbing[round] ?? 1))).toFixed(1);
  return [
    size,
    ...[rates.one, rates.many, rates.plumbing, rates.porcelain].map((values) => Math.round(median(values))),
    Math.round(imported),
    ratio(rates.one),
    ratio(rates.many),
  ];
}

let changes = 0;
/** Returns another file, and a number for content that no file had before. */
function nextChange(size: number, salt: number): [index: number, round: number] {
  changes++;
  return [(changes * 7919 + salt) % size, changes];
}

async function commitsPerSecond(
  repository: Repository,
  size: number,
  writers: number,
  ms: number,
): Promise<number> {
  const begun = performance.now();
  let count = 0;
  const write = async () => {
    while (performance.now() - begun < ms) {
      const [index, round] = nextChange(size, 0);
      const outcome = await repository.writer.commit({
        branch: 'main',
        changes: [{ path: getPath(index), content: Buffer.from(getContent(index, round)) }],
        author: { name: 'Bench', email: 'bench@example.org' },
        message: 'change',
      });
      if (!outcome.ok) throw new Error(JSON.stringify(outcome.refusal));
      count++;
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  return (count * 1000) / (performance.now() - begun);
}

async function perSecond(work: (at: number) => void): Promise<number> {
  const begun = performance.now();
  let count = 0;
  while (performance.now() - begun < windowMs) work(count++);
  return (count * 1000) / (performance.now() - begun);
}

/** Measures the first query, which walks the commits while the index is built, and queries of the index. */
async function historyTimes(folder: string): Promise<void> {
  const { dir } = await makeHistory(folder, historyFiles, historyCommits);
  const storage = await openSqliteStorage(join(folder, 'history.db'));
  const repository = await openRepository(dir, { storage });
  const tip = (await repository.resolveRef('main')) ?? '';
  const begun = performance.now();
  await getHistory(repository, tip, 0);
  const walked = performance.now() - begun;
  while ((await countIndexed(storage)) <= historyCommits)
    await new Promise((resolve) => setTimeout(resolve, 20));
  const built = performance.now() - begun;
  const times: number[] = [];
  for (let index = 1; index <= 20; index++) times.push(await getHistory(repository, tip, index * 40));
  console.log(
    `\nHistory of one of ${historyFiles} files in ${historyCommits} commits: ${median(times).toFixed(1)} ms (aim: 20), the slowest ${Math.max(...times).toFixed(1)} ms.`,
  );
  console.log(
    `Without the index ${walked.toFixed(0)} ms; building it took ${(built / 1000).toFixed(1)} s in the background.`,
  );
  await repository.close();
  await storage.close();
}

async function getHistory(repository: Repository, tip: string, index: number): Promise<number> {
  const begun = performance.now();
  const items = await repository.history.changes(tip, [getPath(index)]);
  if (items.length !== historyCommits / historyFiles + 1) throw new Error(`${items.length} versions`);
  return performance.now() - begun;
}

async function countIndexed(storage: Storage): Promise<number> {
  const { db } = storage;
  const row = await db
    .selectFrom('history_commits')
    .select(db.fn.countAll<number>().as('count'))
    .executeTakeFirst();
  return row?.count ?? 0;
}
