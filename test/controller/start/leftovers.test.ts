import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { platform, RealService } from '../../api/identity/real-service.js';

let service: RealService | undefined;
afterEach(async () => {
  await service?.remove();
  service = undefined;
});

const secrets = `${platform}/entities/platform/secret`;
const leftovers = (folder: string) =>
  readdirSync(join(folder, '.svc')).filter((name) => name.endsWith('.tmp'));
const newKey = () => randomBytes(32).toString('hex');

/** Starts, stores a secret, stops, and returns the folder with the line of its key file. */
async function stopped(): Promise<{ folder: string; keyFile: string; key: string }> {
  const first = await RealService.start();
  const answer = await first.call('POST', secrets, { path: 'shop/api', value: { key: 'the-value' } });
  expect(answer.statusCode, answer.body).toBe(201);
  await first.stop();
  const keyFile = join(first.folder, '.svc/master.key');
  return { folder: first.folder, keyFile, key: readFileSync(keyFile, 'utf8').trim() };
}

/** Leftovers of a process that is killed at a line of `writePrivateFile`, in a rotation or at the first start. */
const states: Record<string, (key: string) => { leftover: string; inFile?: string }> = {
  'before it wrote anything': () => ({ leftover: '' }),
  'in the middle of the new key': () => ({ leftover: newKey().slice(0, 20) }),
  'before the file with both keys was in its place': (key) => ({ leftover: `${newKey()}\n${key}\n` }),
  'in a rotation before the one that ended': (key) => ({
    leftover: `${newKey()}\n${newKey()}\n`,
    inFile: `${key}\n`,
  }),
  'before the file with the new key alone was in its place': (key) => ({
    leftover: `${key}\n`,
    inFile: `${key}\n${newKey()}\n`,
  }),
};

test.each(Object.entries(states))(
  'the leftover of a process that was killed %s is removed at the next start, with a line in the log',
  async (_, state) => {
    const { folder, keyFile, key } = await stopped();
    const { leftover, inFile } = state(key);
    writeFileSync(`${keyFile}.4711.tmp`, leftover, { mode: 0o600 });
    writeFileSync(join(folder, '.svc/settings.json.4712.tmp'), '{', { mode: 0o600 });
    if (inFile !== undefined) writeFileSync(keyFile, inFile);
    service = await RealService.open(folder);
    expect(leftovers(folder)).toEqual([]);
    const line = service.logged.find((each) => each.includes('removed files that an earlier process left'));
    expect(JSON.parse(line ?? '{}').files.sort()).toEqual(['master.key.4711.tmp', 'settings.json.4712.tmp']);
    expect(await service.controller.vault.secrets.read('shop/api')).toEqual({ key: 'the-value' });
    expect(readFileSync(keyFile, 'utf8').split('\n')[0]).toBe(key);
  },
);

test('a leftover stays while the key in the key file does not open the database', async () => {
  const { folder, keyFile, key } = await stopped();
  writeFileSync(`${keyFile}.4711.tmp`, `${newKey()}\n${key}\n`, { mode: 0o600 });
  rmSync(keyFile);
  await expect(RealService.open(folder)).rejects.toMatchObject({ code: 'settings_invalid' });
  expect(leftovers(folder)).toEqual(['master.key.4711.tmp']);
  writeFileSync(keyFile, `${key}\n`);
  service = await RealService.open(folder);
  expect(leftovers(folder)).toEqual([]);
  expect(existsSync(keyFile)).toBe(true);
});
