import { test } from 'vitest';

process.env['LEFT_WHILE_LOADING'] = 'left';
test('a file that cannot be loaded', () => {});
throw new Error('planted');
