import { describe } from 'vitest';
import { hasServer, useServer } from '../engines.js';

const isHere = await hasServer();
if (isHere) useServer();

describe.skipIf(!isHere)('on PostgreSQL, backups and restores', async () => {
  await import('../../../api/operations/backups/backups.test.js');
  await import('../../../api/operations/backups/many-runs.test.js');
});
