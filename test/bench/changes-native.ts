import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { data, fastImport, getContent, getPath } from './changes-repository.js';

const env = {
  ...process.env,
  GIT_AUTHOR_NAME: 'Bench',
  GIT_AUTHOR_EMAIL: 'bench@example.org',
  GIT_COMMITTER_NAME: 'Bench',
  GIT_COMMITTER_EMAIL: 'bench@example.org',
};

/** Commits one file with Git's plumbing commands, a separate index and no work tree. */
export function plumbingCommit(gitDir: string, index: number, round: number): void {
  const git = (args: readonly string[], input = '') =>
    execFileSync('git', ['--git-dir', gitDir, ...args], {
      env: { ...env, GIT_INDEX_FILE: join(gitDir, 'bench-index') },
      input,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'inherit'],
    }).trim();
  const parent = git(['rev-parse', 'refs/heads/main']);
  const blob = git(['hash-object', '-w', '--stdin'], getContent(index, round));
  git(['update-index', '--index-info'], `100644 ${blob}\t${getPath(index)}\n`);
  const tree = git(['write-tree']);
  const commit = git(['commit-tree', tree, '-p', parent, '-m', 'change']);
  git(['update-ref', 'refs/heads/main', commit, parent]);
}

/** Fills the index that `plumbingCommit` uses. */
export function preparePlumbing(gitDir: string): void {
  execFileSync('git', ['--git-dir', gitDir, 'read-tree', 'refs/heads/main'], {
    env: { ...env, GIT_INDEX_FILE: join(gitDir, 'bench-index') },
  });
}

export function prepareWorkTree(gitDir: string, work: string): void {
  execFileSync('git', ['clone', '--quiet', '--local', '--branch', 'main', gitDir, work]);
}

/** Commits one file with `git add` and `git commit`. */
export function porcelainCommit(work: string, index: number, round: number): void {
  writeFileSync(join(work, getPath(index)), getContent(index, round));
  execFileSync('git', ['-C', work, 'add', getPath(index)], { env });
  execFileSync('git', ['-C', work, 'commit', '--quiet', '-m', 'change'], { env });
}

/** Makes all commits with one `git fast-import`, flushed once at the end: an upper bound of the object format. */
export async function importCommits(gitDir: string, files: number, commits: number): Promise<void> {
  const lines: string[] = [];
  for (let round = 1; round <= commits; round++) {
    const index = (round * 7919) % files;
    lines.push(
      `commit refs/heads/imported\ncommitter Bench <bench@example.org> ${1_700_000_000 + round} +0000\ndata 6\nchange\n`,
      round === 1 ? 'from refs/heads/main^0\n' : '',
      `M 100644 inline ${getPath(index)}\n${data(getContent(index, round))}\n`,
    );
  }
  await fastImport(gitDir, lines);
}
