import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fetch } from '../../../cli/release/update/fetch.js';
import { temporaryFolder } from '../test-io.js';
import { contextFor, getCode, getContent, getDirVersion } from './installation.js';
import { ReleaseRepository } from './release-repository.js';
import { serveRepository } from './repository-server.js';

/** True for a user who may mount a small disk. */
const canMount = process.platform === 'linux' && process.getuid?.() === 0;

async function repositoryWith(...versions: string[]): Promise<ReleaseRepository> {
  const repository = new ReleaseRepository(temporaryFolder());
  await repository.publish(versions.map((version) => ({ version, notes: `Notes of ${version}` })));
  return repository;
}

test('the newest release is fetched from a folder, and is in use in a new installation', async () => {
  const repository = await repositoryWith('1.0.0', '1.2.0', '1.10.0', '2.0.0-rc.1');
  const dir = temporaryFolder();
  const fetched = await fetch(contextFor(dir, repository), { url: repository.address });
  expect(fetched).toMatchObject({
    version: '1.10.0',
    isNew: true,
    current: '1.10.0',
    notes: 'Notes of 1.10.0',
  });
  expect(await getDirVersion(dir)).toBe('1.10.0');
  expect(statSync(join(dir, 'releases/1.10.0/bin/svc')).mode & 0o777).toBe(0o755);
  expect(JSON.parse(readFileSync(join(dir, 'releases.json'), 'utf8')).releases).toMatchObject([
    { action: 'install', version: '1.10.0' },
  ]);
});

test('a release is fetched over HTTPS beside the one in use, which stays in use', async () => {
  const repository = await repositoryWith('1.0.0', '1.1.0');
  const server = await serveRepository(repository.folder);
  const dir = temporaryFolder();
  const context = contextFor(dir, repository, { ca: server.ca });
  await fetch(context, { url: server.address, version: '1.0.0' });
  const fetched = await fetch(context, { url: server.address, version: '1.1.0' });
  expect(fetched).toMatchObject({ version: '1.1.0', isNew: true, current: '1.0.0' });
  expect(await getDirVersion(dir)).toBe('1.0.0');
});

test('fetching a release again changes nothing', async () => {
  const repository = await repositoryWith('1.0.0');
  const dir = temporaryFolder();
  const context = contextFor(dir, repository);
  await fetch(context, { url: repository.address });
  const before = getContent(dir);
  expect(await fetch(context, { url: repository.address })).toMatchObject({ isNew: false });
  expect(getContent(dir)).toEqual(before);
});

test('a download that was cut off continues at its last byte', async () => {
  const repository = new ReleaseRepository(temporaryFolder());
  await repository.publish([{ version: '1.0.0', ballast: 3_000_000 }]);
  const server = await serveRepository(repository.folder);
  const dir = temporaryFolder();
  const context = contextFor(dir, repository, { ca: server.ca });
  server.intercept = (request, response) => {
    if (!request.url?.startsWith('/targets/')) return false;
    const whole = readFileSync(repository.archive('1.0.0'));
    response.writeHead(200, { 'content-length': whole.length });
    response.write(whole.subarray(0, 1_000_000), () => response.destroy());
    return true;
  };
  expect(await getCode(fetch(context, { url: server.address }))).toBe('release_unreachable');
  server.intercept = () => false;
  await fetch(context, { url: server.address });
  expect(server.asked.at(-1)).toMatch(/ bytes=[1-9]\d+-$/);
  expect(await getDirVersion(dir)).toBe('1.0.0');
});

test('a part of a download that is not of the archive is replaced', async () => {
  const repository = await repositoryWith('1.0.0');
  const dir = temporaryFolder({ 'releases/keep': '' });
  const [{ sha256 = '' } = {}] = (await repository.publish([])).releases;
  writeFileSync(join(dir, 'releases', `.tmp-${sha256}.partial`), 'not of this archive');
  await fetch(contextFor(dir, repository), { url: repository.address });
  expect(await getDirVersion(dir)).toBe('1.0.0');
});

test('a version that does not exist is refused with the ones that do', async () => {
  const repository = await repositoryWith('1.0.0', '1.1.0');
  const wanted = fetch(contextFor(temporaryFolder(), repository), {
    url: repository.address,
    version: '3.0.0',
  });
  await expect(wanted).rejects.toMatchObject({
    code: 'release_not_found',
    hints: ['The newest releases are 1.1.0, 1.0.0.'],
  });
});

test('a release whose program does not start, or states another version, does not appear', async () => {
  const repository = new ReleaseRepository(temporaryFolder());
  await repository.publish([{ version: '1.0.0', states: '9.9.9' }]);
  const dir = temporaryFolder();
  const command = fetch(contextFor(dir, repository), { url: repository.address });
  expect(await getCode(command)).toBe('release_broken');
  expect(existsSync(join(dir, 'releases/1.0.0'))).toBe(false);
  expect(existsSync(join(dir, 'current'))).toBe(false);
});

test.skipIf(!canMount)(
  'a release that needs more than the free space is refused before the download',
  async () => {
    const repository = new ReleaseRepository(temporaryFolder());
    await repository.publish([{ version: '1.0.0', ballast: 3_000_000 }]);
    const server = await serveRepository(repository.folder);
    const dir = temporaryFolder();
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'svc-test', dir]);
    onTestFinished(() => void execFileSync('umount', ['--lazy', dir]));
    const command = fetch(contextFor(dir, repository, { ca: server.ca }), { url: server.address });
    await expect(command).rejects.toMatchObject({
      code: 'release_space_missing',
      message: expect.stringMatching(/needs 1\d MB in .*, and \d MB are free/),
    });
    expect(server.asked.filter((path) => path.startsWith('/targets/'))).toEqual([]);
  },
);

test('two commands do not change an installation at once', async () => {
  const repository = await repositoryWith('1.0.0');
  const server = await serveRepository(repository.folder);
  const dir = temporaryFolder();
  const context = contextFor(dir, repository, { ca: server.ca });
  let second = '';
  server.intercept = (request, response) => {
    if (second !== '' || !request.url?.startsWith('/targets/')) return false;
    second = 'asked';
    void getCode(fetch(context, { url: server.address })).then((code) => {
      second = code;
      response.destroy();
    });
    return true;
  };
  expect(await getCode(fetch(context, { url: server.address }))).toBe('release_unreachable');
  expect(second).toBe('release_busy');
});
