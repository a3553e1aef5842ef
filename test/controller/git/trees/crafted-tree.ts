import { execFileSync } from 'node:child_process';
import type { WorkTree } from '../git-fixture.js';

/** By name, each byte a character: a text or bytes for a file, an object for a folder, a pair for any other mode. */
export interface CraftedTree {
  [name: string]: string | Buffer | CraftedTree | readonly [mode: string, content: string];
}

/** A commit on the branch of exactly this tree, whatever its names. */
export function commitCrafted(work: WorkTree, tree: CraftedTree, branch = 'main'): string {
  const parents = work.git('for-each-ref', '--format=%(objectname)', `refs/heads/${branch}`);
  const id = work.git('commit-tree', '-m', 'change', ...(parents ? ['-p', parents] : []), mktree(work, tree));
  work.git('update-ref', `refs/heads/${branch}`, id);
  return id;
}

function mktree(work: WorkTree, tree: CraftedTree): string {
  const lines = Object.entries(tree).map(([name, value]) => `${entry(work, value)}\t${name}\0`);
  return feed(work, ['mktree', '-z', '--missing'], Buffer.from(lines.join(''), 'latin1'));
}

function entry(work: WorkTree, value: CraftedTree[string]): string {
  if (typeof value === 'string' || Buffer.isBuffer(value)) return `100644 blob ${blob(work, value)}`;
  if (!isOther(value)) return `040000 tree ${mktree(work, value)}`;
  const [mode, content] = value;
  return mode === '160000' ? `${mode} commit ${content}` : `${mode} blob ${blob(work, content)}`;
}

function isOther(value: CraftedTree | readonly [string, string]): value is readonly [string, string] {
  return Array.isArray(value);
}

function blob(work: WorkTree, content: string | Buffer): string {
  return feed(work, ['hash-object', '-w', '--stdin'], content);
}

function feed(work: WorkTree, args: readonly string[], input: string | Buffer): string {
  return execFileSync('git', args, { cwd: work.dir, input, encoding: 'utf8' }).trim();
}
