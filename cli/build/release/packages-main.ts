import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeValidatePackage } from './packages/validate-package.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const usage = `npm run release -- packages --out <folder>
  --built  takes the build in \`dist\` as it is`;

/** Writes the npm packages, for \`npm publish <file>\`. Resolves with the exit code. */
export async function runPackages(argv: readonly string[]): Promise<number> {
  const options = { out: { type: 'string' }, built: { type: 'boolean' } } as const;
  const { out, built } = parseArgs({ args: [...argv], options }).values;
  if (out === undefined) {
    console.error(usage);
    return 2;
  }
  const folder = resolve(out);
  mkdirSync(folder, { recursive: true });
  const npm = (...args: string[]) =>
    execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
  if (!built) npm('run', '--silent', 'build');
  const name = npm('pack', '--silent', '--ignore-scripts', '--pack-destination', folder);
  console.log(join(folder, name));
  console.log(await writeValidatePackage(root, folder));
  return 0;
}
