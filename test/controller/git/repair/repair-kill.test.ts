import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  committed,
  getPacks,
  open,
  overwrite,
  passOver,
  readAll,
  remoteWithFiles,
} from './repair-fixture.js';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const script = join(root, 'node_modules/.cache', `repair-child-${process.pid}.mjs`);
/** Before the new objects get their name, a kill at each of so many operations stands for all. */
const everyNth = 20;
/** Later, those that change what the next start finds. */
const changing = /^(?:rename|rm|writeFile|link) /;

beforeAll(async () => {
  await build({
    entryPoints: [fileURLToPath(new URL('repair-child.ts', import.meta.url))],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  });
});

test.each([
  ['that loses nothing', false],
  ['that keeps the old folder', true],
])(
  'killed at any file operation of a repair %s: the next start has everything that can be read',
  async (_, loses) => {
    const { dir, bare, tip, proposal } = await damagedRepository(loses);
    const template = join(dirname(dirname(dir)), 'template');
    cpSync(dirname(dir), template, { recursive: true });
    const { operations } = await run(dir, bare, 0);
    const named = operations.findIndex((line) => line.startsWith('rename') && line.endsWith('.fetching'));
    expect(named).toBeGreaterThan(10);
    const steps = operations.flatMap((line, at) =>
      (at < named ? at % everyNth === 0 : changing.test(line)) ? [at + 1] : [],
    );
    for (const step of steps) {
      rmSync(dirname(dir), { recursive: true });
      cpSync(template, dirname(dir), { recursive: true });
      expect(await run(dir, bare, step)).toMatchObject({ isKilled: true });
      const followed = await open(dir, bare);
      const { repository, repair, close } = followed;
      await passOver(followed);
      expect(await repository.resolveRef('main')).toBe(tip);
      expect(await readAll(repository, tip)).toHaveLength(121);
      if (!loses) expect(await repository.resolveRef('proposal')).toBe(proposal);
      expect(repair.state.phase).toBe('whole');
      expect(repair.kept.flatMap(({ lost }) => lost.map(({ ref }) => ref))).toEqual(
        loses ? ['refs/heads/proposal'] : [],
      );
      await close();
      expect(fsck(dir)).toBe('');
      const beside = readdirSync(dirname(dir)).filter((name) => !name.includes('.damaged-'));
      expect(beside).toEqual(['repository.git']);
    }
    expect(steps.length).toBeGreaterThan(8);
  },
);

/** A repository with a damaged pack, a commit on `main` and one on `proposal` that the remote does not have. */
async function damagedRepository(loses: boolean) {
  const { bare, dir } = await remoteWithFiles();
  const { mirror, repository, close } = await open(dir, bare);
  await mirror.refresh();
  const [fetched] = getPacks(dir);
  const tip = await committed(repository, 'environments/ours.yaml', 'kind: environment\nname: ours\n');
  await repository.writer.createBranch('proposal', tip);
  const known = getPacks(dir);
  const proposal = await committed(repository, 'environments/p.yaml', 'text\n'.repeat(50), {
    branch: 'proposal',
  });
  const last = getPacks(dir).find((path) => !known.includes(path)) ?? '';
  await close();
  overwrite(fetched);
  if (loses) for (const end of ['pack', 'idx']) rmSync(last.replace(/pack$/, end));
  return { dir, bare, tip, proposal };
}

async function run(
  dir: string,
  bare: string,
  killAt: number,
): Promise<{ operations: string[]; isKilled: boolean }> {
  const child = spawn(process.execPath, [script, dir, bare, String(killAt)], {
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
  return { operations: output.split('\n').slice(0, -1), isKilled: signal === 'SIGKILL' };
}

function fsck(dir: string): string {
  return execFileSync(
    'git',
    ['--git-dir', dir, 'fsck', '--strict', '--full', '--no-dangling', '--no-progress'],
    {
      encoding: 'utf8',
    },
  ).trim();
}
