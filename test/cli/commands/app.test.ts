import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ReleaseRepository } from '../release/release-repository.js';
import { svc, temporaryFolder } from '../test-io.js';

/** Makes a folder whose trusted root is that of a repository with 1.0.0 and 1.1.0. */
async function trusting(): Promise<{ dir: string; url: string }> {
  const repository = new ReleaseRepository(temporaryFolder());
  await repository.publish([{ version: '1.0.0' }, { version: '1.1.0', notes: 'Faster.' }]);
  const dir = temporaryFolder();
  mkdirSync(join(dir, 'tuf'));
  writeFileSync(join(dir, 'tuf/root.json'), repository.root());
  return { dir, url: repository.address };
}

test('svc app fetches, updates and rolls back, and says what it did', async () => {
  const { dir, url } = await trusting();
  const env = { SVC_RELEASE_URL: url };
  const fetched = await svc(dir, ['app', 'fetch', '--dir', dir, '--version', '1.0.0'], { env });
  expect(fetched.exitCode).toBe(0);
  expect(fetched.stdout).toBe(
    `Fetched svc 1.0.0 in ${join(dir, 'releases/1.0.0')}. It is the version in use.\n`,
  );
  const newer = await svc(dir, ['app', 'fetch', '--dir', '.', '--url', url]);
  expect(newer.stdout).toMatch(/1\.1\.0\. In use is 1\.0\.0: `svc app update`\.\n\nFaster\.\n$/);
  const updated = await svc(dir, ['app', 'update', '--dir', dir], { env });
  expect(updated).toMatchObject({
    exitCode: 0,
    stdout: 'Updated svc from 1.0.0 to 1.1.0. The service did not run; its next start uses this version.\n',
    stderr: 'There is no configuration to check yet\n',
  });
  const again = await svc(dir, ['app', 'update', '--dir', dir], { env });
  expect(again.stdout).toBe('svc 1.1.0 is the newest version, and in use.\n');
  const back = await svc(dir, ['app', 'rollback', '--dir', dir, '--json']);
  expect(JSON.parse(back.stdout)).toEqual({
    version: '1.0.0',
    from: '1.1.0',
    isRunning: false,
    backup: null,
  });
});

describe('a wrong command line', () => {
  test.each([
    [['app', 'fetch'], 2, 'Name the folder of one with `--dir <folder>`'],
    [['app', 'fetch', '--dir', '.'], 2, 'release_address_missing'],
    [['app', 'fetch', '--dir', '.', '--url', 'http://example.com'], 2, 'release_address_invalid'],
    [['app', 'fetch', '--dir', '.', '--url', 'file:nowhere'], 3, 'release_root_missing'],
    [['app', 'upgrade', '--dir', '.'], 2, 'Use one of `fetch`, `update`, `rollback`'],
    [['app', 'update', '--dir', '.', '--url', 'file:nowhere'], 2, 'release_not_installed'],
    [['app', 'rollback', '--dir', '.', '--version', '1'], 2, 'takes no `--version`'],
    [['app', 'fetch', '--dir', '.', '--accept-expired', 'soon', '--url', 'file:x'], 2, 'a date in the past'],
    [
      ['app', 'fetch', '--dir', '.', '--accept-expired', '2999-01-01', '--url', 'file:x'],
      2,
      'a date in the past',
    ],
    [['app', 'fetch', '--dir', '.', '--accept-expired', '2026-01-01', '--url', 'https://x.test'], 2, 'only'],
  ])('%j is refused with a hint', async (argv, code, text) => {
    const folder = temporaryFolder();
    const { exitCode, stdout, stderr } = await svc(folder, argv);
    expect([exitCode, stdout]).toEqual([code, '']);
    expect(stderr).toContain(text);
    expect(stderr).toContain('hint: ');
    expect(existsSync(join(folder, 'releases'))).toBe(false);
  });
});
