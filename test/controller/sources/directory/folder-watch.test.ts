import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { watchFolder } from '../../../../controller/sources/directory/folder-watch.js';
import { eventually, temporaryFolder } from '../../git/git-fixture.js';

test('files that come, change, move and go are reported, also in a new folder', async () => {
  const { folder, told } = await watching({ 'a/one.yaml': '1' });
  await told('a/one.yaml', () => writeFileSync(join(folder, 'a/one.yaml'), '2'));
  await told('a/two.yaml', () => writeFileSync(join(folder, 'a/two.yaml'), '1'));
  await told('a/one.yaml', () => rmSync(join(folder, 'a/one.yaml')));
  await told('a/three.yaml', () => renameSync(join(folder, 'a/two.yaml'), join(folder, 'a/three.yaml')));
  await told('b', () => mkdirSync(join(folder, 'b/c'), { recursive: true }));
  let round = 0;
  await eventually(() => {
    writeFileSync(join(folder, 'b/c/four.yaml'), `${round++}`);
    return told.all().includes('b/c/four.yaml');
  });
});

test('a sign is about one file, however many are beside it', async () => {
  const files = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`a/${at}.yaml`, '1']));
  const { folder, told } = await watching(files);
  await told('a/7.yaml', () => writeFileSync(join(folder, 'a/7.yaml'), '2'));
  await told('a/8.yaml', () => writeFileSync(join(folder, 'a/8.yaml'), '2'));
  expect(new Set(told.all())).toEqual(new Set(['a/7.yaml', 'a/8.yaml']));
});

async function watching(files: Record<string, string>) {
  const folder = temporaryFolder();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const signs: string[] = [];
  const watch = watchFolder(folder, {
    onTouched: (path) => signs.push(path ?? '?'),
    onSettled: () => {},
    restMs: () => Number.POSITIVE_INFINITY,
  });
  onTestFinished(() => watch.stop());
  await watch.ready;
  await eventually(() => signs.includes('?'));
  signs.length = 0;
  /** Does something and waits until it is reported. */
  const told = async (path: string, act: () => void) => {
    const from = signs.length;
    act();
    await eventually(() => signs.slice(from).includes(path));
  };
  return { folder, told: Object.assign(told, { all: () => signs }) };
}
