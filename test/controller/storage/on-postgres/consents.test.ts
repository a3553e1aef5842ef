import { describe } from 'vitest';
import { hasServer, useServer } from '../engines.js';

const isHere = await hasServer();
if (isHere) useServer();

describe.skipIf(!isHere)('on PostgreSQL, consents', async () => {
  await import('../../consents/consents.test.js');
});
