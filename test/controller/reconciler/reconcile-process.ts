import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createCatalog } from '../../../controller/catalog/index.js';
import { kinds } from '../../../controller/kinds/index.js';
import { createReconciler, DatabaseAppliedStore } from '../../../controller/reconciler/index.js';
import { defaultSettings } from '../../../controller/settings/index.js';
import { openBranches } from '../../../controller/sources/index.js';
import { openSqliteStorage } from '../../../controller/storage/index.js';

// A process that reconciles `main` over the data directory it is given, without a pause, until it is killed. Each pass
// that brings something new is a line of JSON; the line `confirm` confirms what is held.
const [data = ''] = process.argv.slice(2);
const storage = await openSqliteStorage(join(data, 'svc.db'));
const branches = await openBranches({
  ...defaultSettings,
  DataDirectory: data,
  Git: { ...defaultSettings.Git, Branch: 'main' },
});
const reconciler = createReconciler({
  sourceFor: (branch) => branches.sourceFor(branch),
  catalog: createCatalog(kinds),
  applied: new DatabaseAppliedStore(storage),
  production: 'main',
  rules: { policy: 'entity', pruneLimit: 50 },
  pollIntervalMs: 0,
});
createInterface(process.stdin).on('line', () => {
  reconciler.sync('main', { confirmPrune: { revision: undefined } }).catch(() => undefined);
});

let last = '';
for (;;) {
  await reconciler.request('main');
  const { appliedRevision, held } = reconciler.status('main') ?? {};
  const line = JSON.stringify({ applied: appliedRevision, held: held?.revision });
  if (line !== last) process.stdout.write(`${line}\n`);
  last = line;
}
