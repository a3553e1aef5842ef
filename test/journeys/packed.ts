import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

const root = fileURLToPath(new URL('../../', import.meta.url));

export const isBuilt = existsSync(join(root, 'dist/cli/launch.cjs'));

/**
 * Unpacks the archive that `npm pack` makes of the last build, beside exactly the packages that it depends on.
 * @returns the program of `svc`
 */
export async function installPackage(folder: string): Promise<string> {
  const { stdout } = await execa(
    'npm',
    ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder],
    { cwd: root },
  );
  await execa('tar', ['-xzf', join(folder, stdout.trim()), '-C', folder]);
  const own = join(folder, 'package');
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  for (const [path, { dev }] of Object.entries<{ dev?: boolean }>(lock.packages)) {
    // Nested packages are copied with the package that contains them.
    const isOuter = path.lastIndexOf('node_modules/') === 0;
    if (!isOuter || dev || !existsSync(join(root, path))) continue;
    mkdirSync(dirname(join(own, path)), { recursive: true });
    symlinkSync(join(root, path), join(own, path));
  }
  return join(own, 'dist/cli/launch.cjs');
}
