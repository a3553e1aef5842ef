import { createHash } from 'node:crypto';
import { EMPTY_TREE } from './object-id.js';
import { APPLIED } from './ref-names.js';
import { updateRef } from './ref-writer.js';
import { readRef } from './refs.js';

const MAX_WORD = 200;

/**
 * Keeps `git gc` from removing a commit that may be on no branch any more, in place of the one kept for the branch before;
 * undefined keeps none. @throws Problem git_failed
 */
export async function keepCommit(gitDir: string, branch: string, commit: string | undefined): Promise<void> {
  const ref = APPLIED + refWord(branch);
  const wanted = commit === EMPTY_TREE ? undefined : commit;
  for (;;) {
    const kept = await readRef(gitDir, ref);
    if (kept === wanted || (await updateRef(gitDir, ref, kept, wanted))) return;
  }
}

/** The commit that `keepCommit` was last told of a branch. */
export async function keptCommit(gitDir: string, branch: string): Promise<string | undefined> {
  return readRef(gitDir, APPLIED + refWord(branch));
}

/** A branch name as one word of a ref, so that `a` and `a/b` can stand side by side. */
function refWord(branch: string): string {
  const encoded = encodeURIComponent(branch);
  return encoded.length <= MAX_WORD ? encoded : createHash('sha256').update(branch).digest('hex');
}
