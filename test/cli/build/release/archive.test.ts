import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa, execaSync } from 'execa';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { getRuntime, platformHere, platforms } from '../../../../cli/build/release/archive/runtime.js';
import { runtimeFiles } from '../../../../cli/build/release/archive/runtime-files.js';
import { eventually } from '../../../eventually.js';
import { removeFolder } from '../../../remove-folder.js';
import { greet, temporaryFolder } from '../../test-io.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const downloads = join(root, 'node_modules/.cache/svc-runtimes');
const platform = platformHere();
const isBuilt = existsSync(join(root, 'dist/cli/bundled-packages.json'));
const canBuild = platform !== undefined && (isBuilt || process.env['CI'] !== undefined) && hasRuntime();

/** Looks for the package of Node; without the registry these tests are skipped, with a line that says so. */
function hasRuntime(): boolean {
  if (platform === undefined) return false;
  const { package: name, version } = getRuntime(platform);
  if (existsSync(join(downloads, `${name}-${version}.tgz`))) return true;
  const view = execaSync('npm', ['view', `${name}@${version}`, 'version'], {
    reject: false,
    timeout: 30_000,
  });
  if (view.exitCode === 0) return true;
  const missing = `The npm registry does not answer for ${name}@${version}`;
  if (process.env['SVC_REQUIRE_SERVERS'] === '1') throw new Error(missing);
  process.stderr.write(`${missing}: tests of the release are skipped.\n`);
  return false;
}

/** Processes without a network, where the machine lets a test make such a place. */
const isolated =
  execaSync('unshare', ['-n', 'true'], { reject: false }).exitCode === 0 ? ['unshare', '-n'] : [];

describe.skipIf(!canBuild)('the archive of a release for this platform', () => {
  let folder = '';
  let top = '';
  const archiveIn = (name: string) => join(folder, name, `svc-9.8.7-${platform}.tar.gz`);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'svc-release-'));
    const build = (name: string) => {
      const options = ['--built', '--version', '9.8.7', '--base', 'https://releases.example.com/svc/'];
      const args = ['--out', join(folder, name), '--platform', `${platform}`, ...options];
      return execa('tsx', ['cli/build/release/main.ts', 'build', ...args], { cwd: root, preferLocal: true });
    };
    await Promise.all([build('one'), build('two')]);
    await execa('tar', ['-xzf', archiveIn('one'), '-C', folder]);
    top = join(folder, `svc-9.8.7-${platform}`);
  }, 600_000);
  afterAll(() => removeFolder(folder));

  /** Runs the program of the release with an empty environment, no Node in the path and no network. */
  const svc = (...args: string[]) => {
    const tools = temporaryFolder();
    for (const name of ['sh', 'dirname', 'readlink'])
      execaSync('sh', ['-c', `ln -s "$(command -v ${name})" ${tools}`]);
    const line = ['env', '-i', `PATH=${tools}`, `HOME=${tools}`, join(top, 'bin/svc'), ...args];
    const [program = '', ...rest] = [...isolated, ...line];
    return execa(program, rest, { reject: false, all: true, forceKillAfterDelay: 20_000 });
  };

  it('has the same bytes when it is built twice', () => {
    const hash = (name: string) =>
      createHash('sha256')
        .update(readFileSync(archiveIn(name)))
        .digest('hex');
    expect(hash('one')).toBe(hash('two'));
  });

  it('has fewer than 80 MB, and no types and maps of modules', () => {
    expect(statSync(archiveIn('one')).size).toBeLessThan(80e6);
    const paths = readdirSync(top, { recursive: true, encoding: 'utf8' });
    expect(paths.filter((path) => /\.(map|d\.[cm]?ts)$/.test(path))).toEqual([]);
  });

  it('runs without Node and without a network', async () => {
    const work = temporaryFolder({ 'greet.yaml': greet });
    expect((await svc('--version')).stdout).toMatch(/^9\.8\.7 \([0-9a-f]{8}\)$/);
    expect(await svc('validate', work)).toMatchObject({ exitCode: 0, stderr: '✓ 1 file valid' });
    const run = await svc('run-flow', join(work, 'greet.yaml'), '-p', 'name=Ada');
    expect(run).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Ada') });
  });

  it('serves without Node and without a network, until it is stopped', async () => {
    const work = temporaryFolder({ 'greet.yaml': greet });
    const service = svc('serve', '--dir', work, '--port', '0');
    let printed = '';
    service.all?.on('data', (text) => (printed += text));
    await eventually(() => printed.includes('svc 9.8.7 is running'));
    service.kill('SIGTERM');
    expect((await service).exitCode).toBe(0);
  });

  it('states what it is, and where newer releases are', () => {
    const read = (path: string) => JSON.parse(readFileSync(join(top, path), 'utf8'));
    const migrations = readdirSync(join(root, 'controller/storage/migrations')).filter((name) =>
      /^\d/.test(name),
    );
    expect(read('release.json')).toMatchObject({
      version: '9.8.7',
      platform,
      minimumVersion: null,
      notes: '',
      commit: expect.stringMatching(/^[0-9a-f]{40}/),
      node: expect.stringMatching(/^24\./),
      databaseVersion: migrations.sort().at(-1)?.replace(/\.ts$/, ''),
    });
    expect(read('app/release-address.json')).toEqual({ base: 'https://releases.example.com/svc/' });
  });

  it('lists each part with its licence', () => {
    const list = JSON.parse(readFileSync(join(top, 'sbom.cdx.json'), 'utf8'));
    expect(list).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });
    const named = list.components.map(({ name, version }: Record<string, string>) => `${name}@${version}`);
    expect(named).toContain(`node@${list.components[0].version}`);
    expect(new Set(named).size).toBe(named.length);
    const installed = readdirSync(join(top, 'app/node_modules'), { recursive: true, encoding: 'utf8' })
      .filter((path) => /(^|node_modules\/)(@[^/]+\/)?[^/]+\/package\.json$/.test(path))
      .map((path) => JSON.parse(readFileSync(join(top, 'app/node_modules', path), 'utf8')))
      .filter(({ name, version }) => name !== undefined && version !== undefined)
      .map(({ name, version }) => `${name}@${version}`);
    expect(installed.length).toBeGreaterThan(100);
    expect(installed.filter((each) => !named.includes(each))).toEqual([]);
    const licences = readdirSync(join(top, 'LICENSES'));
    expect(licences).toEqual(expect.arrayContaining(['node.txt', 'svc.txt']));
    const lacking = named
      .slice(1)
      .filter(
        (each: string) => !licences.includes(`${each.replace('/', '+').replace(/@([^@]*)$/, '-$1')}.txt`),
      );
    expect(lacking).toEqual([]);
  });
});

test.skipIf(!canBuild)('a package of Node that differs from the pinned one is refused', async () => {
  const runtime = { ...getRuntime(platform ?? 'linux-x64'), integrity: 'sha512-AAAA' };
  await expect(runtimeFiles(runtime, downloads)).rejects.toThrow('pinned is sha512-AAAA');
});

test('the package of each platform, or that of another one, has the licence of Node', () => {
  for (const each of platforms) {
    const { files, licenceFrom = each } = getRuntime(each);
    expect(Object.keys(files).filter((path) => path.startsWith('runtime/'))).toHaveLength(1);
    expect(getRuntime(licenceFrom).files).toHaveProperty(['LICENSES/node.txt'], 'LICENSE');
  }
});
