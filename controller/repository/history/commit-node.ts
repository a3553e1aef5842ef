import { Problem } from '../../problems/index.js';
import type { Author, GitObject } from '../contract.js';

/** What the walks need of a commit. */
export interface CommitNode {
  id: string;
  tree: string;
  parents: readonly string[];
  /** Committer's time, seconds since the epoch. */
  time: number;
}

/** What people want to know of a commit. */
export interface CommitDetails extends CommitNode {
  author: Author;
  message: string;
}

/** @throws Problem git_failed when the object is no commit, or damaged */
export function parseCommit(id: string, object: GitObject | undefined): CommitDetails {
  const text = object?.type === 'commit' ? Buffer.from(object.content).toString('utf8') : '';
  const end = text.indexOf('\n\n');
  const head = (end < 0 ? text : text.slice(0, end)).split('\n');
  const tree = /^tree ([0-9a-f]{40})$/.exec(head[0] ?? '')?.[1];
  if (tree === undefined) throw new Problem('git_failed', `The object ${id} is not a commit.`);
  const parents: string[] = [];
  for (const line of head.slice(1)) {
    const parent = /^parent ([0-9a-f]{40})$/.exec(line)?.[1];
    if (parent === undefined) break;
    parents.push(parent);
  }
  return {
    id,
    tree,
    parents,
    time: Number(/> (\d{1,15}) [+-]\d+$/.exec(field(head, 'committer'))?.[1] ?? 0),
    author: parsePerson(field(head, 'author')),
    message: end < 0 ? '' : text.slice(end + 2),
  };
}

function field(head: readonly string[], name: string): string {
  return head.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1) ?? '';
}

function parsePerson(text: string): Author {
  const match = /^(.*?) ?<([^>]*)>/.exec(text);
  return { name: match?.[1] ?? '', email: match?.[2] ?? '' };
}
