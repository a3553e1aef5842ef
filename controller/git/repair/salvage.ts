import type { GitObject, ObjectReader } from '../objects/contract.js';
import { type NewObject, PackStore } from '../packs/pack-store.js';
import { DISPLACED, HEADS, listDamagedRefs, listRefs, readRef } from '../refs/refs.js';
import { shallowCommits, type WalkedObject, walkObjects } from './object-walk.js';

/** Bytes of one pack of copied objects. */
const packBytes = 16 * 1_048_576;
const readAtOnce = 64;

/** A ref to move when the new objects are in place. */
export interface RefChange {
  ref: string;
  from: string | undefined;
  /** Undefined deletes the ref. */
  to: string | undefined;
}

/** A ref to commits that only the local repository had and that could not be read. */
export interface LostRef {
  ref: string;
  /** The commit that the ref led to; undefined when its file is damaged. */
  commit: string | undefined;
  reason: string;
}

export interface Salvage {
  changes: readonly RefChange[];
  lost: readonly LostRef[];
  /** Commits that no ref led to any more; they are kept under `refs/displaced/` now. */
  recovered: readonly string[];
  /** The number of commits that were copied because only the local repository had them. */
  commits: number;
}

export interface SalvageOptions {
  /** The repository whose refs count. */
  gitDir: string;
  /** The repository that takes the objects. */
  target: string;
  /** The objects of the remote, each with all that it needs. */
  fetched: ReadonlySet<string>;
  /** The objects of `target`; copied objects are added. */
  present: Set<string>;
  /** Reads what can be read of the local repository. */
  reader: ObjectReader;
  /** The ids of all objects that `reader` may have. */
  allIds(): Promise<Set<string>>;
  /** Commits to keep besides those of refs: the ref to one may be on its way. */
  alsoKept: readonly string[];
  /** The branches of the remote. */
  tips: ReadonlyMap<string, string>;
  signal?: AbortSignal | undefined;
}

/**
 * Copies into `target` every object that the refs of the local repository need and that `target` lacks; may be called again. Returns what to do
 * with the refs whose commits cannot be read as a whole.
 */
export async function salvage(options: SalvageOptions): Promise<Salvage> {
  const { gitDir, fetched, tips, alsoKept } = options;
  const refs = await listRefs(gitDir, 'refs/');
  const damaged = await listDamagedRefs(gitDir);
  const survey = await getSurvey(options, [...refs.values(), ...alsoKept]);
  const changes: RefChange[] = [];
  const lost: LostRef[] = [];
  const kept = new Set<string>();
  let isSearchDue = false;
  for (const [name, id] of refs) {
    const ref = `refs/${name}`;
    if (damaged.includes(ref)) continue;
    if (survey.isWhole(id)) {
      kept.add(id);
      continue;
    }
    const branch = ref.startsWith(HEADS) ? ref.slice(HEADS.length) : undefined;
    const nearest = branch === undefined ? undefined : survey.nearestWhole(id);
    // A commit of the remote leads to the remote's newest.
    const isLocal = nearest !== undefined && !fetched.has(nearest);
    const to = branch === undefined ? undefined : isLocal ? nearest : (tips.get(branch) ?? nearest);
    if (to !== undefined) kept.add(to);
    changes.push({ ref, from: id, to });
    const isOfRemote =
      ref.startsWith('refs/remotes/') ||
      (branch !== undefined && refs.get(`remotes/mirrored/${branch}`) === id);
    if (isOfRemote) continue;
    lost.push({ ref, commit: id, reason: survey.getReason(id) });
    if (branch !== undefined) isSearchDue = true;
  }
  const unnamed: RefChange[] = [];
  for (const ref of damaged) {
    const before = await readRef(gitDir, ref);
    const branch = ref.startsWith(HEADS) ? ref.slice(HEADS.length) : undefined;
    const packed = before !== undefined && survey.isWhole(before) ? before : undefined;
    const to = branch === undefined ? packed : (tips.get(branch) ?? packed);
    if (to !== undefined) kept.add(to);
    unnamed.push({ ref, from: before, to });
    if (!ref.startsWith('refs/remotes/')) isSearchDue = true;
  }
  // Nothing tells whose commit it is that no ref leads to: that of a closed proposal looks like a write that was accepted.
  // So no branch moves to one, or it would be pushed.
  const recovered = isSearchDue ? await unreferenced(options, kept) : [];
  for (const id of recovered) {
    const ref = DISPLACED + id;
    changes.push({ ref, from: await readRef(gitDir, ref), to: id });
  }
  for (const change of unnamed) {
    const { ref, to } = change;
    if (recovered.some((id) => ref === DISPLACED + id)) continue;
    changes.push(change);
    // A branch at the remote's commit has lost nothing, unless there are commits that it may have had.
    const isRestored = ref.startsWith(HEADS) && to !== undefined && recovered.length === 0;
    if (isRestored || ref.startsWith('refs/remotes/') || ref.startsWith('refs/applied/')) continue;
    lost.push({ ref, commit: undefined, reason: damagedFileReason(to, recovered) });
  }
  for (const id of [...recovered, ...alsoKept.filter((id) => survey.isWhole(id))]) kept.add(id);
  const copied = await copy(options, kept);
  return { changes, lost, recovered, commits: copied };
}

