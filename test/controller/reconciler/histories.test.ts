import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { createCatalog } from '../../../controller/catalog/index.js';
import type { ReconcileEvent, Reconciler } from '../../../controller/reconciler/contract.js';
import {
  type AppliedStore,
  createReconciler,
  DatabaseAppliedStore,
} from '../../../controller/reconciler/index.js';
import { defaultSettings } from '../../../controller/settings/index.js';
import { openBranches } from '../../../controller/sources/index.js';
import type { Source } from '../../../controller/sources/source/source.js';
import { openSqliteStorage } from '../../../controller/storage/index.js';
import { thing } from '../catalog/branch.js';
import { temporaryFolder } from '../git/git-fixture.js';
import { type Files, type History, histories, Timeline } from './history.js';
import { checkInvariants } from './invariants.js';
import { MemoryAppliedStore } from './memory-applied-store.js';
import { MemorySource } from './memory-source.js';
import { Oracle, visible } from './oracle.js';
import { PushedRepository } from './pushed-repository.js';
import { Reached } from './reached.js';

/** The environment that a history runs in. */
interface World {
  branch: string;
  store: AppliedStore;
  sourceFor(branch: string): Source | undefined;
  /** Makes these files the tip; answers with its revision. */
  commit(files: Files): string;
  reached: Reached;
}

/** Events that the histories must cover; each is expected hundreds of times. */
const wanted = [
  'came',
  'changed',
  'moved',
  'renamed in its file',
  'went',
  'never good',
  'fell back to its last good version',
  'repaired',
  'held: prune',
  'held: invalid',
  'confirmed',
  'restarted before',
  'restarted after',
];

test('any history, step by step, ends where loading each tree from scratch does', async () => {
  const reached = new Reached();
  await fc.assert(
    fc.asyncProperty(histories(7), async (history) => {
      const source = new MemorySource('main');
      let count = 0;
      const commit = (files: Files): string => {
        count += 1;
        source.commit(`r${count}`, files);
        return `r${count}`;
      };
      await play(history, {
        branch: 'main',
        store: new MemoryAppliedStore(),
        sourceFor: (name) => (name === 'main' ? source : undefined),
        commit,
        reached,
      });
    }),
    { numRuns: 450 },
  );
  const rare = wanted.filter((what) => (reached.counts[what] ?? 0) < 10);
  expect(rare, JSON.stringify(reached.counts)).toEqual([]);
});

test('any history of a real repository, over real restarts, ends where loading each tree from scratch does', async () => {
  const data = temporaryFolder();
  const storage = await openSqliteStorage(join(data, 'svc.db'));
  const branches = await openBranches({ ...defaultSettings, DataDirectory: data });
  const repository = new PushedRepository(join(data, 'repository.git'));
  onTestFinished(async () => {
    await branches.close();
    await storage.close();
  });
  let [count, pushes] = [0, 0];
  const reached = new Reached();
  await fc.assert(
    fc.asyncProperty(histories(4), async (history) => {
      count += 1;
      const branch = `history/${count}`;
      await play(history, {
        branch,
        store: new DatabaseAppliedStore(storage),
        sourceFor: (name) => (name === branch ? branches.sourceFor(name) : undefined),
        commit: (files) => {
          const how = kindsOfPush[++pushes % kindsOfPush.length];
          reached.note(how ?? 'plain');
          return repository.push(branch, files, how);
        },
        reached,
      });
    }),
    { numRuns: 50 },
  );
  for (const how of ['forced', 'merge', 'plain']) expect(reached.counts[how]).toBeGreaterThan(10);
}, 120_000);

const kindsOfPush = ['forced', undefined, 'merge', undefined] as const;

async function play({ steps, policy, pruneLimit }: History, world: World): Promise<void> {
  const timeline = new Timeline();
  const oracle = new Oracle([thing], { policy, pruneLimit });
  const trees = new Map<string, Files>();
  const told = new Map<string, string>();
  let isFirst = true;
  const start = (): Reconciler => {
    const reconciler = createReconciler({
      sourceFor: (branch) => world.sourceFor(branch),
      catalog: createCatalog([thing]),
      applied: world.store,
      production: world.branch,
      rules: { policy, pruneLimit },
      pollIntervalMs: 0,
    });
    reconciler.onEvents((events) => {
      for (const event of events) note(told, event);
    });
    return reconciler;
  };
  let reconciler = start();
  try {
    for (const { deeds, restarts, confirms } of steps) {
      const files = timeline.commit(deeds);
      const revision = world.commit(files);
      trees.set(revision, files);
      const before = reconciler.peek(world.branch);
      if (restarts === 'before' && !isFirst) {
        world.reached.note('restarted before');
        await reconciler.stop();
        reconciler = start();
      }
      await reconciler.request(world.branch);
      await oracle.see(revision, files, false);
      compare(reconciler, world.branch, oracle, revision);
      world.reached.step(before, reconciler.peek(world.branch), oracle.held);
      if (restarts === 'after') {
        world.reached.note('restarted after');
        await reconciler.stop();
        reconciler = start();
        await reconciler.request(world.branch);
        compare(reconciler, world.branch, oracle, revision);
      }
      if (confirms && oracle.held?.reason === 'prune') {
        world.reached.note('confirmed');
        await (await reconciler.sync(world.branch, { confirmPrune: { revision } })).done;
        await oracle.see(revision, files, true);
        compare(reconciler, world.branch, oracle, revision);
      }
      const current = reconciler.peek(world.branch);
      if (!current) continue;
      // The first snapshot has no events by entity; from then on, events alone report every change.
      if (isFirst) for (const { name, path } of current.list('thing')) told.set(name, path);
      isFirst = false;
      const known = current.list('thing').map(({ name, path }): [string, string] => [name, path]);
      expect([...told].sort(), 'what the events tell').toEqual(known.sort());
      for (const record of current.list('thing')) {
        const contents = Object.values(trees.get(record.revision) ?? {});
        expect(contents, 'each version comes from its revision').toContain(
          current.source('thing', record.name),
        );
      }
    }
  } finally {
    await reconciler.stop();
  }
}

function compare(reconciler: Reconciler, branch: string, oracle: Oracle, revision: string): void {
  const status = checkInvariants(reconciler.status(branch));
  const [seen, wanted] = [visible(reconciler.peek(branch)), visible(oracle.current)];
  // Tells the difference well, but takes its time.
  if (!isDeepStrictEqual(seen, wanted)) expect(seen).toEqual(wanted);
  expect(status).toMatchObject({ observedRevision: revision, counts: oracle.current?.counts ?? {} });
  expect(status.appliedRevision).toBe(oracle.current?.revision);
  expect(status.held && { revision: status.held.revision, reason: status.held.reason }).toEqual(oracle.held);
}

function note(told: Map<string, string>, event: ReconcileEvent): void {
  if (!('name' in event.data)) return;
  const { name, path } = event.data;
  if (event.type === 'dev.svc.entity.deleted.v1') told.delete(name);
  else told.set(name, path);
}
