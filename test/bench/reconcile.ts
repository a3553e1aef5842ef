import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { parse } from 'yaml';
import { createCatalog } from '../../controller/catalog/index.js';
import { kinds } from '../../controller/kinds/index.js';
import { createReconciler, DatabaseAppliedStore } from '../../controller/reconciler/index.js';
import { loadSettings } from '../../controller/settings/index.js';
import { openBranches } from '../../controller/sources/index.js';
import { openSqliteStorage } from '../../controller/storage/index.js';
import { isValid, type Json } from '../../schemas/index.js';
import { median, table } from './measure.js';

const files = 1_000;
const rounds = 5;

function flow(index: number, word: string): string {
  return `document:
  dsl: '1.0.3'
  namespace: bench
  name: flow-${index}
  version: '1.0.0'
  title: The flow number ${index}
input:
  schema:
    document:
      type: object
      properties:
        name: { type: string }
do:
  - greet:
      set:
        greeting: \${ "${word} ${index}, " + (.name // "you") }
  - decide:
      switch:
        - long:
            when: \${ (.greeting | length) > 40 }
            then: end
  - finish:
      set:
        done: true
`;
}

/** 1,000 files cold beside the bare cost of parsing and validating them; one changed file warm beside its commit. */
export async function bench(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  try {
    const work = join(directory, 'work');
    await makeRepository(work);
    const bare: number[] = [];
    const cold: number[] = [];
    for (let round = 0; round < rounds; round++) {
      bare.push(await timed(async () => bareCost(work)));
      const opened = await open(work, join(directory, `cold-${round}`));
      cold.push(opened.ms);
      await opened.close();
    }
    const { warm, commits } = await warmTimes(work, join(directory, 'warm'));
    table(
      ['reconcile', 'svc ms', 'yardstick ms', 'ratio'],
      [
        row(`${files} files cold (yardstick: read, parse and check the files alone)`, cold, bare),
        row('one changed file, from commit to applied (yardstick: the commit itself)', warm, commits),
      ],
    );
    console.log(
      '\nCold includes the first fetch from the repository on disk into the bare one in the data directory.',
    );
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function makeRepository(work: string): Promise<void> {
  mkdirSync(join(work, 'flows'), { recursive: true });
  for (let index = 0; index < files; index++) {
    writeFileSync(join(work, 'flows', `flow-${index}.yaml`), flow(index, 'Hello'));
  }
  await execa('git', ['init', '-q', '-b', 'main', work]);
  await commit(work);
}

async function commit(work: string): Promise<void> {
  const git = ['-C', work, '-c', 'user.name=Bench', '-c', 'user.email=bench@example.org'];
  await execa('git', [...git, 'add', '-A']);
  await execa('git', [...git, 'commit', '-qm', 'change']);
}

function bareCost(work: string): void {
  const folder = join(work, 'flows');
  for (const name of readdirSync(folder)) {
    if (!isValid('flow', parse(readFileSync(join(folder, name), 'utf8')) as Json)) throw new Error(name);
  }
}

async function open(work: string, data: string) {
  const settings = loadSettings({ dir: work, env: { SVC_DataDirectory: data } });
  mkdirSync(data);
  const begun = performance.now();
  const branches = await openBranches(settings);
  const storage = await openSqliteStorage(join(data, 'svc.db'));
  const reconciler = createReconciler({
    sourceFor: (branch) => branches.sourceFor(branch),
    catalog: createCatalog(kinds),
    applied: new DatabaseAppliedStore(storage),
    production: 'main',
    rules: { policy: 'entity', pruneLimit: 50 },
    pollIntervalMs: 0,
  });
  const snapshot = await reconciler.current('main');
  const ms = performance.now() - begun;
  if (snapshot.counts.entities !== files) throw new Error(`${snapshot.counts.entities} entities`);
  const close = async (): Promise<void> => {
    await reconciler.stop();
    await branches.close();
    await storage.close();
  };
  return { ms, reconciler, close };
}

async function warmTimes(work: string, data: string): Promise<{ warm: number[]; commits: number[] }> {
  const { reconciler, close } = await open(work, data);
  const warm: number[] = [];
  const commits: number[] = [];
  for (let round = 0; round < rounds * 2; round++) {
    writeFileSync(join(work, 'flows', 'flow-500.yaml'), flow(500, `Hello ${round}`));
    commits.push(await timed(() => commit(work)));
    const before = reconciler.peek('main');
    warm.push(
      await timed(async () => {
        await reconciler.request('main');
        if (reconciler.peek('main') === before) throw new Error('The commit was not applied');
      }),
    );
  }
  await close();
  return { warm, commits };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

function row(name: string, svc: readonly number[], yardstick: readonly number[]): (string | number)[] {
  const ratio = median(svc) / median(yardstick);
  return [name, median(svc).toFixed(0), median(yardstick).toFixed(0), ratio.toFixed(2)];
}