interface Survey {
  /** True when the commit and all that it needs can be read. */
  isWhole(id: string): boolean;
  /** The first whole commit among the first parents of a commit. */
  nearestWhole(id: string): string | undefined;
  getReason(id: string): string;
  commits(): WalkedObject[];
}

/** Reads what the remote lacks of the objects that the roots need. */
async function getSurvey(options: SalvageOptions, roots: readonly string[]): Promise<Survey> {
  const { gitDir, reader, fetched, signal } = options;
  const objects = new Map<string, WalkedObject>();
  const reasons = new Map<string, string>();
  await walkObjects({
    reader,
    roots,
    knownObjects: fetched,
    shallow: await shallowCommits(gitDir),
    signal,
    visit: (object) => void objects.set(object.id, object),
    fail: (id, reason) => void reasons.set(id, `the object ${id} cannot be read: ${reason}`),
  });
  const neededBy = new Map<string, string[]>();
  for (const { id, parents, parts } of objects.values()) {
    for (const part of [...parents, ...parts]) {
      const users = neededBy.get(part);
      if (users) users.push(id);
      else neededBy.set(part, [id]);
    }
  }
  // An object that needs a broken one is broken.
  const queue = [...reasons.keys()];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    for (const user of neededBy.get(id) ?? []) {
      if (reasons.has(user)) continue;
      reasons.set(user, reasons.get(id) ?? '');
      queue.push(user);
    }
  }
  const isWhole = (id: string) => fetched.has(id) || (objects.has(id) && !reasons.has(id));
  return {
    isWhole,
    nearestWhole(id) {
      for (let at: string | undefined = id; at !== undefined; at = objects.get(at)?.parents[0]) {
        if (isWhole(at)) return at;
      }
      return undefined;
    },
    getReason: (id) => reasons.get(id) ?? `the object ${id} cannot be read`,
    commits: () => [...objects.values()].filter(({ type }) => type === 'commit'),
  };
}

function damagedFileReason(to: string | undefined, recovered: readonly string[]): string {
  const place = to === undefined ? 'its file is damaged' : `its file is damaged, and it is at ${to} now`;
  if (recovered.length === 0) return place;
  return `${place}; it may have been at one of the commits that are kept under ${DISPLACED}: ${recovered.join(', ')}`;
}

/** Finds the newest of the whole commits that neither the remote nor the commits of `kept` have. */
async function unreferenced(options: SalvageOptions, kept: Iterable<string>): Promise<string[]> {
  const survey = await getSurvey(options, [...(await options.allIds()), ...options.alsoKept]);
  const commits = new Map(survey.commits().map((commit) => [commit.id, commit]));
  const reached = new Set<string>();
  const reachable = (start: readonly string[]) => {
    const queue = [...start];
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      if (reached.has(id)) continue;
      reached.add(id);
      queue.push(...(commits.get(id)?.parents ?? []));
    }
  };
  reachable([...kept]);
  for (const { id, parents } of commits.values()) if (survey.isWhole(id)) reachable(parents);
  return [...commits.keys()].filter((id) => survey.isWhole(id) && !reached.has(id));
}

/** Copies all that whole commits need and `target` lacks. Returns the number of copied commits. */
async function copy(options: SalvageOptions, roots: Iterable<string>): Promise<number> {
  const { gitDir, target, reader, present, signal } = options;
  const ids: string[] = [];
  let commits = 0;
  await walkObjects({
    reader,
    roots,
    knownObjects: present,
    shallow: await shallowCommits(gitDir),
    signal,
    visit({ id, type }) {
      ids.push(id);
      if (type === 'commit') commits++;
    },
    // The commit was whole a moment ago.
    fail(id, reason) {
      throw new Error(`the object ${id} cannot be copied: ${reason}`);
    },
  });
  const packs = new PackStore(target);
  try {
    let batch: NewObject[] = [];
    let bytes = 0;
    const write = async () => {
      if (batch.length > 0) await packs.write(batch);
      batch = [];
      bytes = 0;
    };
    for (let at = 0; at < ids.length; at += readAtOnce) {
      const objects: Map<string, GitObject> = await reader.read(ids.slice(at, at + readAtOnce));
      for (const [id, { type, content }] of objects) {
        batch.push({ id, type, content: Buffer.from(content) });
        bytes += content.byteLength;
      }
      if (bytes > packBytes) await write();
    }
    await write();
  } finally {
    await packs.maintenance.close();
  }
  for (const id of ids) present.add(id);
  return commits;
}
