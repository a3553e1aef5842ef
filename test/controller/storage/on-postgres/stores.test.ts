import { describe } from 'vitest';
import { hasServer, useServer } from '../engines.js';

/** Tests of stores, which run on SQLite in their own files. */
const suites: Readonly<Record<string, () => Promise<unknown>>> = {
  outbox: () => import('../../delivery/outbox.test.js'),
  notices: () => import('../../delivery/notices.test.js'),
  'event log': () => import('../../delivery/event-log.test.js'),
  retention: () => import('../../start/retention.test.js'),
  'applied branches': () => import('../../reconciler/applied-store.test.js'),
  proposals: () => import('../../proposals/proposal-store.test.js'),
  stores: () => import('../../runs/effects/stores/stores.test.js'),
  'retention of runs': () => import('../../runs/journal/run-retention.test.js'),
  'human tasks': () => import('../../runs/human-tasks/human-task-store.test.js'),
  triggers: () => import('../../triggers/triggers.test.js'),
  polls: () => import('../../triggers/polls/polls.test.js'),
  identity: () => import('../../security/identity/identity.test.js'),
  'sessions at the console': () => import('../../security/identity/console-sessions.test.js'),
  vault: () => import('../../security/vault/vault.test.js'),
};

const isHere = await hasServer();
if (isHere) useServer();

for (const [name, load] of Object.entries(suites))
  describe.skipIf(!isHere)(`on PostgreSQL, ${name}`, async () => {
    await load();
  });
