import { isTurnOver } from '../../concurrency/loop-turn.js';
import type { PlacedReference } from '../parse/analysis.js';
import { isAttachable } from '../parse/entity-files.js';
import type { FileContent } from '../parse/file-content.js';
import type { LocatedFile } from '../parse/named-files.js';
import type { PointedFinding } from '../rules/finding.js';
import {
  type Attachment,
  type BranchState,
  type EntityId,
  entityId,
  type FileEntry,
  findEntity,
  getInferredKey,
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
  /** See `BranchState`. */
  isElsewhere(id: EntityId): boolean;
  /** Takes a check that waits for a later turn of the event loop; without it, all checks are made at once. */
  defer?(check: () => void): void;
}

export function exists(facts: Facts, id: EntityId): boolean {
  return facts.definers(id).length > 0 || facts.unreadableHome(id) !== undefined;
}

/** The file that defines an entity; undefined when there is none, or more than one. */
export function findDefiner(facts: Facts, id: EntityId): FileEntry | undefined {
  const [path, another] = facts.definers(id);
  return path === undefined || another !== undefined ? undefined : facts.file(path);
}

/** The offers that references may require of an entity; undefined when they are not known. */
export function findProvidedNames(facts: Facts, id: EntityId): ReadonlySet<string> | undefined {
  return findDefiner(facts, id)?.analysis.providedNames;
}

/** Tells what a valid entity takes, its texts included; undefined when nothing is checked. */
export function findInterfaceDigest(facts: Facts, id: EntityId): string | undefined {
  const entry = findDefiner(facts, id);
  const interfaceDigest = entry?.analysis.interfaceDigest;
  return interfaceDigest === undefined || entry?.texts.length === 0
    ? interfaceDigest
    : `${interfaceDigest} ${getBlobs(facts, entry)}`;
}

/** Tells which texts the files hold that a document names. */
function getBlobs(facts: Facts, entry: FileEntry | undefined): string {
  const blobs = entry?.texts.map(({ holds, path }) => `${holds} ${facts.text(path ?? '')?.blobId ?? ''}`);
  return blobs?.join(' ') ?? '';
}

/** True when a file passes something to an entity. */
export function passesTo({ analysis }: FileEntry, id: EntityId): boolean {
  return analysis.references.some(({ argumentJson, kind, name }) => {
    return argumentJson !== undefined && entityId(kind, name) === id;
  });
}

const none: readonly never[] = [];

/** The faults of references by the texts that the content names. */
type CheckedReferences = WeakMap<PlacedReference, { blobs: string; faults: readonly PointedFinding[] }>;

/** The faults of references by the content that they were checked against, for as long as both are in use. */
const checked = new WeakMap<FileContent, CheckedReferences>();

/**
 * The faults of what a reference passes to the entity that it names; none while that entity is not valid itself, and none
 * for a check that is deferred.
 */
export function getMisuses(facts: Facts, reference: PlacedReference): readonly PointedFinding[] {
  if (reference.argumentJson === undefined) return none;
  const entry = findDefiner(facts, entityId(reference.kind, reference.name));
  const target = entry?.analysis;
  if (reference.fits && target?.providedNames !== undefined) return none;
  const content = target?.isInterfaceKnown && isResolved(facts, reference) ? target.content : undefined;
  if (entry === undefined || content === undefined) return none;
  const ofContent: CheckedReferences = checked.get(content) ?? new WeakMap();
  checked.set(content, ofContent);
  const blobs = entry.texts.length === 0 ? '' : getBlobs(facts, entry);
  const cached = ofContent.get(reference);
  if (cached?.blobs === blobs) return cached.faults;
  const check = () => {
    const texts = findTexts(facts, entry);
    // A text that cannot be used leaves open what the entity takes.
    const faults = texts ? content.getFaults(reference, { blobs, texts: () => texts }) : none;
    ofContent.set(reference, { blobs, faults });
    return faults;
  };
  if (facts.defer === undefined || !isTurnOver()) return check();
  facts.defer(check);
  return none;
}

