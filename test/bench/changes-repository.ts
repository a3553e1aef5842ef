import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { openRepository, type Repository } from '../../controller/git/index.js';

const FOLDER_FILES = 100;
const person = 'Bench <bench@example.org>';

export function getPath(index: number): string {
  const folder = Math.floor(index / FOLDER_FILES);
  return `flows/team-${Math.floor(folder / 100)}/area-${folder % 100}/flow-${index}.yaml`;
}

export function getContent(index: number, round: number): string {
  return `document:
  dsl: '1.0.3'
  namespace: bench
  name: flow-${index}
  version: '1.0.${round}'
do:
  - greet:
      set:
        greeting: \${ "Hello ${round}, " + .name }
`;
}

/** Makes a bare repository of svc at `dir` with `count` entity files in one commit. */
export async function makeRepository(count: number, dir: string): Promise<Repository> {
  await openRepository(dir);
  const lines = [`commit refs/heads/main\ncommitter ${person} 1700000000 +0000\ndata 5\nfirst\n`];
  for (let index = 0; index < count; index++) {
    lines.push(`M 100644 inline ${getPath(index)}\n${data(getContent(index, 0))}`);
  }
  await fastImport(dir, lines);
  return openRepository(dir);
}

/** Makes a history of `commits`; each changes the next one of `files` files. */
export async function makeHistory(folder: string, files: number, commits: number): Promise<Repository> {
  const repository = await makeRepository(files, join(folder, `history-${files}.git`));
  const lines: string[] = [];
  for (let round = 1; round <= commits; round++) {
    const index = round % files;
    lines.push(
      `commit refs/heads/main\ncommitter ${person} ${1_700_000_000 + round} +0000\ndata 6\nchange\n`,
      round === 1 ? 'from refs/heads/main^0\n' : '',
      `M 100644 inline ${getPath(index)}\n${data(getContent(index, round))}\n`,
    );
  }
  await fastImport(repository.dir, lines);
  execFileSync('git', ['--git-dir', repository.dir, 'gc', '--quiet']);
  return repository;
}

export function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}

export async function fastImport(dir: string, lines: readonly string[]): Promise<void> {
  const child = spawn('git', ['--git-dir', dir, 'fast-import', '--quiet'], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const ended = once(child, 'exit');
  for (const line of lines) if (!child.stdin.write(line)) await once(child.stdin, 'drain');
  child.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error(`git fast-import ended with ${code}`);
}
