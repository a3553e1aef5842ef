import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, onTestFinished, test } from 'vitest';
import { findRunningServer } from '../../../cli/client/local/installation.js';
import type { ReleaseContext } from '../../../cli/release/update/context.js';
import { databaseVersion } from '../../../cli/release/update/database-file.js';
import { fetch } from '../../../cli/release/update/fetch.js';
import { rollback } from '../../../cli/release/update/rollback.js';
import { update } from '../../../cli/release/update/update.js';
import { eventually } from '../../eventually.js';
import { temporaryFolder } from '../test-io.js';
import { contextFor, getCode, getDirVersion } from './installation.js';
import { ProcessControl } from './process-control.js';
import { ReleaseRepository } from './release-repository.js';
import type { SampleRelease } from './sample-release.js';

interface Scene {
  dir: string;
  data: string;
  repository: ReleaseRepository;
  context: ReleaseContext & { printed: { text: string } };
  control: ProcessControl;
  url: string;
}

/** Makes an installation of 1.0.0, whose service runs unless `isStopped`. */
async function installed(releases: readonly SampleRelease[], isStopped = false): Promise<Scene> {
  const repository = new ReleaseRepository(temporaryFolder());
  await repository.publish([{ version: '1.0.0' }, ...releases]);
  const dir = temporaryFolder();
  const data = join(dir, 'data');
  const control = new ProcessControl(dir, data);
  const findControl = async () => control;
  const context = contextFor(dir, repository, { findControl, readyMs: 10_000 });
  await fetch(context, { url: repository.address, version: '1.0.0' });
  if (!isStopped) await start(control, data);
  onTestFinished(() => control.stop());
  return { dir, data, repository, context, control, url: repository.address };
}

async function start(control: ProcessControl, data: string): Promise<void> {
  await control.start();
  await eventually(() => findRunningServer(data));
}

async function runningVersion(data: string): Promise<string | undefined> {
  const server = findRunningServer(data);
  if (server === undefined) return undefined;
  return ((await (await globalThis.fetch(`${server.url}/readyz`)).json()) as { version: string }).version;
}

function getHistory(dir: string): string[] {
  const { releases } = JSON.parse(readFileSync(join(dir, 'releases.json'), 'utf8'));
  return releases.map(({ action, version }: { action: string; version: string }) => `${action} ${version}`);
}

test('an update restarts the service with the new version and a copy of the database', async () => {
  const { dir, data, context, url } = await installed([{ version: '1.1.0', databaseVersion: '0002-second' }]);
  const done = await update(context, { url });
  expect(done).toMatchObject({ version: '1.1.0', from: '1.0.0', isRunning: true });
  expect([await getDirVersion(dir), await runningVersion(data)]).toEqual(['1.1.0', '1.1.0']);
  expect(databaseVersion(data)).toBe('0002-second');
  expect(databaseVersion(join(done.backup ?? '', '..'))).toBe('0001-first');
  expect(getHistory(dir)).toEqual(['install 1.0.0', 'update 1.1.0']);
  expect(existsSync(join(dir, 'update.json'))).toBe(false);
});

test('a service that does not run stays stopped after an update', async () => {
  const { dir, data, context, url } = await installed([{ version: '1.1.0' }], true);
  expect(await update(context, { url })).toMatchObject({ version: '1.1.0', isRunning: false, backup: null });
  expect([await getDirVersion(dir), await runningVersion(data)]).toEqual(['1.1.0', undefined]);
});

test('an update to the version in use changes nothing', async () => {
  const { data, context, url } = await installed([]);
  const before = findRunningServer(data);
  expect(await update(context, { url })).toMatchObject({ version: '1.0.0', from: '1.0.0', backup: null });
  expect(findRunningServer(data)).toEqual(before);
});

test('an update whose service does not become ready returns by itself', async () => {
  const { dir, data, context, url } = await installed([{ version: '1.1.0', service: 'unready' }]);
  const failure = update({ ...context, readyMs: 1_500 }, { url });
  await expect(failure).rejects.toMatchObject({
    code: 'release_not_started',
    message: expect.stringContaining('it is never ready. Version 1.0.0 is in use again'),
  });
  expect([await getDirVersion(dir), await runningVersion(data)]).toEqual(['1.0.0', '1.0.0']);
  expect(getHistory(dir)).toEqual(['install 1.0.0', 'returned 1.0.0']);
});

test('an update that migrates the database and then ends returns to the database from before', async () => {
  const { data, context, url } = await installed([
    { version: '1.1.0', service: 'ends', databaseVersion: '0002-second' },
  ]);
  expect(await getCode(update({ ...context, readyMs: 1_500 }, { url }))).toBe('release_not_started');
  expect([databaseVersion(data), await runningVersion(data)]).toEqual(['0001-first', '1.0.0']);
  expect(existsSync(join(data, 'svc.db.replaced'))).toBe(true);
});

test('a version that refuses the present configuration is refused with its findings', async () => {
  const { dir, data, context, url } = await installed([{ version: '1.1.0', refuses: 'old-word' }]);
  const files = { 'svc.yaml': `Git: { Enabled: false, Directory: ${join(dir, 'files')} }\n` };
  writeFileSync(join(dir, 'svc.yaml'), files['svc.yaml']);
  mkdirSync(join(dir, 'files'));
  writeFileSync(join(dir, 'files', 'a.yaml'), 'old-word: 1\n');
  const before = findRunningServer(data);
  await expect(update(context, { url })).rejects.toMatchObject({
    code: 'release_configuration_refused',
    errors: [{ file: 'a.yaml', line: 1, column: 1, message: 'has the word old-word' }],
  });
  expect([await getDirVersion(dir), findRunningServer(data)]).toEqual(['1.0.0', before]);
});

