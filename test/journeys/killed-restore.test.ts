import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openSqliteStorage } from '../../controller/storage/index.js';
import { platform, RealService } from '../api/identity/real-service.js';
import { getUrl, hasServer, inServer, newDatabase } from '../controller/storage/engines.js';
import { addRuns } from '../controller/storage/many-runs.js';
import { eventually } from '../eventually.js';
import { program } from '../program.js';
import { ServiceProcess } from './service-process.js';

const isHere = await hasServer();
const many = 5_000;

/** A backup of many runs, and the folder of its installation. */
async function backupOfMany(): Promise<{ folder: string; content: Buffer }> {
  const first = await RealService.start();
  const { folder, adminKey } = first;
  await first.stop();
  const storage = await openSqliteStorage(join(folder, '.svc/svc.db'));
  await addRuns(storage, many);
  await storage.close();
  const service = await RealService.open(folder);
  service.adminKey = adminKey;
  onTestFinished(() => service.remove());
  const backup = await service.call('POST', `${platform}/entities/platform/backup`, { categories: ['runs'] });
  const { rawPayload } = await service.call('GET', `${platform}/backups/${backup.json().id}/download`);
  return { folder, content: rawPayload };
}

describe.skipIf(!isHere)('a restore into PostgreSQL', () => {
  test('that is killed while it copies rows leaves nothing after the next start, and succeeds when it is repeated', async () => {
    const { folder, content } = await backupOfMany();
    const url = getUrl(await newDatabase());
    const service = new ServiceProcess(program, { SVC_Database__Url: url });
    onTestFinished(() => service.dispose());
    mkdirSync(service.file('.svc'));
    cpSync(join(folder, '.svc/master.key'), service.file('.svc/master.key'));
    await service.start();
    const uploaded = await service.request(`${platform}/backups/upload`, {
      method: 'POST',
      headers: { 'content-type': 'application/gzip' },
      body: new Uint8Array(content),
    });
    const { id } = (await uploaded.json()) as { id: string };
    const restore = () =>
      service.request(`${platform}/backups/${id}/restore`, { method: 'POST', body: '{}' });
    const present = async (text: string) => (await inServer(`select (${text}) as found`, url)).rows[0].found;
    const runs = () => present('select count(*)::int from runs');
    const isStaged = () => present(`to_regclass('svc_staged.closures') is not null`);

    const killed = restore().catch((error: Error) => error);
    await eventually(isStaged);
    await service.kill();
    expect(await killed).toBeInstanceOf(Error);
    expect(await runs()).toBe(0);

    await service.start();
    expect([await runs(), await isStaged()]).toEqual([0, false]);
    const answer = await restore();
    expect(await answer.json()).toMatchObject({ restore: { status: 'completed', error: null } });
    expect([await runs(), await isStaged()]).toEqual([many, false]);
  });
});
