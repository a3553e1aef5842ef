import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FileProbe } from '../../../../controller/git/index.js';
import { temporaryFolder } from '../git-fixture.js';

test('a file without a write has not moved; a file that was never probed has', () => {
  const { probe } = probed('one');
  expect(probe.movedNow()).toBe(true);
  probe.mark();
  expect(probe.movedNow()).toBe(false);
});

test('writing, replacing, deleting and creating a file each make it moved, until it is marked again', () => {
  const { probe, path } = probed('one');
  const changes = [
    () => writeFileSync(path, 'two'),
    () => {
      writeFileSync(`${path}.lock`, 'six');
      renameSync(`${path}.lock`, path);
    },
    () => rmSync(path),
    () => writeFileSync(path, 'new'),
  ];
  for (const change of changes) {
    probe.mark();
    change();
    expect(probe.movedNow()).toBe(true);
    expect(probe.moved()).toBe(true);
    probe.mark();
    expect(probe.movedNow()).toBe(false);
  }
});

test('two writes of equal length within one step of the clock are told apart', () => {
  const { probe, path } = probed('0000');
  for (let turn = 0; turn < 200; turn++) {
    writeFileSync(path, String(turn * 2).padStart(4, '0'));
    probe.mark();
    writeFileSync(path, String(turn * 2 + 1).padStart(4, '0'));
    expect(probe.movedNow()).toBe(true);
  }
});

function probed(content: string): { probe: FileProbe; path: string } {
  const folder = temporaryFolder();
  const path = join(folder, 'ref');
  writeFileSync(path, content);
  return { probe: new FileProbe([path, join(folder, 'absent')]), path };
}
