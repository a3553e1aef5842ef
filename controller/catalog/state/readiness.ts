import type { PlacedReference } from '../parse/analysis.js';
import { isAttachable } from '../parse/entity-files.js';
import type { LocatedFile } from '../parse/named-files.js';
import {
  type Attachment,
  type BranchState,
  type EntityId,
  entityId,
  entityOf,
  type FileEntry,
  type TextFile,
} from './branch-state.js';

/** The facts that decide readiness: of the state at a revision, or of the drafts of the next one. */
export interface Facts {
  file(path: string): FileEntry | undefined;
  text(path: string): TextFile | undefined;
  definers(id: EntityId): readonly string[];
  holders(claim: string): readonly string[];
  /** The unreadable file that defined the entity last, when no file defines it now: the entity stays in service. */
  unreadableHome(id: EntityId): string | undefined;
}

export function exists(facts: Facts, id: EntityId): boolean {
  return facts.definers(id).length > 0 || facts.unreadableHome(id) !== undefined;
}

/** The file that defines an entity; undefined when there is none, or more than one. */
export function definerOf(facts: Facts, id: EntityId): FileEntry | undefined {
  const [path, another] = facts.definers(id);
  return path === undefined || another !== undefined ? undefined : facts.file(path);
}

/** The offers that references may require of an entity; undefined when they are not known. */
export function offersOf(facts: Facts, id: EntityId): ReadonlySet<string> | undefined {
  return definerOf(facts, id)?.analysis.offers;
}

/** True when the entity that a reference names exists and offers what the reference needs; it need not be ready. */
export function isResolved(facts: Facts, { kind, name, needs }: PlacedReference): boolean {
  const target = entityId(kind, name);
  return exists(facts, target) && (needs === undefined || (offersOf(facts, target)?.has(needs) ?? true));
}

/** The text that a document names; undefined when it is missing or cannot be used. */
export function attached(facts: Facts, { path, faultsIn, tolerates }: LocatedFile): Attachment | undefined {
  if (path === undefined || !isAttachable(path)) return undefined;
  const { blobId, content } = facts.text(path) ?? {};
  if (blobId === undefined || !content || content.finding || !faultsIn(content).every(tolerates))
    return undefined;
  return { path, blobId, text: content.text };
}

/**
 * True when the entity itself has no error: one valid file defines it, no other entity makes the same claim, all its
 * references resolve and all its texts can be used.
 */
function isSound(facts: Facts, id: EntityId): boolean {
  const entry = definerOf(facts, id);
  if (!entry?.analysis.valid) return false;
  const { claims, references } = entry.analysis;
  return (
    claims.every(({ key }) => facts.holders(key).length === 1) &&
    references.every((reference) => isResolved(facts, reference)) &&
    entry.texts.every((named) => attached(facts, named) !== undefined)
  );
}

export interface ReadinessInput {
  before: BranchState;
  facts: Facts;
  touched: ReadonlySet<EntityId>;
  referrersOf(id: EntityId): Iterable<string>;
}

/**
 * Decides which entities are ready after a change: those that are sound and refer to ready entities only. Entities that
 * refer to one another in a cycle become ready together. Checks the touched entities and, where readiness changes, those
 * that refer to them.
 * @returns every entity that was checked
 */
export function decideReadiness({
  before,
  facts,
  touched,
  referrersOf,
}: ReadinessInput): Map<EntityId, boolean> {
  const referring = function* (id: EntityId): Iterable<EntityId> {
    for (const path of referrersOf(id)) {
      const found = facts.file(path)?.id;
      if (found !== undefined) yield found;
    }
  };
  const wasNotReady = (id: EntityId) => before.notReady.has(id);

  // Entities that may become ready: the touched ones, and those that waited for them.
  const region = new Set(touched);
  if (before.notReady.size > 0) {
    for (const id of region) for (const other of referring(id)) if (wasNotReady(other)) region.add(other);
  }

  // Each of them counts as ready until it proves to depend on an entity that is not.
  const unready = new Set<EntityId>();
  for (const id of region) {
    if (!exists(facts, id)) continue;
    const dependsOnUnready = definerOf(facts, id)?.analysis.references.some(({ kind, name }) => {
      const target = entityId(kind, name);
      return !region.has(target) && wasNotReady(target);
    });
    if (dependsOnUnready || !isSound(facts, id)) unready.add(id);
  }
  for (const id of unready) {
    for (const other of referring(id)) if (region.has(other) || !wasNotReady(other)) unready.add(other);
  }

  const decided = new Map<EntityId, boolean>();
  for (const id of region) decided.set(id, !unready.has(id));
  for (const id of unready) decided.set(id, false);
  return decided;
}

type FactIndexes = { [Index in 'files' | 'texts' | 'definers' | 'holders']: Pick<BranchState[Index], 'get'> };

/** The facts that indexes hold, of a finished state or of a draft. */
export function createFacts(indexes: FactIndexes, unreadableHome: Facts['unreadableHome']): Facts {
  return {
    file: (path) => indexes.files.get(path),
    text: (path) => indexes.texts.get(path),
    definers: (id) => indexes.definers.get(id) ?? [],
    holders: (claim) => indexes.holders.get(claim) ?? [],
    unreadableHome,
  };
}

/** The facts of a finished state. */
export function factsOf(state: BranchState): Facts {
  return createFacts(state, (id) => {
    const home = entityOf(state, id)?.home;
    return home !== undefined && state.orphans.get(home) === id ? home : undefined;
  });
}
