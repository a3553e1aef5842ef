import { describe } from 'vitest';
import { hasServer, useServer } from '../engines.js';

/** Tests of runs, which run on SQLite in their own files. */
const suites: Readonly<Record<string, () => Promise<unknown>>> = {
  durability: () => import('../../runs/lifecycle/durability.test.js'),
  'limits of flows': () => import('../../runs/lifecycle/flow-limits.test.js'),
  restart: () => import('../../runs/lifecycle/restart.test.js'),
  listening: () => import('../../runs/events/listening.test.js'),
  lists: () => import('../../runs/queries/run-list.test.js'),
  'retention of events': () => import('../../runs/events/event-retention.test.js'),
};

const isHere = await hasServer();
if (isHere) useServer();

for (const [name, load] of Object.entries(suites))
  describe.skipIf(!isHere)(`on PostgreSQL, ${name}`, async () => {
    await load();
  });
