import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DirectorySource } from '../../../../controller/sources/index.js';
import { eventually, temporaryFolder, WorkTree } from '../../git/git-fixture.js';

test('two thousand changes in a burst end in one state, with none missed', async () => {
  const { folder, follower } = await follow();
  for (let at = 0; at < 700; at++) write(folder, `d${at % 20}/e${at % 3}/f${at}.yaml`, `a${at}`);
  for (let at = 0; at < 700; at++) write(folder, `d${at % 20}/e${at % 3}/f${at}.yaml`, `b${at}`);
  for (let at = 0; at < 300; at++) {
    const path = join(folder, `d${at % 20}/e${at % 3}/f${at}.yaml`);
    renameSync(path, join(folder, `g${at}.yaml`));
  }
  for (let at = 300; at < 500; at++) rmSync(join(folder, `d${at % 20}/e${at % 3}/f${at}.yaml`));
  for (let at = 0; at < 100; at++) rmSync(join(folder, `g${at}.yaml`));
  await eventually(async () => follower.revision === (await evaluateTruth(folder)));
  expect(follower.files()).toHaveLength(400);
});

test('an editor’s atomic save and its own files make one change', async () => {
  const { folder, follower } = await follow({ 'a.yaml': '1' });
  for (const name of ['.a.yaml.swp', '4913', 'a.yaml~', '#a.yaml#']) write(folder, name, 'x');
  write(folder, '.a.yaml.tmp', '2');
  renameSync(join(folder, '.a.yaml.tmp'), join(folder, 'a.yaml'));
  for (const name of ['4913', 'a.yaml~', '#a.yaml#', '.a.yaml.swp']) rmSync(join(folder, name));
  await eventually(async () => follower.revision === (await evaluateTruth(folder)));
  expect(follower.files()).toEqual(['a.yaml']);
});

test('a whole `git checkout` ends in the state of its files', async () => {
  const work = WorkTree.create();
  work.commit(Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`d${at % 6}/${at}.yaml`, 'main'])));
  work.git('switch', '--quiet', '-c', 'other');
  rmSync(join(work.dir, 'd0'), { recursive: true });
  work.commit(Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`e${at % 6}/${at}.yaml`, 'other'])));
  const { follower } = await follow({}, work.dir);
  work.git('switch', '--quiet', 'main');
  await eventually(async () => follower.revision === (await evaluateTruth(work.dir)));
  expect(follower.files()).toHaveLength(60);
});

test('a folder that is removed and made again is followed on', async () => {
  const { folder, follower } = await follow({ 'a.yaml': '1' });
  rmSync(folder, { recursive: true });
  await eventually(() => follower.failed);
  write(folder, 'b.yaml', '1');
  await eventually(() => follower.files().join() === 'b.yaml');
  write(folder, 'c.yaml', '1');
  await eventually(() => follower.files().join() === 'b.yaml,c.yaml');
});

test('a folder renamed, and one moved in with its files, are seen', async () => {
  const { folder, follower } = await follow({ 'a/b/c.yaml': '1' });
  const outside = temporaryFolder();
  write(outside, 'in/d.yaml', '1');
  renameSync(join(folder, 'a'), join(folder, 'z'));
  execFileSync('mv', [join(outside, 'in'), join(folder, 'in')]);
  await eventually(() => follower.files().join() === 'in/d.yaml,z/b/c.yaml');
  write(folder, 'in/e.yaml', '1');
  await eventually(() => follower.files().join() === 'in/d.yaml,in/e.yaml,z/b/c.yaml');
});

/** Looks when it is told to, and only then, as the reconciler does. */
async function follow(files: Record<string, string> = {}, folder = temporaryFolder()) {
  for (const [path, content] of Object.entries(files)) write(folder, path, content);
  const source = new DirectorySource('live', folder);
  let known: string[] = [];
  const follower = { revision: '', failed: false, files: () => known };
  let running = Promise.resolve();
  const look = async () => {
    try {
      follower.revision = await source.observe();
      known = (await source.files(follower.revision)).map(({ path }) => path);
      follower.failed = false;
    } catch {
      follower.failed = true;
    }
  };
  let notices = 0;
  const stop = source.watch(() => {
    notices += 1;
    running = running.then(look);
  });
  onTestFinished(async () => {
    stop();
    await running;
  });
  await eventually(() => notices > 0 && !source.mayHaveMoved());
  return { folder, follower };
}

/** Returns the revision of a first scan of the folder. */
async function evaluateTruth(folder: string): Promise<string> {
  return new DirectorySource('live', folder).observe();
}

function write(folder: string, path: string, content: string): void {
  const place = join(folder, path);
  mkdirSync(join(place, '..'), { recursive: true });
  writeFileSync(place, content);
}
