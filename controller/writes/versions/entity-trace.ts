import type { CommittedChange, PlacedCommit, Repository } from '../../git/index.js';
import type { ChangeKind, EntityAddress } from './contract.js';
import type { Definition, EntityBlobs } from './entity-blobs.js';

/** The most files of a commit that are read in search of where an entity moved to or from, at once. */
const searchedAtOnce = 200;

/** A commit that changed an entity. */
export interface TracedCommit extends PlacedCommit {
  change: ChangeKind;
  path: string;
  previousPath?: string;
  /** The blob of the entity's file after the commit; null where there is none. */
  blobId: string | null;
}

/** Everything that commits up to a tip did to an entity, whatever its file was called. */
export interface EntityTrace {
  /** The newest first. */
  commits: readonly TracedCommit[];
  /** All paths that its file had. */
  paths: ReadonlySet<string>;
}

interface OwnChange extends CommittedChange {
  was: Definition | undefined;
  is: Definition | undefined;
}

interface Tools {
  repository: Repository;
  blobs: EntityBlobs;
}

/**
 * Finds the commits reachable from `tip` that changed an entity: those after which its file, by path, content and mode, is
 * another one than in each of their parents. Files are followed by the name of the entity that they define, not by likeness.
 * @param starts the paths where its file is or may have been
 */
export async function traceEntity(
  tools: Tools,
  { tip, address, starts }: { tip: string; address: EntityAddress; starts: Iterable<string> },
): Promise<EntityTrace> {
  const { history } = tools.repository;
  const searched = new Set<string>();
  const own = new Map<string, OwnChange[]>();
  const moves = new Set<string>();
  let waiting = new Set(starts);
  while (waiting.size > 0) {
    const paths = [...waiting];
    for (const path of paths) searched.add(path);
    waiting = new Set();
    for (const change of await findOwnChanges(tools, { tip, address, paths })) {
      const of = own.get(change.commit) ?? [];
      own.set(change.commit, [...of, change]);
      if ((change.was === 'it') === (change.is === 'it')) continue;
      moves.add(change.commit);
      const path = await findOtherEnd(tools, change, address);
      if (path !== undefined && !searched.has(path)) waiting.add(path);
    }
  }
  const paths = new Set([...own.values()].flatMap((changes) => changes.map(({ path }) => path)));
  const commits: TracedCommit[] = [];
  for (const changes of own.values()) {
    const traced = await toTraced(tools, changes, { address, paths });
    if (traced) commits.push(traced);
  }
  // A merge of sides with other paths may change the entity, and none of the paths against all its parents.
  const merges = paths.size > 1 ? await history.merges(tip, [...moves]) : [];
  for (const merge of merges) {
    const traced = own.has(merge.commit) ? undefined : await traceMerge(tools, merge, { address, paths });
    if (traced) commits.push(traced);
  }
  commits.sort((a, b) => b.time - a.time || b.order - a.order);
  return { commits, paths };
}

/** Returns the changes of paths that changed the entity there, or what could not be read in its place. */
async function findOwnChanges(
  { repository, blobs }: Tools,
  { tip, address, paths }: { tip: string; address: EntityAddress; paths: readonly string[] },
): Promise<OwnChange[]> {
  const changes = await repository.history.changes(tip, paths);
  const looked = await blobs.look(
    changes.flatMap(({ before, after }) => [before, after]),
    address,
  );
  const find = (blob: string | null) => (blob === null ? undefined : looked.get(blob));
  // By path, whether the last that could be read there was the entity.
  const isOwn = new Map<string, boolean>();
  const own: OwnChange[] = [];
  for (const change of changes) {
    const { path, before, after } = change;
    const [was, is] = [find(before), find(after)];
    const isUnreadable = was === 'unreadable' || is === 'unreadable';
    if (was === 'it' || is === 'it' || (isUnreadable && isOwn.get(path) === true))
      own.push({ ...change, was, is });
    if (is === 'it' || is === 'other') isOwn.set(path, is === 'it');
  }
  return own;
}

