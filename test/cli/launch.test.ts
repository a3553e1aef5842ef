import { chmodSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../eventually.js';
import { greet, temporaryFolder } from './test-io.js';

const launcher = fileURLToPath(new URL('../../dist/cli/launch.cjs', import.meta.url));
const isBuilt = existsSync(launcher.replace('launch', 'validate'));

/** Starts the service of a folder and stops it when it listens. */
async function serveOnce(
  folder: string,
  { env, flags = [] }: { env: Record<string, string>; flags?: readonly string[] },
): Promise<void> {
  const args = [...flags, launcher, 'serve', '--port', '0'];
  const service = execa(process.execPath, args, { cwd: folder, env, reject: false });
  await eventually(() => existsSync(join(folder, '.svc/server.json')));
  service.kill('SIGTERM');
  expect((await service).exitCode).toBe(0);
}

describe.skipIf(!isBuilt && process.env['CI'] === undefined)('the built command', () => {
  it('checks files, patterns and the Git index with the bundle of svc validate', async () => {
    const folder = temporaryFolder({ 'a/greet.yaml': greet, 'b.yaml': 'kind: connexion\n' });
    const svc = (...argv: string[]) =>
      execa(process.execPath, [launcher, ...argv], { cwd: folder, reject: false });
    expect((await svc('validate', 'a')).exitCode).toBe(0);
    expect((await svc('validate', '*.yaml')).stdout).toContain('[kind-unknown]');
    await execa('git', ['init', '-q'], { cwd: folder });
    await execa('git', ['add', 'b.yaml'], { cwd: folder });
    const staged = await svc('validate', '--staged');
    expect([staged.exitCode, staged.stderr]).toEqual([
      1,
      expect.stringMatching(/^✗ 3 errors in 1 file; `svc explain rule\.[\w-]+` says more$/),
    ]);
    expect((await svc('--version')).exitCode).toBe(0);
  });

  it('uses the code of the build for svc validate, for the service and for other commands', async () => {
    const folder = temporaryFolder({ 'greet.yaml': greet });
    const caches = temporaryFolder();
    const env = { XDG_CACHE_HOME: caches };
    await execa(process.execPath, [launcher, 'validate', 'greet.yaml'], { cwd: folder, env });
    await execa(process.execPath, [launcher, '--version'], { cwd: folder, env });
    await serveOnce(folder, { env });
    // A run whose V8 refuses the code keeps its own there.
    expect(readdirSync(caches)).toEqual([]);
  });

  describe('on a Node version other than that of the build', () => {
    let folder = '';
    beforeEach(() => {
      folder = temporaryFolder({ 'greet.yaml': greet, 'broken.yaml': 'kind: connexion\n' });
    });
    /** Another V8 flag makes V8 refuse the code of the build, as another version of Node does. */
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

    it('the first run writes its code to the cache folder of the user, and the next run reads it', async () => {
      const caches = temporaryFolder();
      expect((await svc(caches)).exitCode).toBe(0);
      const [kept = '', ...more] = keptIn(caches);
      expect([more, statSync(kept).mode & 0o022, statSync(kept).size > 100_000]).toEqual([[], 0, true]);
      const { ino } = statSync(kept);
      expect((await svc(caches, 'broken.yaml')).stdout).toContain('[kind-unknown]');
      expect([keptIn(caches), statSync(kept).ino]).toEqual([[kept], ino]);
    });

    it('the service keeps code that its next start accepts', async () => {
      const caches = temporaryFolder();
      const options = { env: { XDG_CACHE_HOME: join(caches, 'caches') }, flags: ['--no-opt'] };
      await serveOnce(folder, options);
      const [kept = '', ...more] = keptIn(caches);
      const { ino } = statSync(kept);
      await serveOnce(folder, options);
      expect([more, keptIn(caches), statSync(kept).ino]).toEqual([[], [kept], ino]);
    });

    it('a broken code file, and one that other users can write, is replaced', async () => {
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

    it('a cache folder that cannot be written is ignored, and NODE_DISABLE_COMPILE_CACHE prevents writing', async () => {
      const caches = temporaryFolder({ caches: 'a file' });
      expect(await svc(caches)).toMatchObject({ exitCode: 0, stderr: '✓ 1 file valid' });
      const other = temporaryFolder();
      expect((await svc(other, 'greet.yaml', { NODE_DISABLE_COMPILE_CACHE: '1' })).exitCode).toBe(0);
      expect(keptIn(other)).toEqual([]);
    });
  });
});
