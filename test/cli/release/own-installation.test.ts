import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownInstallation } from '../../../cli/client/local/own-installation.js';
import { temporaryFolder } from '../test-io.js';

test('a program knows the installation that it runs from, by whichever name it was started', () => {
  const dir = temporaryFolder();
  const code = join(dir, 'releases/1.2.3/app/dist');
  mkdirSync(code, { recursive: true });
  expect(ownInstallation(code)).toBeUndefined();
  symlinkSync('releases/1.2.3', join(dir, 'current'));
  expect([code, `${code}/`, join(dir, 'current/app/dist')].map((each) => ownInstallation(each))).toEqual([
    dir,
    dir,
    dir,
  ]);
});
