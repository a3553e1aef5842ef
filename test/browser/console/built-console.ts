import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Builds the console that the service sends. In CI the build has just made it. */
export function buildConsole(): void {
  if (process.env['CI'] !== undefined) return;
  execFileSync('npm', ['run', '--silent', 'console:build'], { cwd: root, stdio: 'inherit' });
}

/** The compressed sizes of the scripts and styles of the built console, by their names, in kB. */
export function readSizes(): Map<string, number> {
  const folder = join(root, 'dist/api/console/assets');
  const names = readdirSync(folder).filter((name) => name.endsWith('.gz'));
  return new Map(
    names.map((name) => [name.replace(/\.gz$/, ''), readFileSync(join(folder, name)).length / 1_000]),
  );
}
