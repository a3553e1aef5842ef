import type { PlacedReference } from './analysis.js';
import type { LocatedFile } from './attachments.js';
import {
  type BranchState,
  type EntityId,
  entityId,
  entityOf,
  type FileEntry,
  type TextFile,
} from './branch-state.js';
import type { Attachment } from './contract.js';
import { isAttachable } from './entity-files.js';

/** What readiness is decided from: the state at a revision, or the drafts of the next one. */
export interface Facts {
  file(path: string): FileEntry | undefined;
  text(path: string): TextFile | undefined;
  definers(id: EntityId): readonly string[];
  holders(claim: string): readonly string[];
  /** The file at which an entity that no file defines any more is held, because that file cannot be read. */
  orphanage(id: EntityId): string | undefined;
}

export function exists(facts: Facts, id: EntityId): boolean {
  return facts.definers(id).length > 0 || facts.orphanage(id) !== undefined;
}

/** The one file that defines an entity, if it is one. */
export function definerOf(facts: Facts, id: EntityId): FileEntry | undefined {
  const [path, another] = facts.definers(id);
  return path === undefined || another !== undefined ? undefined : facts.file(path);
}

/** What references may ask of an entity; undefined when everything goes. */
export function offersOf(facts: Facts, id: EntityId): ReadonlySet<string> | undefined {
  return definerOf(facts, id)?.analysis.offers;
}

/** Whether a reference leads to something that has what it needs; whether that is ready is another question. */
export function leadsSomewhere(facts: Facts, { kind, name, needs }: PlacedReference): boolean {
  const target = entityId(kind, name);
  return exists(facts, target) && (needs === undefined || (offersOf(facts, target)?.has(needs) ?? true));
}

/** The text that a document names; undefined when there is none, or none that can be used. */
export function attached(facts: Facts, { path, faultsIn, tolerates }: LocatedFile): Attachment | undefined {
  if (path === undefined || !isAttachable(path)) return undefined;
  const { blobId, content } = facts.text(path) ?? {};
  if (blobId === undefined || !content || content.finding || !faultsIn(content).every(tolerates))
    return undefined;
  return { path, blobId, text: content.text };
}

/**
 * Nothing is wrong with the entity itself: one valid file, no claim in dispute, no reference that leads nowhere, every
 * text it names at hand.
 */
export function isSound(facts: Facts, id: EntityId): boolean {
  const entry = definerOf(facts, id);
  if (!entry?.analysis.valid) return false;
  const { claims, references } = entry.analysis;
  return (
    claims.every(({ key }) => facts.holders(key).length === 1) &&
    references.every((reference) => leadsSomewhere(facts, reference)) &&
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
 * Which entities are ready after a change: those that are sound and refer to ready ones only. Entities that refer to one
 * another in a circle are ready together. Looks at what was touched and, where readiness changes, at what refers to it.
 * @returns every entity whose readiness was looked at
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

  // What may become ready: the touched, and what was held back by them.
  const region = new Set(touched);
  if (before.notReady.size > 0) {
    for (const id of region) for (const other of referring(id)) if (wasNotReady(other)) region.add(other);
  }

  // All of it is taken for ready, until it turns out to hang on something that is not.
  const unready = new Set<EntityId>();
  for (const id of region) {
    if (!exists(facts, id)) continue;
    const hangsOnOld = definerOf(facts, id)?.analysis.references.some(({ kind, name }) => {
      const target = entityId(kind, name);
      return !region.has(target) && wasNotReady(target);
    });
    if (hangsOnOld || !isSound(facts, id)) unready.add(id);
  }
  for (const id of unready) {
    for (const other of referring(id)) if (region.has(other) || !wasNotReady(other)) unready.add(other);
  }

  const decided = new Map<EntityId, boolean>();
  for (const id of region) decided.set(id, !unready.has(id));
  for (const id of unready) decided.set(id, false);
  return decided;
}

/** The facts of a finished state. */
export function factsOf(state: BranchState): Facts {
  return {
    file: (path) => state.files.get(path),
    text: (path) => state.texts.get(path),
    definers: (id) => state.definers.get(id) ?? [],
    holders: (claim) => state.holders.get(claim) ?? [],
    orphanage: (id) => {
      const home = entityOf(state, id)?.home;
      return home !== undefined && state.orphans.get(home) === id ? home : undefined;
    },
  };
}
