import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, expect, test } from 'vitest';
import { lateFiles, lateModules } from '../../../cli/build/late-modules.js';

const root = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'svc-late-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function bundle(files: readonly string[]): Promise<string[]> {
  const outfile = join(folder, 'out.cjs');
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'heavy.js'), `globalThis.ran.push('heavy'); export const answer = 42;`);
  const main = `import { answer } from './heavy.js'; globalThis.ran.push('main'); globalThis.ran.push(answer);`;
  writeFileSync(join(folder, 'main.js'), main);
  const plugins = [lateModules({ folder, files, packages: [] })];
  await build({ entryPoints: [join(folder, 'main.js')], outfile, bundle: true, format: 'cjs', plugins });
  const ran: string[] = [];
  Object.assign(globalThis, { ran });
  createRequire(import.meta.url)(outfile);
  return ran.splice(0);
}

test('a late module runs when one of its exports is first read', async () => {
  Object.assign(globalThis, { ran: [] });
  expect(await bundle(['heavy.js'])).toEqual(['main', 'heavy', 42]);
});

test('a late file that does not exist fails the build', async () => {
  await expect(bundle(['missing.js'])).rejects.toThrow('late modules that do not exist: missing.js');
});

test('every file on the list exists in the sources', () => {
  const missing = lateFiles.filter((file) => !existsSync(join(root, file.replace(/\.js$/, '.ts'))));
  expect(missing).toEqual([]);
});
