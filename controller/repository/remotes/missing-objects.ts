import { Problem } from '../../problems/index.js';
import type { GitObject, ObjectReader } from '../contract.js';

interface Commit {
  id: string;
  tree: string;
  parents: readonly string[];
  /** Seconds since the epoch. */
  time: number;
  /** The other side has it. */
  isKnown: boolean;
}

/** An object to send; `like` is the tree that stood in its place before, which the other side has or is sent too. */
export interface MissingObject {
  id: string;
  like?: string | undefined;
}

/**
 * The objects that `wanted` commits need and a repository that has the commits `known` lacks: commits, and of their
 * trees what differs from their parents' trees. Costs with what is new. Of `known`, what we do not have is passed over.
 *
 * @throws Problem git_failed when an object of ours is missing
 */
export async function missingObjects(
  objects: ObjectReader,
  wanted: readonly string[],
  known: readonly string[],
): Promise<MissingObject[]> {
  // A commit and its tree are asked for again as what the next one came from.
  const reader = onceRead(objects);
  const commits = await newCommits(reader, wanted, known);
  const found: Found = new Map();
  // Parents before children, so that a tree of theirs is taken over once.
  for (const commit of commits.reverse()) {
    found.set(commit.id, undefined);
    const parents = await Promise.all(commit.parents.map((parent) => commitAt(reader, parent)));
    await addTree(
      reader,
      commit.tree,
      parents.map((parent) => parent.tree),
      found,
    );
  }
  return [...found].map(([id, like]) => ({ id, like }));
}

/** The id of each object → the tree that stood in its place. */
type Found = Map<string, string | undefined>;
type Read = (id: string) => Promise<GitObject>;

function onceRead(objects: ObjectReader): Read {
  const known = new Map<string, Promise<GitObject>>();
  return (id) => {
    const reading = known.get(id) ?? objects.read([id]).then((found) => found.get(id) as GitObject);
    known.set(id, reading);
    return reading;
  };
}

/** From the newest back to what is known, children before parents as far as their clocks agree. */
async function newCommits(
  reader: Read,
  wanted: readonly string[],
  known: readonly string[],
): Promise<Commit[]> {
  const commits = new Map<string, Commit>();
  const queue: Commit[] = [];
  const visit = async (id: string, isKnown: boolean) => {
    const seen = commits.get(id);
    if (seen && (seen.isKnown || !isKnown)) return;
    const commit = seen ?? (await commitAt(reader, id));
    commit.isKnown ||= isKnown;
    commits.set(id, commit);
    queue.push(commit);
  };
  for (const id of known) await visit(id, true).catch(() => undefined);
  for (const id of wanted) await visit(id, false);
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

async function commitAt(reader: Read, id: string): Promise<Commit> {
  const object = await reader(id);
  const text = Buffer.from(object.content).toString('latin1');
  const head = text.slice(0, text.indexOf('\n\n'));
  const tree = /^tree ([0-9a-f]{40})$/m.exec(head)?.[1];
  if (object.type !== 'commit' || tree === undefined)
    throw new Problem('git_failed', `The object ${id} is not a commit.`);
  return {
    id,
    tree,
    parents: [...head.matchAll(/^parent ([0-9a-f]{40})$/gm)].map((match) => match[1] as string),
    time: Number(/^committer .* (\d+) [+-]\d{4}$/m.exec(head)?.[1] ?? 0),
    isKnown: false,
  };
}

/** Adds the tree and all below it that none of `before`, trees of the same path, has. */
async function addTree(reader: Read, tree: string, before: readonly string[], found: Found): Promise<void> {
  if (found.has(tree) || before.includes(tree)) return;
  found.set(tree, before[0]);
  const old = await Promise.all(before.map(async (id) => entriesByName(await reader(id), id)));
  for (const { mode, name, id } of rawEntries(tree, (await reader(tree)).content)) {
    const was = old.flatMap((entries) => entries.get(name) ?? []);
    if (mode === '160000' || was.some((entry) => entry.id === id)) continue;
    if (mode === '40000') {
      const trees = was.filter((entry) => entry.mode === '40000').map((entry) => entry.id);
      await addTree(reader, id, trees, found);
    } else if (!found.has(id)) found.set(id, undefined);
  }
}

function entriesByName(tree: GitObject, id: string): Map<string, Entry> {
  return new Map(rawEntries(id, tree.content).map((entry) => [entry.name, entry]));
}

interface Entry {
  /** `40000` for a folder, `160000` for a submodule, whose commit is in another repository. */
  mode: string;
  name: string;
  id: string;
}

/** Every entry of a tree object, links and submodules too: `<mode> <name>\0<20 bytes of id>`, again and again. */
function rawEntries(id: string, content: Uint8Array): Entry[] {
  const entries: Entry[] = [];
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(0x20, at);
    const end = bytes.indexOf(0, space + 1);
    if (space < 0 || end < 0) throw new Problem('git_failed', `The tree object ${id} is damaged.`);
    entries.push({
      mode: bytes.toString('latin1', at, space),
      // Names are compared only, whatever their encoding.
      name: bytes.toString('latin1', space + 1, end),
      id: bytes.toString('hex', end + 1, end + 21),
    });
    at = end + 21;
  }
  return entries;
}
