import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { greet, temporaryFolder } from './test-io.js';

const launcher = fileURLToPath(new URL('../../dist/cli/launch.cjs', import.meta.url));
const isBuilt = existsSync(launcher.replace('launch', 'validate'));

describe.skipIf(!isBuilt && process.env['CI'] === undefined)('the built command', () => {
  it('checks files, patterns and the index from its one file', async () => {
    const folder = temporaryFolder({ 'a/greet.yaml': greet, 'b.yaml': 'kind: connexion\n' });
    const svc = (...argv: string[]) =>
      execa(process.execPath, [launcher, ...argv], { cwd: folder, reject: false });
    expect((await svc('validate', 'a')).exitCode).toBe(0);
    expect((await svc('validate', '*.yaml')).stdout).toContain('[kind-unknown]');
    await execa('git', ['init', '-q'], { cwd: folder });
    await execa('git', ['add', 'b.yaml'], { cwd: folder });
    const staged = await svc('validate', '--staged');
    expect([staged.exitCode, staged.stderr]).toEqual([1, '✗ 1 error in 1 file']);
    expect((await svc('--version')).exitCode).toBe(0);
  });
});
