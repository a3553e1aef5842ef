import { test } from 'vitest';

process.env['LEFT_BY_SKIPPED'] = 'left';
test.skip('a file whose tests are all skipped', () => {});
