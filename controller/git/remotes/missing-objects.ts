import { type CommitNode, parseCommit } from '../objects/commit-object.js';
import type { GitObject, ObjectReader } from '../objects/contract.js';
import { entryType, type NamedEntry, RawTree } from '../trees/raw-tree.js';

interface Commit extends CommitNode {
  /** True when the remote has it. */
  isKnown: boolean;
}

/** An object to send; `like` is the earlier tree at its path, which the remote has or is sent too. */
export interface MissingObject {
  id: string;
  like?: string | undefined;
}

/**
 * Returns the objects that the commits `wantedIds` need and a repository with `knownIds` lacks: commits, and the parts of
 * their trees that differ from their parents' trees. The cost grows with the new commits. Unknown ids of `knownIds` are
 * ignored.
 * @throws Problem git_failed when an object of our repository is missing
 */
export async function missingObjects(
  objects: ObjectReader,
  wantedIds: readonly string[],
  knownIds: readonly string[],
): Promise<MissingObject[]> {
  // A commit and its tree are requested again as the parent of the next commit.
  const read = onceRead(objects);
  const commits = await newCommits(read, wantedIds, knownIds);
  const missing: MissingPaths = new Map();
  // Parents before children, so that a tree of a parent is sent once.
  for (const commit of commits.reverse()) {
    missing.set(commit.id, undefined);
    const parents = await Promise.all(commit.parents.map((parent) => commitAt(read, parent)));
    await addTree(
      read,
      commit.tree,
      parents.map((parent) => parent.tree),
      missing,
    );
  }
  return [...missing].map(([id, like]) => ({ id, like }));
}

/** The id of each object → the earlier tree at its path. */
type MissingPaths = Map<string, string | undefined>;
type ReadObject = (id: string) => Promise<GitObject>;

function onceRead(objects: ObjectReader): ReadObject {
  const readings = new Map<string, Promise<GitObject>>();
  return (id) => {
    const reading = readings.get(id) ?? objects.read([id]).then((missing) => missing.get(id) as GitObject);
    readings.set(id, reading);
    return reading;
  };
}

/** Returns the commits back to known ones, children before parents as far as their clocks agree. */
async function newCommits(
  read: ReadObject,
  wantedIds: readonly string[],
  knownIds: readonly string[],
): Promise<Commit[]> {
  const commits = new Map<string, Commit>();
  const queue: Commit[] = [];
  const visit = async (id: string, isKnown: boolean) => {
    const seen = commits.get(id);
    if (seen && (seen.isKnown || !isKnown)) return;
    const commit = seen ?? (await commitAt(read, id));
    commit.isKnown ||= isKnown;
    commits.set(id, commit);
    queue.push(commit);
  };
  for (const id of knownIds) await visit(id, true).catch(() => undefined);
  for (const id of wantedIds) await visit(id, false);
  const reached = new Set<Commit>();
  while (queue.some((commit) => !commit.isKnown)) {
    const commit = takeNewest(queue);
    reached.add(commit);
    for (const parent of commit.parents) await visit(parent, commit.isKnown);
  }
  return [...reached].filter((commit) => !commit.isKnown);
}

function takeNewest(queue: Commit[]): Commit {
  let newest = 0;
  for (let at = 1; at < queue.length; at++) {
    if ((queue[at]?.time ?? 0) > (queue[newest]?.time ?? 0)) newest = at;
  }
  return queue.splice(newest, 1)[0] as Commit;
}

async function commitAt(read: ReadObject, id: string): Promise<Commit> {
  return { ...parseCommit(id, await read(id)), isKnown: false };
}

/** Adds the tree and all objects below it that no tree of `before`, the earlier trees at its path, has. */
async function addTree(
  read: ReadObject,
  id: string,
  before: readonly string[],
  missing: MissingPaths,
): Promise<void> {
  if (missing.has(id) || before.includes(id)) return;
  missing.set(id, before[0]);
  const old = await Promise.all(
    before.map(async (one) => entriesByName(RawTree.parse(one, (await read(one)).content))),
  );
  for (const entry of RawTree.parse(id, (await read(id)).content).entries()) {
    const was = old.flatMap((entries) => entries.get(entry.name) ?? []);
    const type = entryType(entry.mode);
    // The commit of a submodule is in another repository.
    if (type === 'submodule' || was.some((one) => one.id === entry.id)) continue;
    if (type === 'folder') {
      const trees = was.filter((one) => entryType(one.mode) === 'folder').map((one) => one.id);
      await addTree(read, entry.id, trees, missing);
    } else if (!missing.has(entry.id)) missing.set(entry.id, undefined);
  }
}

function entriesByName(tree: RawTree): Map<string, NamedEntry> {
  return new Map([...tree.entries()].map((entry) => [entry.name, entry]));
}
