import { isTurnOver, nextTurn } from '../../concurrency/loop-turn.js';
import {
  type Attachment,
  type BranchState,
  type EntityId,
  type EntityRecord,
  type EntityState,
  type FileChanges,
  type FileEntry,
  FileRecord,
  findEntity,
  getEntityKind,
  getEntityName,
  type HiddenFiles,
  sameTexts,
  type TextFile,
} from './branch-state.js';
import { FileIndex } from './file-index.js';
import { Draft, LayeredMap } from './layered-map.js';
import {
  attached,
  createFacts,
  decideReadiness,
  exists,
  type Facts,
  findInterfaceDigest,
  findProvidedNames,
  getFacts,
  passesTo,
} from './readiness.js';

/** The change of one entity in service between two snapshots. */
export interface EntityChange {
  kind: string;
  name: string;
  /** A move to another file is an update. */
  change: 'created' | 'updated' | 'deleted';
  /** The entity's file; of a deleted entity, its last file. */
  path: string;
  /** The former file, when the entity moved. */
  previousPath?: string;
}

const none = LayeredMap.empty<EntityState>();

/** The entities in service that two states do not share; costs as much as they differ. */
export function differences(before: BranchState, after: BranchState): EntityChange[] {
  const changes: EntityChange[] = [];
  for (const kind of new Set([...before.entities.keys(), ...after.entities.keys()])) {
    const [was, is] = [before.entities.get(kind) ?? none, after.entities.get(kind) ?? none];
    if (was === is) continue;
    for (const { key, from, to } of was.differencesTo(is)) {
      const change = findChange(key, from?.served, to?.served);
      if (change) changes.push(change);
    }
  }
  return changes;
}

function findChange(
  id: EntityId,
  from: EntityRecord | undefined,
  to: EntityRecord | undefined,
): EntityChange | undefined {
  const entity = { kind: getEntityKind(id), name: getEntityName(id) };
  if (from && to) {
    if (from === to) return undefined;
    const moved = from.path === to.path ? {} : { previousPath: from.path };
    return { ...entity, change: 'updated', path: to.path, ...moved };
  }
  if (to) return { ...entity, change: 'created', path: to.path };
  return from && { ...entity, change: 'deleted', path: from.path };
}

export const noAttachments: ReadonlyMap<string, Attachment> = new Map();

export interface StateChange {
  revision: string;
  /** The revision of the state before; undefined before the first one. */
  previous?: string | undefined;
  /** RFC 3339. */
  now: string;
  /** By path; undefined for a file that was deleted. */
  files: FileChanges;
  /** From `settleLayers`. */
  hidden: HiddenFiles;
  /** By path; the texts that entities name are read. */
  texts: ReadonlyMap<string, TextFile | undefined>;
  /** Further entities to check, besides those whose files changed. */
  also?: Iterable<EntityId>;
}

/**
 * The next state of a branch. A ready entity moves to its newest version; any other entity stays at the version in
 * service, if there is one. The result depends on the files and the versions in service alone (and on `isElsewhere`), so
 * that every history that leads to the same files ends in the same state.
 * @param defer takes the checks for which the event loop has no time left; the state is right once none is deferred
 */
export function nextState(before: BranchState, change: StateChange, defer?: Facts['defer']): BranchState {
  const index = new FileIndex(before);
  for (const id of change.also ?? []) index.touched.add(id);
  for (const [path, entry] of change.files) index.replace(path, entry);
  for (const [path, text] of change.texts) index.replaceText(path, text);

  const facts: Facts = { ...draftFacts(before, index), ...(defer ? { defer } : {}) };
  const touched = withReferrers(before, facts, index);
  const getReferrers = (id: EntityId) => index.getReferrers(id);
  const misusing = new Draft(before.misusing);
  const misuses = (id: EntityId, isMisusing: boolean) => misusing.set(id, isMisusing || undefined);
  const decided = decideReadiness({ before, facts, touched, getReferrers, misuses });

  const input = { before, facts, change };
  const notReady = new Draft(before.notReady);
  const orphans = new Draft(before.orphans);
  const entities = new Map<string, Map<EntityId, EntityState | undefined>>();
  for (const [id, ready] of decided) {
    const old = findEntity(before, id);
    if (old && before.orphans.get(old.home) === id) orphans.set(old.home, undefined);
    const state = exists(facts, id) ? entityState(id, ready, input) : undefined;
    if (state && facts.definers(id).length === 0) orphans.set(state.home, id);
    notReady.set(id, state && !ready ? true : undefined);
    const ofKind = entities.get(getEntityKind(id)) ?? new Map<EntityId, EntityState | undefined>();
    entities.set(getEntityKind(id), ofKind.set(id, state));
  }
  return {
    ...index.finish(),
    hidden: change.hidden,
    entities: mergeKinds(before.entities, entities),
    notReady: notReady.finish(),
    misusing: misusing.finish(),
    orphans: orphans.finish(),
    isElsewhere: before.isElsewhere,
  };
}

