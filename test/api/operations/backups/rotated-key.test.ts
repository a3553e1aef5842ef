import { afterAll, beforeAll, expect, test } from 'vitest';
import { platform, RealService } from '../../identity/real-service.js';

const entities = `${platform}/entities/platform/backup`;
let service: RealService;

beforeAll(async () => {
  service = await RealService.start();
});
afterAll(() => service.remove());

const rotate = async () =>
  expect((await service.call('POST', `${platform}/master-key/rotate`)).statusCode).toBe(200);
const restore = (id: string) => service.call('POST', `${platform}/backups/${id}/restore`);
const getState = async (id: string) => (await service.call('GET', `${entities}/${id}`)).json().masterKey;

async function setSecret(token: string): Promise<void> {
  const secret = { path: 'shop/api', value: { token } };
  expect(
    (await service.call('POST', `${platform}/entities/platform/secret`, secret)).statusCode,
  ).toBeLessThan(300);
}

async function restart(): Promise<void> {
  const { folder, adminKey } = service;
  await service.stop();
  service = await RealService.open(folder);
  service.adminKey = adminKey;
}

test('a backup from before two rotations of the master key is restored, also by another process and as an upload', async () => {
  await setSecret('the-first-value');
  const categories = ['flows', 'secrets', 'users', 'runs'];
  const { id } = (await service.call('POST', entities, { categories })).json();
  expect(await getState(id)).toBe('current');
  const file = (await service.call('GET', `${platform}/backups/${id}/download`)).rawPayload;
  await rotate();
  await setSecret('the-second-value');
  await rotate();
  expect(await getState(id)).toBe('retired');

  expect((await restore(id)).json()).toMatchObject({ restore: { status: 'completed' } });
  expect(await service.controller.vault.secrets.read('shop/api')).toEqual({ token: 'the-first-value' });

  await setSecret('the-third-value');
  await restart();
  await service.call('DELETE', `${entities}/${id}`);
  const sent = await service.app.inject({
    method: 'POST',
    url: `${platform}/backups/upload`,
    headers: { 'x-api-key': service.adminKey, 'content-type': 'application/gzip' },
    payload: file,
  });
  expect(sent.json()).toMatchObject({ masterKey: 'retired' });
  expect((await restore(sent.json().id)).json()).toMatchObject({ restore: { status: 'completed' } });
  expect(await service.controller.vault.secrets.read('shop/api')).toEqual({ token: 'the-first-value' });
  // The restored secrets are encrypted with the new key.
  await rotate();
  await restart();
  expect(await service.controller.vault.secrets.read('shop/api')).toEqual({ token: 'the-first-value' });
});

test('a backup of another installation is listed as foreign', async () => {
  const other = await RealService.start();
  try {
    const { id } = (await other.call('POST', entities, { categories: ['flows', 'users'] })).json();
    const file = (await other.call('GET', `${platform}/backups/${id}/download`)).rawPayload;
    const sent = await service.app.inject({
      method: 'POST',
      url: `${platform}/backups/upload`,
      headers: { 'x-api-key': service.adminKey, 'content-type': 'application/gzip' },
      payload: file,
    });
    expect(sent.json()).toMatchObject({ masterKey: 'foreign' });
    expect((await restore(sent.json().id)).json().code).toBe('backup_foreign');
  } finally {
    await other.remove();
  }
});
