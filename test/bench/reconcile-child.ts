import { join } from 'node:path';
import { parse } from 'yaml';
import { AnalysisStore, createCatalog } from '../../controller/catalog/index.js';
import { openRepository } from '../../controller/git/index.js';
import { kinds } from '../../controller/kinds/index.js';
import { createReconciler, DatabaseAppliedStore } from '../../controller/reconciler/index.js';
import { loadSettings } from '../../controller/settings/index.js';
import { openBranches } from '../../controller/sources/index.js';
import { openSqlite, openSqliteStorage } from '../../controller/storage/index.js';
import { isValid, type Json } from '../../schemas/index.js';
import { flowFile, Importer } from './reconcile-repository.js';

// Measures one start in a separate process, so that memory and warm code of another measurement have no effect.

export interface Measured {
  ms: number;
  /** Growth of the heap by the loaded entities, after garbage collection. */
  heapBytes: number;
  rssBytes: number;
  /** Milliseconds from a commit until it is applied. */
  commits: number[];
}

const [mode = '', data = '', count = '', commits = '0'] = process.argv.slice(2);

/** Does the least that is needed: reads the bytes with the fastest reader, parses YAML, validates by schema. */
async function bareCost(): Promise<number> {
  const repository = await openRepository(join(data, 'repository.git'));
  const begun = performance.now();
  const files = await repository.files((await repository.resolveRef('main')) ?? '');
  for (let start = 0; start < files.length; start += 500) {
    const blobs = await repository.readBlobs(files.slice(start, start + 500).map(({ blobId }) => blobId));
    for (const bytes of blobs.values()) {
      if (!isValid('flow', parse(Buffer.from(bytes).toString()) as Json)) throw new Error('not valid');
    }
  }
  const ms = performance.now() - begun;
  await repository.close();
  return ms;
}

async function start(): Promise<Measured> {
  const before = memory();
  const begun = performance.now();
  const settings = loadSettings({ dir: data, env: { SVC_DataDirectory: data } });
  const branches = await openBranches({ ...settings, Git: { ...settings.Git, Enabled: true } });
  const storage = await openSqliteStorage(join(data, 'svc.db'));
  const catalog = createCatalog(kinds, {
    openStore: () =>
      new AnalysisStore({
        path: join(data, 'cache', 'analyses.db'),
        version: 'bench',
        openDatabase: openSqlite,
      }),
  });
  const reconciler = createReconciler({
    sourceFor: (branch) => branches.sourceFor(branch),
    catalog,
    applied: new DatabaseAppliedStore(storage),
    production: 'main',
    rules: { policy: 'entity', pruneLimit: 50 },
    pollIntervalMs: 0,
  });
  const { counts } = await reconciler.current('main');
  const ms = performance.now() - begun;
  if (counts.entities !== Number(count) || counts.invalid > 0) throw new Error(JSON.stringify(counts));
  const after = memory();
  const applied: number[] = [];
  for (let round = 0; round < Number(commits); round++) applied.push(await commitAndApply(round));
  await reconciler.stop();
  catalog.close();
  await branches.close();
  await storage.close();
  return { ms, heapBytes: after.heapUsed - before.heapUsed, rssBytes: after.rss, commits: applied };

  async function commitAndApply(round: number): Promise<number> {
    const index = (round * 7_919) % Number(count);
    const importer = new Importer(join(data, 'repository.git'));
    const stopped = reconciler.peek('main');
    await importer.commit([flowFile(index, `Hello ${round} of ${process.pid}`)], true);
    await importer.end();
    // Time starts here: work that a watcher did before the commit does not count.
    const from = performance.now();
    while (reconciler.peek('main') === stopped) await reconciler.request('main');
    const snapshot = reconciler.peek('main');
    const status = snapshot?.status('flow', `flow-${index}`)?.conditions[0];
    if (status?.status !== 'True' || status.observedRevision !== snapshot?.revision)
      throw new Error('not applied');
    return performance.now() - from;
  }
}

function memory(): NodeJS.MemoryUsage {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage();
}

const nothing = { heapBytes: 0, rssBytes: 0, commits: [] };
process.send?.(mode === 'bare' ? { ...nothing, ms: await bareCost() } : await start());
process.disconnect?.();
