import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createCatalog } from '../../../controller/catalog/index.js';
import { kinds } from '../../../controller/kinds/index.js';
import type { ReconcileEvent } from '../../../controller/reconciler/contract.js';
import { createReconciler, DatabaseAppliedStore } from '../../../controller/reconciler/index.js';
import { defaultSettings, type Settings } from '../../../controller/settings/index.js';
import { openBranches } from '../../../controller/sources/index.js';
import { openSqliteStorage } from '../../../controller/storage/index.js';
import { temporaryFolder } from '../git/git-fixture.js';
import { checkInvariants } from './invariants.js';

/** Three versions of one entity. */
export const GOOD = 'kind: environment\nname: prod\nvariables: { region: eu }\n';
export const BETTER = 'kind: environment\nname: prod\nvariables: { region: us }\n';
export const BROKEN = 'kind: environment\nname: prod\nvariables: [not, a, map]\n';

/**
 * A reconciler over real branches and a real database, as the service starts it; `status` checks the invariants each
 * time.
 */
export async function startGit(git: Partial<Settings['Git']>, data = temporaryFolder(), rules: object = {}) {
  const storage = await openSqliteStorage(join(data, 'svc.db'));
  const settings = { ...defaultSettings.Git, ...git };
  const branches = await openBranches({ ...defaultSettings, DataDirectory: data, Git: settings });
  const { production } = branches;
  const store = new DatabaseAppliedStore(storage);
  const reconciler = createReconciler({
    sourceFor: (branch) => branches.sourceFor(branch),
    catalog: createCatalog(kinds),
    applied: store,
    production,
    active: git.ActiveBranches ?? [],
    rules: { policy: 'entity', pruneLimit: 50, ...rules },
    pollIntervalMs: 1_000 * (git.PollInterval ?? 3_600),
  });
  const events: ReconcileEvent[] = [];
  reconciler.onEvents((told) => events.push(...told));
  const stop = async () => {
    await reconciler.stop();
    await branches.close();
    await storage.close();
  };
  onTestFinished(stop);
  const status = (branch = production) => checkInvariants(reconciler.status(branch));
  return { reconciler, branches, production, store, data, events, stop, status };
}
