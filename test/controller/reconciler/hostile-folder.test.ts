import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createCatalog } from '../../../controller/catalog/index.js';
import { kinds } from '../../../controller/kinds/index.js';
import { createReconciler } from '../../../controller/reconciler/index.js';
import { DirectorySource } from '../../../controller/sources/index.js';
import { removeFolder } from '../../remove-folder.js';
import { eventually, temporaryFolder } from '../git/git-fixture.js';
import { checkInvariants, reason } from './invariants.js';
import { MemoryAppliedStore } from './memory-applied-store.js';

const environment = (name: string, region = 'eu') =>
  `kind: environment\nname: ${name}\nvariables: { region: ${region} }\n`;

test('pipes, sockets, and links that lead nowhere, in circles or outside are passed over', async () => {
  const { folder, served } = await start({ 'good.yaml': environment('good') });
  execFileSync('mkfifo', [join(folder, 'pipe.yaml'), join(folder, 'pipe.md')]);
  const socket = createServer().listen(join(folder, 'socket.yaml'));
  onTestFinished(() => void socket.close());
  symlinkSync('/nowhere', join(folder, 'nowhere.yaml'));
  symlinkSync('loop.yaml', join(folder, 'loop.yaml'));
  symlinkSync('.', join(folder, 'circle'));
  symlinkSync('/etc/passwd', join(folder, 'outside.yaml'));
  writeFileSync(join(folder, 'later.yaml'), environment('later'));
  await eventually(() => served() === 'good eu, later eu');
});

test.skipIf(process.platform !== 'linux')(
  'names that are not UTF-8 are reported until they are gone',
  async () => {
    const { folder, served, status } = await start({ 'in/a.yaml': environment('a') });
    const named = (byte: number) =>
      Buffer.concat([Buffer.from(`${folder}/in/caf`), Buffer.of(byte), Buffer.from('.yaml')]);
    const problems = () => status().problems.map(({ file, rule }) => `${file} ${rule}`);
    writeFileSync(named(0xe8), environment('e'));
    writeFileSync(named(0xe9), environment('f'));
    const both = ['in/caf\\350.yaml file-name', 'in/caf\\351.yaml file-name'];
    await eventually(() => problems().join() === both.join());
    expect([served(), status().lastError]).toEqual(['a eu', undefined]);
    rmSync(named(0xe8));
    await eventually(() => problems().join() === both[1]);
    rmSync(named(0xe9));
    await eventually(() => problems().length === 0);
  },
);

test('a file that becomes a pipe, and a file again', async () => {
  const { folder, served } = await start({ 'a.yaml': environment('a'), 'b.yaml': environment('b') });
  rmSync(join(folder, 'a.yaml'));
  execFileSync('mkfifo', [join(folder, 'a.yaml')]);
  await eventually(() => served() === 'b eu');
  rmSync(join(folder, 'a.yaml'));
  writeFileSync(join(folder, 'a.yaml'), environment('a', 'us'));
  await eventually(() => served() === 'a us, b eu');
});

test.each([
  ['a file', 'a.yaml'],
  ['a folder', 'in'],
])(
  '%s that may not be read keeps its last state, is reported, and delays nothing else',
  async (_, locked) => {
    const files = { 'a.yaml': environment('a'), 'in/b.yaml': environment('b'), 'c.yaml': environment('c') };
    const { folder, served, status, reconciler } = await start(files);
    const ready = status().conditions[0];
    const unlock = lock(join(folder, locked));
    writeFileSync(join(folder, 'c.yaml'), environment('c', 'us'));
    await eventually(() => served() === 'a eu, b eu, c us');
    await eventually(() => status().lastError?.includes(join(folder, locked)) === true);
    expect(reason(status(), 'Reconciling')).toBe('Retrying');
    expect(status().conditions[0]).toMatchObject({ status: ready?.status, reason: ready?.reason });
    await reconciler.request('live');
    expect(served()).toBe('a eu, b eu, c us');
    unlock();
    writeFileSync(join(folder, 'a.yaml'), environment('a', 'us'));
    writeFileSync(join(folder, 'in/b.yaml'), environment('b', 'us'));
    await eventually(() => served() === 'a us, b us, c us');
    await eventually(() => status().lastError === undefined);
  },
);

test('a folder that is replaced by a file, or may not be read, keeps what it had until it is back', async () => {
  const { folder, served, status, reconciler } = await start({ 'a.yaml': environment('a') });
  const aside = `${folder}-aside`;
  onTestFinished(() => removeFolder(aside));
  const broken: (() => () => void)[] = [
    () => {
      renameSync(folder, aside);
      writeFileSync(folder, 'not a folder');
      return () => {
        rmSync(folder);
        renameSync(aside, folder);
      };
    },
    () => {
      renameSync(folder, aside);
      symlinkSync(folder, folder);
      return () => {
        rmSync(folder);
        renameSync(aside, folder);
      };
    },
    () => lock(folder),
  ];
  for (const [turn, spoil] of broken.entries()) {
    const before = served();
    const mend = spoil();
    await reconciler.request('live');
    // A try that follows may be under way already.
    await eventually(() => reason(status(), 'Reconciling') === 'Retrying');
    expect(served()).toBe(before);
    expect(reason(status(), 'Ready')).toBe('Applied');
    mend();
    writeFileSync(join(folder, 'a.yaml'), environment('a', `turn-${turn}`));
    await eventually(() => served() === `a turn-${turn}`);
    await eventually(() => reason(status(), 'Reconciling') === undefined);
  }
});

test('a folder that is a link to itself is a failure that ends, not one of the process', async () => {
  const folder = join(temporaryFolder(), 'entities');
  symlinkSync(folder, folder);
  const { served, status } = await start({}, folder);
  // A try that follows may be under way already.
  await eventually(() => reason(status(), 'Reconciling') === 'Retrying');
  expect(reason(status(), 'Ready')).toBe('DirectoryFailed');
  rmSync(folder);
  mkdirSync(folder);
  writeFileSync(join(folder, 'a.yaml'), environment('a'));
  await eventually(() => served() === 'a eu');
});

/** Removes all permissions, also for root: the process then continues as an unprivileged user. */
function lock(path: string): () => void {
  chmodSync(path, 0o000);
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  let unlock = () => {
    unlock = () => {};
    if (isRoot) process.seteuid?.(0);
    chmodSync(path, 0o777);
  };
  onTestFinished(() => unlock());
  return () => unlock();
}

async function start(files: Record<string, string>, folder = temporaryFolder()) {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true, mode: 0o777 });
    writeFileSync(join(folder, path), content);
    chmodSync(join(folder, path), 0o666);
  }
  if (Object.keys(files).length > 0) chmodSync(folder, 0o777);
  const reconciler = createReconciler({
    sourceFor: () => new DirectorySource('live', folder),
    catalog: createCatalog(kinds),
    applied: new MemoryAppliedStore(),
    production: 'live',
    rules: { policy: 'entity', pruneLimit: 50 },
    pollIntervalMs: 3_600_000,
  });
  onTestFinished(() => reconciler.stop());
  const status = () => checkInvariants(reconciler.status('live'));
  /** The environments in service, each with its region. */
  const served = () =>
    (reconciler.peek('live')?.list('environment') ?? [])
      .map(({ name, definition }) => `${name} ${(definition['variables'] as { region: string }).region}`)
      .sort()
      .join(', ');
  await reconciler.current('live').catch(() => undefined);
  await eventually(() => status().conditions.every(({ reason: why }) => why !== 'Progressing'));
  return { folder, reconciler, status, served };
}
