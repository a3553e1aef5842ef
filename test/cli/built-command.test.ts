import { chmodSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { beforeEach, describe, expect, it } from 'vitest';
import { greet, temporaryFolder } from './test-io.js';

const launcher = fileURLToPath(new URL('../../dist/cli/launch.cjs', import.meta.url));
const isBuilt = existsSync(launcher.replace('launch', 'validate'));

describe.skipIf(!isBuilt && process.env['CI'] === undefined)('the built command', () => {
  it('checks files, patterns and the index from its one file', async () => {
    const folder = temporaryFolder({ 'a/greet.yaml': greet, 'b.yaml': 'kind: connexion\n' });
    const svc = (...argv: string[]) =>
      execa(process.execPath, [launcher, ...argv], { cwd: folder, reject: false });
    expect((await svc('validate', 'a')).exitCode).toBe(0);
    expect((await svc('validate', '*.yaml')).stdout).toContain('[kind-unknown]');
    await execa('git', ['init', '-q'], { cwd: folder });
    await execa('git', ['add', 'b.yaml'], { cwd: folder });
    const staged = await svc('validate', '--staged');
    expect([staged.exitCode, staged.stderr]).toEqual([1, '✗ 1 error in 1 file']);
    expect((await svc('--version')).exitCode).toBe(0);
  });

  describe('on a Node whose code the build has not kept', () => {
    let folder = '';
    beforeEach(() => {
      folder = temporaryFolder({ 'greet.yaml': greet, 'broken.yaml': 'kind: connexion\n' });
    });
    /** Other flags have V8 refuse the code of the build, as another version does. */
    const svc = (caches: string, name = 'greet.yaml', env = {}) =>
      execa(process.execPath, ['--no-opt', launcher, 'validate', name], {
        cwd: folder,
        reject: false,
        env: { HOME: caches, XDG_CACHE_HOME: join(caches, 'caches'), ...env },
      });
    const keptIn = (caches: string) => {
      const at = join(caches, 'caches/svc');
      return existsSync(at) ? readdirSync(at).map((name) => join(at, name)) : [];
    };

    it('keeps the code of the first run in the cache folder of the user, and takes it from there', async () => {
      const caches = temporaryFolder();
      expect((await svc(caches)).exitCode).toBe(0);
      const [kept = '', ...more] = keptIn(caches);
      expect([more, statSync(kept).mode & 0o022, statSync(kept).size > 100_000]).toEqual([[], 0, true]);
      const { ino } = statSync(kept);
      expect((await svc(caches, 'broken.yaml')).stdout).toContain('[kind-unknown]');
      expect([keptIn(caches), statSync(kept).ino]).toEqual([[kept], ino]);
    });

    it('replaces code that is broken, and code that others could have written', async () => {
      const caches = temporaryFolder();
      await svc(caches);
      const [kept = ''] = keptIn(caches);
      writeFileSync(kept, 'no code');
      expect((await svc(caches)).exitCode).toBe(0);
      expect(statSync(kept).size).toBeGreaterThan(100_000);
      const { ino } = statSync(kept);
      chmodSync(kept, 0o666);
      expect((await svc(caches)).exitCode).toBe(0);
      expect([statSync(kept).ino === ino, statSync(kept).mode & 0o022]).toEqual([false, 0]);
    });

    it('works where nothing can be written, and writes nothing where it is told not to', async () => {
      const caches = temporaryFolder({ caches: 'a file' });
      expect(await svc(caches)).toMatchObject({ exitCode: 0, stderr: '✓ 1 file valid' });
      const other = temporaryFolder();
      expect((await svc(other, 'greet.yaml', { NODE_DISABLE_COMPILE_CACHE: '1' })).exitCode).toBe(0);
      expect(keptIn(other)).toEqual([]);
    });
  });
});
