import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Builds the console that the service sends. In CI the build has just made it. */
export function buildConsole(): void {
  if (process.env['CI'] !== undefined) return;
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  execFileSync('npm', ['run', '--silent', 'console:build'], { cwd: root, stdio: 'inherit' });
}
