import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { builtNames } from '../names/build-names.js';
import { readManifest } from './archive/app-files.js';
import { getComponents, validateComponents } from './archive/components.js';
import { sourceState } from './archive/source-state.js';
import { namePackage } from './packages/name-package.js';
import { writePackageSbom } from './packages/package-sbom.js';
import { validatePackagePlaces, writeValidatePackage } from './packages/validate-package.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const usage = `npm run release -- packages --out <folder>
  --built  takes the build in \`dist\` as it is

The build names the packages: SVC_BUILD_PACKAGE and SVC_BUILD_VALIDATE_PACKAGE. npm refuses to publish those without a name.`;

/** Writes the npm packages, for `npm publish <file>`, and beside each the list of its parts. Resolves with the exit code. */
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
  const names = builtNames(root);
  const name = npm('pack', '--silent', '--ignore-scripts', '--pack-destination', folder);
  const { version } = readManifest(root);
  const { time } = sourceState(root);
  const svc = namePackage(join(folder, name), names);
  const validate = await writeValidatePackage(root, folder, names);
  const sboms = [
    svc,
    writePackageSbom({ tarball: svc, name: 'svc', version, time, components: getComponents(root) }),
    validate,
    writePackageSbom({
      tarball: validate,
      name: 'svc-validate',
      version,
      time,
      components: validateComponents(root, validatePackagePlaces(root)),
    }),
  ];
  console.log(sboms.join('\n'));
  return 0;
}
