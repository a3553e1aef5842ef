import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';

const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'svc-bench-peers');
const maxMs = 480_000;

const { dependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  dependencies: Record<string, string>;
};

/**
 * Returns a folder of the cache whose `node_modules` holds the packages, in the versions of `package.json`.
 * Install scripts are denied: some report to their makers, others load binaries from elsewhere.
 * @throws with the line of npm that says why a package could not be installed
 */
export async function install(packages: readonly string[]): Promise<string> {
  const folder = join(cache, packages[0]?.replaceAll('/', '-') ?? 'none');
  const versions = Object.fromEntries(packages.map((name) => [name, dependencies[name]]));
  const manifest = JSON.stringify({ private: true, dependencies: versions });
  const done = join(folder, 'installed.json');
  if (existsSync(done) && readFileSync(done, 'utf8') === manifest) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), manifest);
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  const npm = await execa('npm', ['install', ...options], { cwd: folder, reject: false, timeout: maxMs });
  if (npm.failed) {
    const lines = npm.stderr.split('\n').filter((line) => /^npm error (?!code|A complete log)/.test(line));
    throw new Error(lines[0]?.replace(/^npm error (notarget )?/, '') ?? npm.shortMessage ?? 'npm failed');
  }
  writeFileSync(done, manifest);
  return folder;
}

/** The version of an installed package. */
export function getVersion(installed: string, name: string | undefined): string {
  if (name === undefined) return '';
  const file = join(installed, 'node_modules', name, 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
