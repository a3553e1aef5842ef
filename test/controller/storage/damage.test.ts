import { chmodSync, mkdirSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Problem, toHintText } from '../../../controller/problems/index.js';
import { claimDataDirectory, openSqlite, openSqliteStorage } from '../../../controller/storage/index.js';
import { temporaryFolder } from '../git/git-fixture.js';

async function database(): Promise<{ file: string; backups: string }> {
  const folder = temporaryFolder();
  const file = join(folder, 'svc.db');
  await (await openSqliteStorage(file)).close();
  const plain = openSqlite(file);
  plain.exec('pragma wal_checkpoint(truncate)');
  plain.close();
  for (const ending of ['-wal', '-shm']) rmSync(`${file}${ending}`, { force: true });
  const backups = join(folder, 'backups');
  mkdirSync(backups);
  return { file, backups };
}

async function refusal(file: string, backups?: string): Promise<Problem> {
  try {
    const storage = await openSqliteStorage(file, backups);
    onTestFinished(() => storage.close());
    await storage.db.selectFrom('runs').selectAll().execute();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('The database was opened.');
}

function overwrite(file: string, from: number, to: number): void {
  const bytes = readFileSync(file);
  bytes.fill(0xa5, from, to);
  writeFileSync(file, bytes);
}

test.each<[string, (file: string) => void]>([
  ['cut off', (file) => truncateSync(file, 5_000)],
  ['with another header', (file) => overwrite(file, 0, 100)],
  ['with garbage in the middle', (file) => overwrite(file, 4_096, readFileSync(file).length - 4_096)],
  [
    'that is a text',
    (file) => writeFileSync(file, 'This is a note about the database, and no database. '.repeat(50)),
  ],
])('a database %s is named, with the backup that replaces it', async (_, damage) => {
  const { file, backups } = await database();
  for (const [name, at] of [
    ['old.tar.gz', 1_000],
    ['new.tar.gz', 2_000],
  ] as const) {
    writeFileSync(join(backups, name), '');
    utimesSync(join(backups, name), at, at);
  }
  damage(file);
  const problem = await refusal(file, backups);
  expect(problem.code).toBe('database_damaged');
  expect(problem.message).toContain(file);
  expect(problem.hints.map(toHintText).join(' ')).toContain(join(backups, 'new.tar.gz'));
  expect(problem.hints).toContainEqual(expect.objectContaining({ operation: 'upload-backup' }));
  expect(problem.hints).toContainEqual(expect.objectContaining({ operation: 'restore-backup' }));
});

test('without a backup, the hints name the command that saves what can be read', async () => {
  const { file, backups } = await database();
  overwrite(file, 0, 100);
  expect((await refusal(file, backups)).hints.join(' ')).toContain('.recover');
});

test('a file in place of the data directory is named', () => {
  const path = join(temporaryFolder(), 'data');
  writeFileSync(path, '');
  expect(() => claimDataDirectory(path)).toThrow(
    expect.objectContaining({ code: 'data_directory_unusable', message: expect.stringContaining(path) }),
  );
});

test.skipIf(process.getuid?.() === 0)('a data directory that cannot be written is named', () => {
  const path = temporaryFolder();
  chmodSync(path, 0o500);
  onTestFinished(() => chmodSync(path, 0o700));
  expect(() => claimDataDirectory(path)).toThrow(
    expect.objectContaining({ code: 'data_directory_unusable' }),
  );
});

test('a damaged lock is not taken for another process', () => {
  const path = temporaryFolder();
  claimDataDirectory(path).release();
  writeFileSync(join(path, 'lock.db'), 'This is a note and no database at all. '.repeat(50));
  expect(() => claimDataDirectory(path)).toThrow(
    expect.objectContaining({ code: 'data_directory_unusable', message: expect.stringContaining('lock.db') }),
  );
  rmSync(join(path, 'lock.db'));
  claimDataDirectory(path).release();
});

test('storage that refuses a write says so until a write succeeds', async () => {
  const storage = await openSqliteStorage(join(temporaryFolder(), 'svc.db'));
  onTestFinished(() => storage.close());
  expect(storage.refusal()).toBeUndefined();
  await expect(
    storage.commit([{ sql: 'insert into no_such_table values (1)', values: [] }]),
  ).rejects.toThrow();
  expect(storage.refusal()).toMatchObject({ code: 'storage_failed' });
  await storage.commit([{ sql: 'pragma user_version = 2', values: [] }]);
  expect(storage.refusal()).toBeUndefined();
});
