import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { chokidarTree } from '../../../controller/sources/chokidar-tree.js';
import { InotifyTree } from '../../../controller/sources/inotify-tree.js';
import type { TreeEvents, TreeWatch } from '../../../controller/sources/tree-watch.js';
import { eventually, temporaryFolder } from '../repository/git-fixture.js';

const isLinux = process.platform === 'linux';
const trees: [string, boolean, (folder: string, events: TreeEvents) => TreeWatch][] = [
  ['a watch a folder', isLinux, (folder, events) => new InotifyTree(folder, events)],
  ['chokidar', true, chokidarTree],
];

describe.each(trees)('%s', (_name, isHere, start) => {
  test.skipIf(!isHere)('tells of files that come, change, move and go, also in a new folder', async () => {
    const { folder, told } = await watching({ 'a/one.yaml': '1' }, start);
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
});

test.skipIf(!isLinux)('a sign is about one file, however many are beside it', async () => {
  const files = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`a/${at}.yaml`, '1']));
  const { folder, told } = await watching(files, trees[0]?.[2] ?? chokidarTree);
  await told('a/7.yaml', () => writeFileSync(join(folder, 'a/7.yaml'), '2'));
  await told('a/8.yaml', () => writeFileSync(join(folder, 'a/8.yaml'), '2'));
  expect(new Set(told.all())).toEqual(new Set(['a/7.yaml', 'a/8.yaml']));
});

async function watching(
  files: Record<string, string>,
  start: (folder: string, events: TreeEvents) => TreeWatch,
) {
  const folder = temporaryFolder();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const signs: string[] = [];
  const tree = start(folder, {
    onSign: (path) => signs.push(path?.slice(folder.length + 1) ?? '?'),
    onBlindSpot: () => {},
  });
  onTestFinished(() => tree.close());
  await tree.ready;
  signs.length = 0;
  /** Does something and waits until it has been told of. */
  const told = async (path: string, act: () => void) => {
    const from = signs.length;
    act();
    await eventually(() => signs.slice(from).includes(path));
  };
  return { folder, told: Object.assign(told, { all: () => signs }) };
}
