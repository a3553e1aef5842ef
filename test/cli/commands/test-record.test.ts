import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { serveFolder } from '../serve-folder.js';
import { greet, svc, temporaryFolder } from '../test-io.js';

let folder: string;

beforeEach(async () => {
  folder = temporaryFolder({ 'flows/greet.yaml': greet });
  await serveFolder(folder);
  await svc(folder, ['run-flow', 'greet', '-p', 'name=Ada']);
});

describe('svc test --record', () => {
  it('lists the values of the run, asks, writes the test, and runs it', async () => {
    const file = join(folder, 'flow-tests/greets.yaml');
    const record = ['test', '--record', 'latest', '--name', 'greets'];
    const silent = await svc(folder, record);
    expect([silent.exitCode, existsSync(file)]).toEqual([2, false]);
    expect(silent.stderr).toContain('Add `--yes` to write without a question.');
    const refused = await svc(folder, record, { stdin: 'n\n', isAnswered: true });
    expect([refused.exitCode, existsSync(file)]).toEqual([1, false]);
    const env = { NO_COLOR: '1' };
    const agreed = await svc(folder, record, { stdin: 'y\n', isAnswered: true, env });
    expect(agreed.stderr).toMatch(
      /^flow-tests\/greets\.yaml would have these values of the run \S+ of greet:\n {2}\/input\/name {2}"Ada"\n {2}\/expect\/output\/message {2}"Hello, Ada"\n/,
    );
    expect(agreed.stdout).toContain('✓ greets  greet');
    expect(agreed.exitCode).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain('message: Hello, Ada\n');
    const again = await svc(folder, [...record, '--yes']);
    expect([again.exitCode, again.stderr]).toEqual([
      1,
      expect.stringContaining('flow-tests/greets.yaml already'),
    ]);
  });

  it('refuses options and words that mean nothing beside it', async () => {
    for (const argv of [
      ['test', 'greet', '--record', 'latest'],
      ['test', '--record', 'latest', '--update'],
      ['test', '--record', 'latest', '--watch'],
      ['test', '--name', 'greets'],
      ['test', '-b', 'main'],
    ])
      expect((await svc(folder, argv)).exitCode, argv.join(' ')).toBe(2);
  });
});
