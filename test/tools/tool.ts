import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';

/** A program of `test/tools/package.json`. */
export interface Tool {
  /** The file that Node runs. */
  file: string;
  isInstalled: boolean;
}

/**
 * Finds a program that `npm run tools` installs.
 * @param bin its name in the `bin` field of the package
 * @throws Error when it is not installed and `SVC_REQUIRE_SERVERS` demands every program that a test needs
 */
export function tool(packageName: string, bin: string): Tool {
  const folder = join(import.meta.dirname, 'node_modules', packageName);
  const manifest = join(folder, 'package.json');
  if (existsSync(manifest)) {
    const { bin: files } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: Record<string, string> };
    const file = files[bin];
    if (file === undefined) throw new Error(`${packageName} has no program ${bin}`);
    return { file: join(folder, file), isInstalled: true };
  }
  const missing = `${packageName} is not installed: \`npm run tools\` installs it.`;
  if (process.env['SVC_REQUIRE_SERVERS'] === '1') throw new Error(missing);
  process.stderr.write(`${missing} Its tests are skipped.\n`);
  return { file: '', isInstalled: false };
}

/** `test`, skipped where the tool is not installed. */
export function testWith({ isInstalled }: Tool): ReturnType<typeof test.skipIf> {
  return test.skipIf(!isInstalled);
}

/** The binary of Node 24, with which tests run again what depends on the version of Node. Only for Linux on x64. */
export function node24(): Tool {
  return tool('node24', 'node');
}
