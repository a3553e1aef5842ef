import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { removeFolder } from '../../remove-folder.js';
import { WorkTree as PlainWorkTree } from '../../work-tree.js';

export { eventually } from '../../eventually.js';

/** A folder of the test's own, gone when the test is. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-test-')));
  onTestFinished(() => removeFolder(folder));
  return folder;
}

/** A work tree that is gone when the test is. */
export class WorkTree extends PlainWorkTree {
  static override create(dir = join(temporaryFolder(), 'work'), ...options: string[]): WorkTree {
    return PlainWorkTree.create(dir, ...options);
  }
}

/** A commit of a made-up history: what each path holds from then on, null for nothing. */
export interface MadeCommit {
  message: string;
  files: Readonly<Record<string, string | null>>;
}

/**
 * Commits a whole linear history on `main` at once, a second between each.
 * @param onto the branch whose tip it continues; a history of its own if left out
 */
export function importHistory(gitDir: string, commits: readonly MadeCommit[], onto?: string): void {
  const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const lines = commits.flatMap(({ message, files }, at) => [
    `commit refs/heads/main\ncommitter Ada <ada@example.com> ${1_700_000_000 + at} +0000\n${data(message)}${at === 0 && onto !== undefined ? `from refs/heads/${onto}^0\n` : ''}`,
    ...Object.entries(files).map(([path, content]) =>
      content === null ? `D ${path}\n` : `M 100644 inline ${path}\n${data(content)}`,
    ),
  ]);
  execFileSync('git', ['--git-dir', gitDir, 'fast-import', '--quiet'], { input: lines.join('') });
}

/** `count` small entity files in folders of fifty. */
export function manyFiles(count: number): Record<string, string> {
  const files: Record<string, string> = {};
  for (let index = 0; index < count; index++) {
    files[`environments/${Math.floor(index / 50)}/env-${index}.yaml`] =
      `kind: environment\nname: env-${index}\nvariables:\n  index: ${index}\n`;
  }
  return files;
}