function draftFacts(before: BranchState, index: FileIndex): Facts {
  const unreadableHome = (id: EntityId) => {
    const old = findEntity(before, id);
    if (!old?.served || (index.definers.get(id) ?? []).length > 0) return undefined;
    const analysis = index.files.get(old.home)?.analysis;
    return analysis && !analysis.valid && !analysis.identity ? old.home : undefined;
  };
  return createFacts(index, unreadableHome, before.isElsewhere);
}

/**
 * The touched entities, and those that refer to a touched one that was created, deleted, offers other actions, or takes
 * other values than before.
 */
function withReferrers(before: BranchState, facts: Facts, index: FileIndex): ReadonlySet<EntityId> {
  // Before the first revision nothing refers to anything, and all that refers is touched itself.
  if (before.files.size === 0 && before.entities.size === 0) return index.touched;
  const old = getFacts(before);
  const touched = new Set(index.touched);
  for (const id of index.touched) {
    const isOther =
      exists(old, id) !== exists(facts, id) || findProvidedNames(old, id) !== findProvidedNames(facts, id);
    if (!isOther && findInterfaceDigest(old, id) === findInterfaceDigest(facts, id)) continue;
    for (const path of index.getReferrers(id)) {
      const entry = index.files.get(path);
      if (entry?.id !== undefined && (isOther || passesTo(entry, id))) touched.add(entry.id);
    }
  }
  return touched;
}

function entityState(id: EntityId, ready: boolean, { before, facts, change }: StateInput): EntityState {
  const old = findEntity(before, id);
  const since = old && !before.notReady.has(id) === ready ? old.since : change.now;
  const definers = facts.definers(id);
  const entry = ready && definers[0] !== undefined ? facts.file(definers[0]) : undefined;
  if (entry) {
    const texts = attachments(facts, entry);
    return { served: serve(entry, texts, old?.served, change.revision), home: entry.path, since };
  }
  const keepsHome = old?.served && (definers.length === 0 || definers.includes(old.home));
  const home = keepsHome ? old.home : (definers[0] ?? old?.home ?? '');
  const lastGood = before.notReady.has(id) ? old?.lastGood : old?.served && change.previous;
  const { toleratedUntil } = old ?? {};
  return { served: old?.served && moved(old.served, home), home, since, lastGood, toleratedUntil };
}

interface StateInput {
  before: BranchState;
  facts: Facts;
  change: StateChange;
}

function attachments(facts: Facts, entry: FileEntry): ReadonlyMap<string, Attachment> {
  if (entry.texts.length === 0) return noAttachments;
  return new Map(
    entry.texts.flatMap((named) => {
      const attachments = attached(facts, named);
      return attachments ? [[named.holds, attachments] as const] : [];
    }),
  );
}

function serve(
  entry: FileEntry,
  texts: ReadonlyMap<string, Attachment>,
  old: FileRecord | undefined,
  revision: string,
): FileRecord {
  const { analysis, blobId, path } = entry;
  if (old?.blobId === blobId && sameTexts(old.attachments, texts)) return moved(old, path, texts);
  return new FileRecord(analysis, { path, blobId, revision, attachments: texts });
}

function moved(record: FileRecord, path: string, attachments = record.attachments): FileRecord {
  const isHere =
    record.path === path &&
    [...attachments].every(([field, { path: at }]) => record.attachments.get(field)?.path === at);
  return isHere ? record : record.movedTo(path, attachments);
}

function mergeKinds(
  before: BranchState['entities'],
  changes: ReadonlyMap<string, ReadonlyMap<EntityId, EntityState | undefined>>,
): BranchState['entities'] {
  const merged = new Map(before);
  for (const [kind, changed] of changes) {
    merged.set(kind, (before.get(kind) ?? LayeredMap.empty<EntityState>()).with(changed));
  }
  return merged;
}

/**
 * Makes the next state. Checks that take long share the event loop; the state is made again with their results, which
 * are kept, so that each time fewer are left.
 */
export async function link(before: BranchState, change: StateChange): Promise<BranchState> {
  for (;;) {
    const deferred: (() => void)[] = [];
    const state = nextState(before, change, (check) => deferred.push(check));
    if (deferred.length === 0) return state;
    for (const check of deferred) {
      while (isTurnOver()) await nextTurn();
      check();
    }
  }
}