test('the production branch is checked, and a file that the present version refuses too does not count', async () => {
  const { dir, data, context, url, repository } = await installed([
    { version: '1.1.0', refuses: 'old-word' },
  ]);
  const work = temporaryFolder({ 'a.yaml': 'old-word: 1\n' });
  const git = (...args: string[]) =>
    execa('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: work });
  await git('init', '-q', '-b', 'main');
  await git('add', '.');
  await git('commit', '-q', '-m', 'one');
  await git('clone', '-q', '--bare', '.', join(data, 'repository.git'));
  expect(await getCode(update(context, { url }))).toBe('release_configuration_refused');
  await repository.publish([{ version: '1.2.0' }, { version: '1.3.0', refuses: 'old-word' }]);
  await update(context, { url, version: '1.2.0' });
  expect(await getCode(update(context, { url }))).toBe('release_configuration_refused');
  await repository.publish([{ version: '2.0.0', refuses: 'old-word' }]);
  // The release in use refuses the file as well from here on.
  const validate = join(dir, 'releases/1.3.0/app/validate.mjs');
  writeFileSync(join(dir, 'releases/1.2.0/app/validate.mjs'), readFileSync(validate));
  expect(await update(context, { url })).toMatchObject({ version: '2.0.0' });
});

test('an older version is refused, and so is one that needs a step in between', async () => {
  const { context, url, repository } = await installed([{ version: '1.1.0' }]);
  await update(context, { url });
  expect(await getCode(update(context, { url, version: '1.0.0' }))).toBe('release_update_older');
  await repository.publish([{ version: '3.0.0', minimumVersion: '2.0.0' }]);
  await expect(update(context, { url })).rejects.toMatchObject({
    code: 'release_not_supported',
    hints: [expect.stringContaining('svc app update --version 2.0.0')],
  });
});

test('a service in the foreground, which no service manager restarts, is not left behind', async () => {
  const { dir, data, context, url, control } = await installed([{ version: '1.1.0' }]);
  const alone = { ...context, findControl: async () => undefined };
  expect(await getCode(update(alone, { url }))).toBe('release_service_running');
  expect(await getDirVersion(dir)).toBe('1.0.0');
  await control.stop();
  expect(await update(alone, { url })).toMatchObject({ version: '1.1.0' });
  expect(await runningVersion(data)).toBeUndefined();
});

test('a rollback returns to the version before, and a second one has none', async () => {
  const { dir, data, context, url } = await installed([{ version: '1.1.0' }]);
  await update(context, { url });
  expect(await rollback(context)).toMatchObject({ version: '1.0.0', from: '1.1.0', isRunning: true });
  expect([await getDirVersion(dir), await runningVersion(data)]).toEqual(['1.0.0', '1.0.0']);
  expect(await getCode(rollback(context))).toBe('release_not_found');
  expect(await update(context, { url })).toMatchObject({ version: '1.1.0' });
});

test('a rollback is refused after a migration, and restores the copy from before on request', async () => {
  const { data, context, url } = await installed([{ version: '1.1.0', databaseVersion: '0002-second' }]);
  const { backup } = await update(context, { url });
  await expect(rollback(context)).rejects.toMatchObject({
    code: 'release_rollback_refused',
    message: expect.stringContaining(`The copy from before is ${backup}`),
    hints: [expect.stringContaining('--restore-database')],
  });
  expect(await runningVersion(data)).toBe('1.1.0');
  expect(await rollback(context, true)).toMatchObject({ version: '1.0.0', isRunning: true });
  expect([databaseVersion(data), await runningVersion(data)]).toEqual(['0001-first', '1.0.0']);
});

test('a rollback whose service does not become ready returns to the newer database', async () => {
  const { dir, data, context, url } = await installed([{ version: '1.1.0', databaseVersion: '0002-second' }]);
  await update(context, { url });
  writeFileSync(join(dir, 'releases/1.0.0/app/serve.mjs'), 'process.exit(1)');
  expect(await getCode(rollback({ ...context, readyMs: 1_500 }, true))).toBe('release_not_started');
  expect([databaseVersion(data), await runningVersion(data)]).toEqual(['0002-second', '1.1.0']);
});

test('three releases stay, the one in use and the one before among them', async () => {
  const { dir, context, url, repository } = await installed([{ version: '1.1.0' }], true);
  for (const version of ['1.1.0', '1.2.0', '1.3.0', '1.4.0']) {
    await repository.publish([{ version }]);
    await update(context, { url });
  }
  expect(readdirSync(join(dir, 'releases')).sort()).toEqual(['1.2.0', '1.3.0', '1.4.0']);
});

test('a folder without an installation is refused', async () => {
  const repository = new ReleaseRepository(temporaryFolder());
  const context = contextFor(temporaryFolder(), repository);
  expect(await getCode(update(context, { url: repository.address }))).toBe('release_not_installed');
  expect(await getCode(rollback(context))).toBe('release_not_installed');
});

test('a database that cannot be copied leaves the version and the service as they were', async () => {
  const { dir, data, context, url } = await installed([{ version: '1.1.0' }]);
  writeFileSync(join(dir, 'backups'), 'not a folder');
  expect(await getCode(update(context, { url }))).toBe('release_folder_unusable');
  await eventually(() => findRunningServer(data));
  expect([await getDirVersion(dir), await runningVersion(data)]).toEqual(['1.0.0', '1.0.0']);
  expect(existsSync(join(dir, 'update.json'))).toBe(false);
});