/** True when the entity that a reference names exists, here or elsewhere, and offers what the reference needs; it need not be ready. */
export function isResolved(facts: Facts, { kind, name, needs }: PlacedReference): boolean {
  const target = entityId(kind, name);
  if (!exists(facts, target)) return facts.isElsewhere(target);
  return needs === undefined || (findProvidedNames(facts, target)?.has(needs) ?? true);
}

/** The text that a document names; undefined when it is missing or cannot be used. */
export function attached(facts: Facts, { path, faultsIn, tolerates }: LocatedFile): Attachment | undefined {
  if (path === undefined || !isAttachable(path)) return undefined;
  const { blobId, content } = facts.text(path) ?? {};
  if (blobId === undefined || !content || content.finding || !faultsIn(content).every(tolerates))
    return undefined;
  return { path, blobId, text: content.text };
}

/** The texts that a document names, by what they hold; undefined when one cannot be used. */
function findTexts(facts: Facts, { texts }: FileEntry): Record<string, string> | undefined {
  const textsByField: Record<string, string> = {};
  for (const named of texts) {
    const text = attached(facts, named);
    if (text === undefined) return undefined;
    textsByField[named.holds] = text.text;
  }
  return textsByField;
}

/**
 * True when the entity itself has no error: one valid file defines it, no other entity makes the same claim, all its
 * references resolve and all its texts can be used.
 */
function isSound(facts: Facts, id: EntityId): boolean {
  const entry = findDefiner(facts, id);
  if (!entry?.analysis.valid) return false;
  const { uniqueKeys: claims, references } = entry.analysis;
  return (
    claims.every(({ key }) => facts.holders(key).length === 1) &&
    references.every((reference) => isResolved(facts, reference)) &&
    entry.texts.every((named) => attached(facts, named) !== undefined)
  );
}

/** The gravest severity among the faults of what an entity passes to others. All references are checked, for the findings. */
function findMisuse(facts: Facts, id: EntityId): 'error' | 'warning' | undefined {
  const references = findDefiner(facts, id)?.analysis.references ?? none;
  const faults = references.flatMap((reference) => getMisuses(facts, reference));
  if (faults.length === 0) return undefined;
  return faults.some(({ severity }) => severity === 'error') ? 'error' : 'warning';
}

export interface ReadinessInput {
  before: BranchState;
  facts: Facts;
  touched: ReadonlySet<EntityId>;
  getReferrers(id: EntityId): Iterable<string>;
  /** Called for each entity that was checked. */
  misuses(id: EntityId, isMisusing: boolean): void;
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
  getReferrers,
  misuses,
}: ReadinessInput): Map<EntityId, boolean> {
  const referring = function* (id: EntityId): Iterable<EntityId> {
    for (const path of getReferrers(id)) {
      const id = facts.file(path)?.id;
      if (id !== undefined) yield id;
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
    const misuse = findMisuse(facts, id);
    misuses(id, misuse !== undefined);
    if (!exists(facts, id)) continue;
    const dependsOnUnready = findDefiner(facts, id)?.analysis.references.some(({ kind, name }) => {
      const target = entityId(kind, name);
      return !region.has(target) && wasNotReady(target);
    });
    if (dependsOnUnready || misuse === 'error' || !isSound(facts, id)) unready.add(id);
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
export function createFacts(
  indexes: FactIndexes,
  unreadableHome: Facts['unreadableHome'],
  isElsewhere: Facts['isElsewhere'],
): Facts {
  return {
    file: (path) => indexes.files.get(path),
    text: (path) => indexes.texts.get(path),
    definers: (id) => indexes.definers.get(id) ?? indexes.definers.get(getInferredKey(id)) ?? [],
    holders: (claim) => indexes.holders.get(claim) ?? [],
    unreadableHome,
    isElsewhere,
  };
}

/** The facts of a finished state. */
export function getFacts(state: BranchState): Facts {
  const unreadableHome = (id: EntityId) => {
    const home = findEntity(state, id)?.home;
    return home !== undefined && state.orphans.get(home) === id ? home : undefined;
  };
  return createFacts(state, unreadableHome, state.isElsewhere);
}
