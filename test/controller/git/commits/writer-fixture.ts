import { join } from 'node:path';
import {
  type CommitOutcome,
  type CommitRequest,
  type FileChange,
  openRepository,
  type Repository,
} from '../../../../controller/git/index.js';
import { temporaryFolder, WorkTree } from '../git-fixture.js';

export const ada = { name: 'Ada', email: 'ada@example.com' };

export interface Bare {
  repository: Repository;
  /** The real `git` on the bare repository. */
  git(...args: string[]): string;
  commit(changes: readonly FileChange[], more?: Partial<CommitRequest>): Promise<CommitOutcome>;
  /** As `commit`, answering with the commit's id. */
  committed(changes: readonly FileChange[], more?: Partial<CommitRequest>): Promise<string>;
}

/** A bare repository of svc with one commit on `main`, made of `files`. */
export async function bare(files: Readonly<Record<string, string>> = { 'a.yaml': 'a\n' }): Promise<Bare> {
  const dir = join(temporaryFolder(), 'repository.git');
  const repository = await openRepository(dir);
  const native = new WorkTree(dir);
  const commit = (changes: readonly FileChange[], more: Partial<CommitRequest> = {}) =>
    repository.writer.commit({ branch: 'main', changes, author: ada, message: 'change', ...more });
  const committed = async (changes: readonly FileChange[], more: Partial<CommitRequest> = {}) => {
    const outcome = await commit(changes, more);
    if (!outcome.ok) throw new Error(`refused: ${JSON.stringify(outcome.refusal)}`);
    return outcome.commit;
  };
  if (Object.keys(files).length > 0) {
    await committed(Object.entries(files).map(put), { expected: null, message: 'first' });
  }
  return { repository, git: (...args) => native.git(...args), commit, committed };
}

export function text(path: string, content: string): FileChange {
  return { path, content: Buffer.from(content) };
}

function put([path, content]: [string, string]): FileChange {
  return text(path, content);
}

/** Returns the faults that `git fsck` finds, except dangling objects; empty for a sound repository. */
export function faults(git: Bare['git']): string {
  return git('fsck', '--strict', '--full', '--no-dangling', '--no-progress');
}
