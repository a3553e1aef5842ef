import { posix } from 'node:path';
import type { Finding } from '../catalog/contract.js';
import type { Reconciler } from './contract.js';

/**
 * What is wrong with files as they would be in a branch: all that is found in them, and what they would break in others.
 * What was wrong in other files before is not told.
 * @throws Problem branch_not_found, git_failed
 */
export async function findingsWith(
  reconciler: Pick<Reconciler, 'head' | 'preview'>,
  branch: string,
  files: readonly { path: string; content: string }[],
): Promise<readonly Finding[]> {
  const before = new Set((await reconciler.head(branch)).findings.map(wordOf));
  const inBranch = files.map(({ path, content }) => ({
    path: fromRoot(path),
    content: Buffer.from(content),
  }));
  const given = new Set(inBranch.map(({ path }) => path));
  const { findings } = await reconciler.preview(branch, inBranch);
  return findings.filter((finding) => given.has(finding.file) || !before.has(wordOf(finding)));
}

/** `./a//b.yaml` → `a/b.yaml`. */
function fromRoot(path: string): string {
  return posix.normalize(`/${path}`).slice(1);
}

function wordOf({ rule, file, pointer, message }: Finding): string {
  return JSON.stringify([rule, file, pointer, message]);
}
