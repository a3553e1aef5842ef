import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { flow, platform, RealService } from '../../identity/real-service.js';

const names = Array.from({ length: 20 }, (_, index) => `flow-${index}`);

test('a write during the restore of a folder is either overwritten by the restore or refused', async () => {
  const files = names.map((name) => [`flows/${name}.yaml`, flow(name)]);
  const service = await RealService.start(Object.fromEntries(files));
  onTestFinished(() => service.remove());
  const url = (name: string) => `/api/v1/live/entities/platform/flow/${name}`;
  const patch = (name: string, title: string, etag?: string) =>
    service.call(
      'PATCH',
      url(name),
      { document: { title } },
      { 'content-type': 'application/merge-patch+json', ...(etag === undefined ? {} : { 'if-match': etag }) },
    );
  const { id } = (
    await service.call('POST', `${platform}/entities/platform/backup`, { categories: ['flows'] })
  ).json();
  const etags = new Map<string, string>();
  for (const name of names) etags.set(name, `"${(await patch(name, 'changed')).json().etag}"`);

  const restored = service.call('POST', `${platform}/backups/${id}/restore`);
  const written = await Promise.all(names.map((name) => patch(name, 'changed again', etags.get(name))));
  expect((await restored).json()).toMatchObject({ restore: { status: 'completed' } });
  const statuses = new Set(written.map(({ statusCode }) => statusCode));
  expect([...statuses].filter((status) => status !== 200 && status !== 412)).toEqual([]);
  for (const name of names) {
    expect(readFileSync(join(service.folder, `flows/${name}.yaml`), 'utf8')).toBe(flow(name));
  }
});
