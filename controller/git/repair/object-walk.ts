import { createHash, webcrypto } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isTurnOver, nextTurn } from '../../concurrency/loop-turn.js';
import { emptyTree, parseCommit } from '../objects/commit-object.js';
import { type GitObject, type ObjectReader, UnreadableObject } from '../objects/contract.js';
import { entryType, RawTree } from '../trees/raw-tree.js';

/** The number of objects in memory at a time. */
const BATCH = 256;
/** Larger objects are hashed in a thread. */
const largeBytes = 65_536;

/** A sound object and the objects that it refers to. */
export interface WalkedObject {
  id: string;
  type: GitObject['type'];
  /** Of a commit; not those of a shallow one. */
  parents: readonly string[];
  /** The other objects that it needs: the tree of a commit, the entries of a tree, the object of a tag. */
  parts: readonly string[];
}

export interface WalkOptions {
  reader: ObjectReader;
  roots: Iterable<string>;
  /** Objects that are not visited. */
  knownObjects?: { has(id: string): boolean };
  /** Commits whose parents are not in the repository. */
  shallow?: ReadonlySet<string>;
  signal?: AbortSignal | undefined;
  visit(object: WalkedObject): void;
  /** Called for an object that cannot be read, is not what its id says, or cannot be parsed. */
  fail(id: string, reason: string): void;
}

/** Reads all objects that the roots need, and checks that the bytes of each have its id. */
export async function walkObjects(options: WalkOptions): Promise<void> {
  const { reader, roots, knownObjects, shallow, signal, visit, fail } = options;
  const seen = new Set<string>([emptyTree]);
  const queue: string[] = [];
  const add = (id: string) => {
    if (seen.has(id) || knownObjects?.has(id)) return;
    seen.add(id);
    queue.push(id);
  };
  for (const root of roots) add(root);
  while (queue.length > 0) {
    signal?.throwIfAborted();
    const ids = queue.splice(-BATCH);
    for (const [id, object] of await readEach(reader, ids, fail)) {
      if (isTurnOver()) await nextTurn();
      try {
        const walked = await getLinks(id, object, shallow);
        visit(walked);
        for (const next of [...walked.parents, ...walked.parts]) add(next);
      } catch (cause) {
        fail(id, (cause as Error).message);
      }
    }
  }
}

async function readEach(
  reader: ObjectReader,
  ids: readonly string[],
  fail: WalkOptions['fail'],
): Promise<Map<string, GitObject>> {
  const together = await reader.read(ids).catch(() => undefined);
  if (together) return together;
  const objects = new Map<string, GitObject>();
  for (const id of ids) {
    try {
      for (const [name, object] of await reader.read([id])) objects.set(name, object);
    } catch (problem) {
      const { cause } = problem as Error;
      // A failure of the machine says nothing about the object.
      if (!(cause instanceof UnreadableObject)) throw problem;
      fail(id, cause.fault === 'missing' ? 'it is missing' : cause.message);
    }
  }
  return objects;
}

async function getLinks(
  id: string,
  object: GitObject,
  shallow: ReadonlySet<string> | undefined,
): Promise<WalkedObject> {
  const { type, content } = object;
  if ((await computeHash(type, content)) !== id) throw new Error('its bytes do not have this id');
  switch (type) {
    case 'blob':
      return { id, type, parents: [], parts: [] };
    case 'commit': {
      const { tree, parents } = parseCommit(id, object);
      return { id, type, parents: shallow?.has(id) ? [] : parents, parts: [tree] };
    }
    case 'tag': {
      const target = /^object ([0-9a-f]{40})\n/.exec(Buffer.from(content).toString('latin1'))?.[1];
      return { id, type, parents: [], parts: target === undefined ? [] : [target] };
    }
    case 'tree': {
      const entries = [...RawTree.parse(id, content).entries()];
      // The commit of a submodule is in another repository.
      const parts = entries.filter(({ mode }) => entryType(mode) !== 'submodule').map((entry) => entry.id);
      return { id, type, parents: [], parts };
    }
  }
}

async function computeHash(type: GitObject['type'], content: Uint8Array): Promise<string> {
  const header = Buffer.from(`${type} ${content.byteLength}\0`);
  if (content.byteLength < largeBytes) {
    return createHash('sha1').update(header).update(content).digest('hex');
  }
  const digest = await webcrypto.subtle.digest('SHA-1', Buffer.concat([header, content]));
  return Buffer.from(digest).toString('hex');
}

/** Returns the commits of a shallow repository whose parents it lacks. */
export async function shallowCommits(gitDir: string): Promise<Set<string>> {
  const text = await readFile(join(gitDir, 'shallow'), 'utf8').catch(() => '');
  return new Set(text.split('\n').filter((line) => line !== ''));
}
