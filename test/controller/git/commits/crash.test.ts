import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { openRepository } from '../../../../controller/git/index.js';
import { bare, faults, text } from './writer-fixture.js';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const script = join(root, 'node_modules/.cache', `crash-child-${process.pid}.mjs`);

beforeAll(async () => {
  await build({
    entryPoints: [fileURLToPath(new URL('crash-child.ts', import.meta.url))],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  });
});

test('killed repeatedly while 16 writers commit: acknowledged commits are kept, and the next start goes on', async () => {
  const { repository, git, committed } = await bare();
  for (let round = 0; round < 4; round++) {
    const acknowledged = await killedAfter(repository.dir, 20 + 7 * round);
    const history = git('rev-list', 'main').split('\n');
    expect(acknowledged.filter((id) => !history.includes(id))).toEqual([]);
    expect(faults(git)).toBe('');
    await committed([text('after.yaml', `${round}`)]);
  }
});

test('killed at any file operation of a commit: the old or the new tip, sound, and the next commit goes through', async () => {
  const { repository, git, committed } = await bare();
  let reached = true;
  let step = 1;
  for (; reached; step++) {
    const before = git('rev-parse', 'main');
    const { acknowledged, killed } = await runToEnd(repository.dir, step);
    reached = killed;
    const after = git('rev-parse', 'main');
    if (acknowledged.length > 0) expect(after).toBe(acknowledged[0]);
    if (after !== before) expect(git('rev-parse', 'main~1')).toBe(before);
    expect(faults(git)).toBe('');
    // A lock that is not known for a dead process's would be waited for, and then be an error.
    await committed([text('after.yaml', `${step}`)]);
    expect(existsSync(join(repository.dir, 'refs/heads/main.lock'))).toBe(false);
  }
  expect(step).toBeGreaterThan(8);
  expect(readdirSync(join(repository.dir, 'refs/heads'))).toEqual(['main']);
});

test('files that a killed process left in the repository are deleted by the next start', async () => {
  const { repository, git } = await bare();
  for (const step of [6, 9, 12, 14]) {
    await runToEnd(repository.dir, step);
    await openRepository(repository.dir);
    const left = readdirSync(repository.dir, { recursive: true, encoding: 'utf8' });
    expect(left.filter((name) => /\.lock$|tmp_|claims\//.test(name))).toEqual([]);
  }
  expect(faults(git)).toBe('');
});

/** Starts a process with 16 writers, kills it after `count` acknowledgements, answers with all it gave. */
async function killedAfter(dir: string, count: number): Promise<string[]> {
  const child = spawn(process.execPath, [script, dir], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (chunk: string) => {
    output += chunk;
    if (toLines(output).length >= count) child.kill('SIGKILL');
  });
  await once(child, 'close');
  return toLines(output);
}

async function runToEnd(dir: string, killAt: number): Promise<{ acknowledged: string[]; killed: boolean }> {
  const child = spawn(process.execPath, [script, dir, String(killAt)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (chunk: string) => {
    output += chunk;
  });
  const [code, signal] = await once(child, 'close');
  if (signal === null && code !== 0) throw new Error(`the child ended with ${code}`);
  return { acknowledged: toLines(output), killed: signal === 'SIGKILL' };
}

/** Complete lines only. */
function toLines(output: string): string[] {
  return output.split('\n').slice(0, -1);
}
