import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Storage } from '../../../../controller/storage/index.js';
import { openStorage } from '../../../controller/storage/engines.js';
import { whileCollecting } from '../../../controller/storage/forced-collections.js';
import { addRuns } from '../../../controller/storage/many-runs.js';
import { removeFolder } from '../../../remove-folder.js';
import { platform, RealService } from '../../identity/real-service.js';

/** More than svc reads or writes at a time. */
const many = 5_000;

/** Opens the database of an installation that does not run. */
async function inDatabase<Result>(
  folder: string,
  work: (storage: Storage) => Promise<Result>,
): Promise<Result> {
  const storage = await openStorage(join(folder, '.svc/svc.db'));
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}

/** The number of runs, and a digest of them and their journals. */
async function runsIn({ db }: Storage): Promise<{ count: number; digest: string }> {
  const hash = createHash('sha256');
  // Positions of events belong to a database: a restore sets its own.
  const runs = await db.selectFrom('runs').selectAll().orderBy('id').execute();
  for (const run of runs)
    hash.update(JSON.stringify({ ...run, events_before: null }, Object.keys(run).sort()));
  const journal = await db.selectFrom('journal').select(['run_id', 'entries']).orderBy('run_id').execute();
  for (const { run_id, entries } of journal) hash.update(`${run_id} ${entries}\n`);
  return { count: runs.length, digest: hash.digest('hex') };
}

async function open(folder: string, adminKey?: string): Promise<RealService> {
  const service = await RealService.open(folder);
  if (adminKey !== undefined) service.adminKey = adminKey;
  onTestFinished(() => service.remove().catch(() => {}));
  return service;
}

test('while garbage is collected, a backup of many runs is taken, and restored into another installation', async () => {
  const first = await RealService.start();
  const { folder, adminKey } = first;
  await first.stop();
  const before = await inDatabase(folder, async (storage) => {
    await addRuns(storage, many);
    return runsIn(storage);
  });
  expect(before.count).toBe(many);

  const service = await open(folder, adminKey);
  const backup = await whileCollecting(() =>
    service.call('POST', `${platform}/entities/platform/backup`, { categories: ['runs'] }),
  );
  expect(backup.json()).toMatchObject({ status: 'completed', error: null });
  const { rawPayload } = await service.call('GET', `${platform}/backups/${backup.json().id}/download`);

  const other = mkdtempSync(join(tmpdir(), 'svc-many-'));
  onTestFinished(() => removeFolder(other));
  mkdirSync(join(other, '.svc'));
  cpSync(join(folder, '.svc/master.key'), join(other, '.svc/master.key'));
  const target = await open(other);
  const restored = await whileCollecting(async () => {
    const uploaded = await target.app.inject({
      method: 'POST',
      url: `${platform}/backups/upload`,
      headers: { 'x-api-key': target.adminKey, 'content-type': 'application/gzip' },
      payload: rawPayload,
    });
    return target.call('POST', `${platform}/backups/${uploaded.json().id}/restore`);
  });
  expect(restored.json()).toMatchObject({ restore: { status: 'completed', error: null } });
  // The second restore makes a backup of the many runs before it, and finds nothing to add.
  const again = await whileCollecting(() =>
    target.call('POST', `${platform}/backups/${restored.json().backup}/restore`),
  );
  expect(again.json()).toMatchObject({
    restore: { status: 'completed' },
    categories: { runs: { created: 0, changed: 0, deleted: 0 } },
  });
  await target.stop();
  expect(await inDatabase(other, runsIn)).toEqual(before);
});