/** Returns the other path where a commit took an entity from, or put it. */
async function findOtherEnd(
  { repository, blobs }: Tools,
  { commit, path, before, after, is }: OwnChange,
  address: EntityAddress,
): Promise<string | undefined> {
  const cameHere = is === 'it';
  const blob = cameHere ? after : before;
  const candidates = (await repository.history.changesIn(commit))
    // Files outside of svc's folder are no entities.
    .filter((each) => each.path !== path && each.path.startsWith(repository.prefix))
    .flatMap((each) => {
      const id = cameHere ? each.before : each.after;
      return id === null ? [] : [{ path: each.path, id }];
    });
  const likely = ({ path: other, id }: { path: string; id: string }) =>
    id === blob ? 0 : baseName(other) === baseName(path) ? 1 : 2;
  const sorted = candidates.sort((a, b) => likely(a) - likely(b));
  for (let at = 0; at < sorted.length; at += searchedAtOnce) {
    const some = sorted.slice(at, at + searchedAtOnce);
    const looked = await blobs.look(
      some.map(({ id }) => id),
      address,
    );
    const other = some.find(({ id }) => looked.get(id) === 'it');
    if (other) return other.path;
  }
  return undefined;
}

interface Scope {
  address: EntityAddress;
  paths: ReadonlySet<string>;
}

async function toTraced(
  tools: Tools,
  changes: readonly OwnChange[],
  scope: Scope,
): Promise<TracedCommit | undefined> {
  const [first] = changes;
  if (first === undefined) return undefined;
  const place = { commit: first.commit, time: first.time, order: first.order, isMerge: first.isMerge };
  if (first.isMerge) return traceMerge(tools, place, scope);
  const came = changes.find(({ is }) => is === 'it');
  const gone = changes.find(({ was, is }) => was === 'it' && is !== 'it');
  if (came && came.was !== 'it' && gone)
    return { ...place, change: 'renamed', path: came.path, previousPath: gone.path, blobId: came.after };
  const { path, before, after } = came ?? first;
  const isNew = before === null || (came !== undefined && came.was === 'other');
  const isGone = came === undefined && (after === null || first.is === 'other');
  const change = isNew ? 'added' : isGone ? 'deleted' : 'modified';
  return { ...place, change, path, blobId: isGone ? null : after };
}

/** Returns the change by a merge; undefined where a parent has the entity as it is after the merge. */
async function traceMerge(
  tools: Tools,
  place: PlacedCommit,
  scope: Scope,
): Promise<TracedCommit | undefined> {
  const info = await tools.repository.history.commit(place.commit);
  const after = await findFile(tools, place.commit, scope);
  const befores = await Promise.all((info?.parents ?? []).map((parent) => findFile(tools, parent, scope)));
  if (befores.some((each) => each?.path === after?.path && each?.blobId === after?.blobId)) return undefined;
  const before = befores[0];
  if (after === undefined) return before && { ...place, change: 'deleted', path: before.path, blobId: null };
  const { path, blobId } = after;
  if (before === undefined) return { ...place, change: 'added', path, blobId };
  if (before.path === path) return { ...place, change: 'modified', path, blobId };
  return { ...place, change: 'renamed', path, previousPath: before.path, blobId };
}

/**
 * Finds the file of an entity at a commit, among the paths that it had; one that cannot be read counts where no other one
 * defines the entity.
 */
export async function findFile(
  { repository, blobs }: Tools,
  commit: string,
  { address, paths }: Scope,
): Promise<{ path: string; blobId: string } | undefined> {
  const files: { path: string; blobId: string }[] = [];
  for (const path of paths) {
    const blobId = await repository.history.blobAt(commit, path);
    if (blobId !== null) files.push({ path, blobId });
  }
  const looked = await blobs.look(
    files.map(({ blobId }) => blobId),
    address,
  );
  const isDefining = (definition: Definition) => (file: { blobId: string }) =>
    looked.get(file.blobId) === definition;
  return files.find(isDefining('it')) ?? files.find(isDefining('unreadable'));
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
