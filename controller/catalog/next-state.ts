import { sameTexts } from './attachments.js';
import {
  type BranchState,
  type EntityId,
  type EntityState,
  entityOf,
  type FileEntry,
  type HiddenFiles,
  kindOf,
  type TextFile,
} from './branch-state.js';
import type { Attachment } from './contract.js';
import { FileIndex } from './file-index.js';
import { FileRecord } from './file-record.js';
import { Draft, LayeredMap } from './layered-map.js';
import type { FileChanges } from './layers.js';
import { attached, decideReadiness, exists, type Facts, factsOf, offersOf } from './readiness.js';

export const noAttachments: ReadonlyMap<string, Attachment> = new Map();

export interface StateChange {
  revision: string;
  /** RFC 3339. */
  now: string;
  /** By path; undefined for a file that is gone. */
  files: FileChanges;
  /** As `settleLayers` left it. */
  hidden: HiddenFiles;
  /** The same of texts; those that entities name have been read. */
  texts: ReadonlyMap<string, TextFile | undefined>;
  /** Entities to look at besides those whose files changed. */
  also?: Iterable<EntityId>;
}

/**
 * The next state of a branch. What is ready moves on to its newest version; what is not stays at the version that was in
 * service, if there was one. Depends on nothing but the files and the versions in service, so that any way to the same
 * files ends in the same state.
 */
export function nextState(before: BranchState, change: StateChange): BranchState {
  const index = new FileIndex(before);
  for (const id of change.also ?? []) index.touched.add(id);
  for (const [path, entry] of change.files) index.replace(path, entry);
  for (const [path, text] of change.texts) index.replaceText(path, text);

  const facts = draftFacts(before, index);
  const touched = withReferrers(before, facts, index);
  const referrersOf = (id: EntityId) => index.referrersOf(id);
  const decided = decideReadiness({ before, facts, touched, referrersOf });

  const notReady = new Draft(before.notReady);
  const orphans = new Draft(before.orphans);
  const entities = new Map<string, Map<EntityId, EntityState | undefined>>();
  for (const [id, ready] of decided) {
    const old = entityOf(before, id);
    if (old && before.orphans.get(old.home) === id) orphans.set(old.home, undefined);
    const state = exists(facts, id) ? entityState(before, facts, id, ready, change) : undefined;
    if (state && facts.definers(id).length === 0) orphans.set(state.home, id);
    notReady.set(id, state && !ready ? true : undefined);
    const ofKind = entities.get(kindOf(id)) ?? new Map<EntityId, EntityState | undefined>();
    entities.set(kindOf(id), ofKind.set(id, state));
  }
  return {
    ...index.finish(),
    hidden: change.hidden,
    entities: mergeKinds(before.entities, entities),
    notReady: notReady.finish(),
    orphans: orphans.finish(),
  };
}

function draftFacts(before: BranchState, index: FileIndex): Facts {
  return {
    file: (path) => index.files.get(path),
    text: (path) => index.texts.get(path),
    definers: (id) => index.definers.get(id) ?? [],
    holders: (claim) => index.holders.get(claim) ?? [],
    orphanage: (id) => {
      const old = entityOf(before, id);
      if (!old?.served || (index.definers.get(id) ?? []).length > 0) return undefined;
      const analysis = index.files.get(old.home)?.analysis;
      return analysis && !analysis.valid && !analysis.identity ? old.home : undefined;
    },
  };
}

/** Besides the touched: what refers to one that has come, gone, or changed what it offers. */
function withReferrers(before: BranchState, facts: Facts, index: FileIndex): ReadonlySet<EntityId> {
  // Before the first revision nothing refers to anything, and all that refers is touched itself.
  if (before.files.size === 0 && before.entities.size === 0) return index.touched;
  const old = factsOf(before);
  const touched = new Set(index.touched);
  for (const id of index.touched) {
    if (exists(old, id) === exists(facts, id) && offersOf(old, id) === offersOf(facts, id)) continue;
    for (const path of index.referrersOf(id)) {
      const referrer = index.files.get(path)?.id;
      if (referrer !== undefined) touched.add(referrer);
    }
  }
  return touched;
}

function entityState(
  before: BranchState,
  facts: Facts,
  id: EntityId,
  ready: boolean,
  change: StateChange,
): EntityState {
  const old = entityOf(before, id);
  const since = old && !before.notReady.has(id) === ready ? old.since : change.now;
  const definers = facts.definers(id);
  const entry = ready && definers[0] !== undefined ? facts.file(definers[0]) : undefined;
  if (entry) {
    const texts = attachments(facts, entry);
    return { served: serve(entry, texts, old?.served, change.revision), home: entry.path, since };
  }
  const keepsHome = old?.served && (definers.length === 0 || definers.includes(old.home));
  const home = keepsHome ? old.home : (definers[0] ?? old?.home ?? '');
  return { served: old?.served && moved(old.served, home), home, since };
}

function attachments(facts: Facts, entry: FileEntry): ReadonlyMap<string, Attachment> {
  if (entry.texts.length === 0) return noAttachments;
  return new Map(
    entry.texts.flatMap((named) => {
      const found = attached(facts, named);
      return found ? [[named.holds, found] as const] : [];
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
