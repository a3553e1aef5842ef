import { expect, test } from 'vitest';
import { unpacking } from '../../../../controller/backups/restore/prepare.js';
import { Problem } from '../../../../controller/problems/index.js';

const hintsFor = async (cause: Error): Promise<string> => {
  const problem = await unpacking(() => Promise.reject(cause)).catch((error: unknown) => error);
  expect(problem).toMatchObject({ code: 'restore_failed', message: expect.stringContaining(cause.message) });
  return (problem as Problem).hints.join();
};

test.each([
  ['the file system', Object.assign(new Error('write failed'), { code: 'ENOSPC' })],
  ['SQLite', new Error('database or disk is full')],
  ['PostgreSQL', Object.assign(new Error('could not extend file'), { code: '53100' })],
  ['the cause of a problem', new Error('x', { cause: Object.assign(new Error('y'), { code: 'EDQUOT' }) })],
])('a restore without space, by the word of %s, asks for space', async (_, cause) => {
  expect(await hintsFor(cause)).toContain('Free some space');
});

test('a restore that fails for another reason does not speak of space, and says that nothing was changed', async () => {
  const hints = await hintsFor(new Error('iterator was invalidated'));
  expect(hints).not.toMatch(/space|disk/);
  expect(hints).toContain('Nothing was changed');
});

test('a problem keeps its own hints', async () => {
  const problem = new Problem('backup_foreign', 'x');
  await expect(unpacking(() => Promise.reject(problem))).rejects.toBe(problem);
});
