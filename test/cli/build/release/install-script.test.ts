import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa, execaSync } from 'execa';
import { describe, expect, it, test } from 'vitest';
import { writeInstallScripts } from '../../../../cli/build/release/install/write-install-scripts.js';
import { temporaryFolder } from '../../test-io.js';
import { programHere } from './program-here.js';
import { alter, platform, sampleRepository } from './sample-repository.js';
import { serveFolder } from './serve-folder.js';

const isUnix = process.platform !== 'win32';

/** Runs the script of a repository as a pipe into a shell, which command one of the installation is. */
function install(repository: string, args: readonly string[], { shell = ['sh'], env = {} } = {}) {
  const [program = 'sh', ...first] = shell;
  const input = readFileSync(join(repository, 'install.sh'), 'utf8');
  return execa(program, [...first, '-s', '--', ...args], { input, env, reject: false });
}

/** Makes a folder with only these programs, as a `PATH`. */
function programs(...names: string[]): string {
  const folder = temporaryFolder();
  for (const name of names)
    symlinkSync(execaSync('sh', ['-c', `command -v ${name}`]).stdout, join(folder, name));
  return folder;
}

const needed = [
  'sh',
  'uname',
  'grep',
  'cut',
  'tr',
  'mkdir',
  'mktemp',
  'rm',
  'rmdir',
  'cp',
  'ln',
  'mv',
  'cat',
  'chmod',
  'tar',
  'gzip',
  'sha256sum',
  'dirname',
  'readlink',
];

describe.runIf(isUnix)('install.sh', () => {
  const shells = [['sh'], ['bash', '--posix'], ['busybox', 'sh']].filter(([name = '']) => programHere(name));
  it.each(shells)('installs the newest release from a folder with %s', async (...shell) => {
    const { folder } = await sampleRepository(['1.9.0', '1.10.0']);
    const dir = join(temporaryFolder(), 'opt/svc');
    const { exitCode, stdout, stderr } = await install(folder, ['--dir', dir], { shell });
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`Next:\n  ${dir}/bin/svc service install --dir ${dir}`);
    expect(readdirSync(dir).sort()).toEqual(['bin', 'current', 'releases']);
    expect((await execa(join(dir, 'bin/svc'), ['--version'])).stdout).toBe('1.10.0');
  });

  it('installs the release that is asked for', async () => {
    const { folder } = await sampleRepository(['1.9.0', '1.10.0']);
    const dir = temporaryFolder();
    expect((await install(folder, ['--version', '1.9.0', '--dir', dir])).exitCode).toBe(0);
    expect((await execa(join(dir, 'bin/svc'), ['--version'])).stdout).toBe('1.9.0');
  });

  it.each(['curl', 'wget'].filter(programHere))('downloads with %s', async (name) => {
    const { folder } = await sampleRepository(['1.0.0'], 'https://releases.example.com');
    const dir = join(temporaryFolder(), 'svc');
    const env = { PATH: programs(...needed, name) };
    const { exitCode, stderr } = await install(folder, ['--dir', dir, '--url', await serveFolder(folder)], {
      env,
    });
    expect([exitCode, stderr]).toEqual([0, '']);
  });

  it('says so when neither curl nor wget is installed', async () => {
    const { folder } = await sampleRepository(['1.0.0'], 'https://releases.example.com');
    const dir = join(temporaryFolder(), 'svc');
    const { exitCode, stderr } = await install(folder, ['--dir', dir], {
      env: { PATH: programs(...needed) },
    });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('svc: neither curl nor wget is installed\nhint: Install one of them');
    expect(existsSync(dir)).toBe(false);
  });

  it.each(['archive', 'root'])('refuses an altered %s, and leaves nothing', async (part) => {
    const { folder, archive } = await sampleRepository(['1.0.0']);
    alter(part === 'root' ? join(folder, 'metadata/1.root.json') : archive('1.0.0'));
    const dir = join(temporaryFolder(), 'svc');
    const { exitCode, stderr } = await install(folder, ['--dir', dir]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('differs from what was published');
    expect(existsSync(dir)).toBe(false);
  });

  it('leaves a folder as it was when the release refuses the repository', async () => {
    const { folder } = await sampleRepository(['1.0.0']);
    const dir = temporaryFolder({ refuse: '' });
    const { exitCode, stderr } = await install(folder, ['--dir', dir]);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('svc was not installed')]);
    expect(readdirSync(dir)).toEqual(['refuse']);
  });

  it('refuses a folder that has an installation, and names the command that updates it', async () => {
    const { folder } = await sampleRepository(['1.0.0']);
    const dir = temporaryFolder();
    await install(folder, ['--dir', dir]);
    const { exitCode, stderr } = await install(folder, ['--dir', dir]);
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining(`${dir}/bin/svc app update --dir ${dir}`),
    ]);
  });

  it('lists the releases when the one asked for does not exist', async () => {
    const { folder } = await sampleRepository(['1.9.0', '1.10.0']);
    const { exitCode, stderr } = await install(folder, ['--version', '1.1', '--dir', temporaryFolder()]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`there is no release 1.1 for ${platform}\nhint: There are: 1.10.0 1.9.0`);
  });

  it('installs nothing when the script ends too early', async () => {
    const { folder } = await sampleRepository(['1.0.0']);
    const script = readFileSync(join(folder, 'install.sh'), 'utf8');
    writeFileSync(join(folder, 'install.sh'), script.slice(0, script.lastIndexOf('main "$@"')));
    const dir = join(temporaryFolder(), 'svc');
    await install(folder, ['--dir', dir]);
    expect(existsSync(dir)).toBe(false);
  });

  it.runIf(programHere('shellcheck'))('has no finding of shellcheck', async () => {
    const { folder } = await sampleRepository(['1.0.0']);
    const { stdout } = await execa('shellcheck', [join(folder, 'install.sh')], { reject: false });
    expect(stdout).toBe('');
  });
});

test('install.ps1 names the newest release and the hashes of all', async () => {
  const { folder } = await sampleRepository(['1.9.0', '1.10.0']);
  const script = readFileSync(join(folder, 'install.ps1'), 'utf8');
  expect(script).toContain("[string]$Version = '1.10.0'");
  expect(script).toMatch(new RegExp(`\n1\\.10\\.0 ${platform} [0-9a-f]{64} \\d+\n1\\.9\\.0 ${platform}`));
  expect(script).not.toMatch(/@[A-Z_]+@/);
});

test('an address that could run commands in a script is refused', () => {
  const releases = [{ version: '1.0.0', platform, sha256: 'aa', length: 1 }];
  const scripts = { repository: temporaryFolder(), releases, rootHash: 'bb' };
  const base = "https://example.com/'$(id)'";
  expect(() => writeInstallScripts({ ...scripts, base })).toThrow('cannot stand in an install script');
});
