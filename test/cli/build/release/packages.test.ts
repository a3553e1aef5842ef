import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa, execaSync } from 'execa';
import { beforeAll, describe, expect, it, test, vi } from 'vitest';
import { connectorPackages, servicePackages } from '../../../../cli/build/packages/external-packages.js';
import { writeValidatePackage } from '../../../../cli/build/release/packages/validate-package.js';
import { runPackages } from '../../../../cli/build/release/packages-main.js';
import { isBuilt } from '../../../journeys/packed.js';
import { greet, temporaryFolder } from '../../test-io.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** The files that the package names one by one, and not by a pattern that takes whatever a build writes. */
const namedFiles = (manifest.files as string[]).flatMap(expandBraces);

test('svc depends on the packages that it loads, and on no other', () => {
  const loaded = [...connectorPackages, ...servicePackages].sort();
  expect(Object.keys(manifest.dependencies)).toEqual(loaded);
});

test('the package has a name that cannot be registered, and is private', () => {
  // The check that npm makes, in npm itself.
  const npm = join(execaSync('npm', ['root', '--global']).stdout, 'npm/package.json');
  const validateName = createRequire(npm)('validate-npm-package-name');
  const { validForOldPackages, validForNewPackages } = validateName(manifest.name);
  expect({ validForOldPackages, validForNewPackages }).toEqual({
    validForOldPackages: true,
    validForNewPackages: false,
  });
  expect(manifest).toMatchObject({ private: true });
  expect(manifest).not.toHaveProperty('repository');
});

describe.skipIf(!isBuilt && process.env['CI'] === undefined)('the npm packages', () => {
  it('svc has no modules, types and maps of its internals', async () => {
    const { stdout } = await execa('npm', ['pack', '--dry-run', '--ignore-scripts', '--json'], { cwd: root });
    const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
    const paths = files.map(({ path }) => path);
    expect(paths).toContain('dist/cli/all.cjs');
    // The text of the clients that `svc generate client` writes.
    const clientRuntime = 'dist/cli/commands/generate/client/client-runtime.ts';
    expect(paths.filter((path) => /\.(map|[cm]?ts)$/.test(path))).toEqual([clientRuntime]);
    const pageFolders = ['dist/api/graphql/page/', 'dist/api/console/assets/'];
    const modules = paths.filter(
      (path) => path.endsWith('.js') && !pageFolders.some((folder) => path.startsWith(folder)),
    );
    expect(modules.filter((path) => !namedFiles.includes(path))).toEqual([]);
    for (const file of Object.values<string>(manifest.bin)) expect(paths).toContain(file);
  });

  it('each has the list of its parts beside it, with its hash and their licences', async () => {
    const folder = temporaryFolder();
    const said = vi.spyOn(console, 'log').mockReturnValue();
    expect(await runPackages(['--out', folder, '--built'])).toBe(0);
    said.mockRestore();
    for (const name of ['svc~local', 'svc-validate~local']) {
      const file = join(folder, `${name}-${manifest.version}`);
      const list = JSON.parse(readFileSync(`${file}.cdx.json`, 'utf8'));
      const digest = createHash('sha512')
        .update(readFileSync(`${file}.tgz`))
        .digest('hex');
      expect(list.metadata.component).toMatchObject({
        version: manifest.version,
        hashes: [{ alg: 'SHA-512', content: digest }],
      });
      const parts = list.components as { name: string; purl: string; licenses?: unknown[] }[];
      expect(parts.map((part) => part.name)).toEqual(expect.arrayContaining(['graphql', 'yaml', 'ajv']));
      if (name === 'svc~local')
        expect(parts.map((part) => part.name)).toEqual(expect.arrayContaining(['react-dom', 'zod']));
      expect(
        parts.filter((part) => !part.purl.startsWith('pkg:npm/') || part.licenses === undefined),
      ).toEqual([]);
    }
  });

  describe('svc-validate, installed without a network', () => {
    let folder = '';
    let tarball = '';
    const check = (cwd: string, ...args: string[]) =>
      execa(join(folder, 'node_modules/.bin/svc-validate'), args, { cwd, reject: false });

    beforeAll(async () => {
      folder = execaSync('mktemp', ['-d']).stdout;
      tarball = await writeValidatePackage(root, folder);
      const options = ['--offline', '--no-audit', '--no-fund', '--prefix', folder];
      await execa('npm', ['install', ...options, tarball], { cwd: folder });
      return () => execaSync('rm', ['-rf', folder]);
    });

    it('checks files and patterns', async () => {
      const work = temporaryFolder({ 'greet.yaml': greet, 'bad/broken.yaml': 'kind: connexion\n' });
      expect(await check(work, '*.yaml')).toMatchObject({ exitCode: 0, stderr: '✓ 1 file valid' });
      expect(await check(work, 'bad')).toMatchObject({ exitCode: 1, stdout: /kind-unknown/ });
      expect((await check(work, '--help')).stdout).toContain('svc validate');
    });

    it('checks the demo, and brings the packages that check GraphQL and Protocol Buffers', async () => {
      expect(await check(join(root, 'fixtures/demo'), '--strict', '.')).toMatchObject({ exitCode: 0 });
      const modules = join(folder, 'node_modules/svc-validate~local/dist/cli/validate.cjs');
      const load = `const load = require('node:module').createRequire(${JSON.stringify(modules)});`;
      const packages = "load('graphql'); load('protobufjs'); load('protobufjs/ext/descriptor')";
      expect((await execa('node', ['-e', load + packages])).exitCode).toBe(0);
    });

    it('refuses settings that name packages with connectors, and names the package that can', async () => {
      const work = temporaryFolder({ 'greet.yaml': greet, 'svc.yaml': 'Connectors: { Packages: [x] }\n' });
      const { exitCode, stderr } = await check(work, '.');
      expect(exitCode).toBe(2);
      expect(stderr).toContain('hint: Install the package of svc in its place');
    });
  });
});

/** Returns the names that a name with alternatives in one pair of braces stands for. */
function expandBraces(name: string): string[] {
  const [, before = '', alternatives = '', after = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(name) ?? [];
  if (alternatives === '') return [name];
  return alternatives.split(',').flatMap((each) => expandBraces(`${before}${each}${after}`));
}
