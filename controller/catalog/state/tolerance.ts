import type { Analysis } from '../parse/analysis.js';
import { isAttachable } from '../parse/entity-files.js';
import { isRefusedAtOnce } from '../rules/index.js';
import {
  type Attachment,
  type BranchState,
  type EntityId,
  type EntityState,
  entityId,
  type FileEntry,
  FileRecord,
  findEntity,
  getEntityKind,
} from './branch-state.js';
import { LayeredMap } from './layered-map.js';
import { type Facts, findDefiner, getMisuses } from './readiness.js';

/** The state of a branch at the same revision under a former version of svc. */
export interface Upgrade {
  /** Entities that were not in service; undefined if the former version did not record them. */
  unserved: ReadonlySet<EntityId> | undefined;
  /** Flows that have run at this very revision, and so were in service; asked where `unserved` is unknown. */
  ran?: ReadonlySet<EntityId>;
}

export interface ToleranceInput {
  upgrade: Upgrade;
  revision: string;
  /** The first version of svc that no longer tolerates. */
  until: string;
  /** Entities whose last good versions were stored. */
  held: ReadonlySet<EntityId>;
  facts: Facts;
  /** Analyses a file in spite of its errors; undefined when nothing that works can be made of it. */
  analyse(path: string, text: string): Promise<Analysis | undefined>;
}

/**
 * Keeps entities in service that a new rule refuses: they were in service before the upgrade, from the same files. Rules
 * about secrets apply at once.
 */
export async function tolerateUpgrade(state: BranchState, input: ToleranceInput): Promise<BranchState> {
  const kept = new Map<EntityId, { record: FileRecord; isRefused: boolean }>();
  for (const id of state.notReady.keys()) {
    const entity = findEntity(state, id);
    if (entity?.served || input.held.has(id) || input.upgrade.unserved?.has(id)) continue;
    const entry = findDefiner(input.facts, id);
    const analysis = entry && (await tolerated(entry, input));
    if (analysis) kept.set(id, analysis);
  }
  dropIncomplete(kept, state);
  if (kept.size === 0) return state;
  const byKind = new Map<string, Map<EntityId, EntityState>>();
  for (const [id, { record, isRefused }] of kept) {
    const old = findEntity(state, id);
    if (!old) continue;
    const until = isRefused ? { toleratedUntil: input.until } : {};
    const ofKind = byKind.get(getEntityKind(id)) ?? new Map<EntityId, EntityState>();
    byKind.set(
      getEntityKind(id),
      ofKind.set(id, { ...old, served: record, lastGood: input.revision, ...until }),
    );
  }
  const entities = new Map(state.entities);
  for (const [kind, changed] of byKind) {
    entities.set(kind, (entities.get(kind) ?? LayeredMap.empty<EntityState>()).with(changed));
  }
  return { ...state, entities };
}

/** Returns the version to keep, and whether a rule refuses it: an entity may also wait for another one. */
async function tolerated(
  entry: FileEntry,
  { upgrade, revision, facts, analyse }: ToleranceInput,
): Promise<{ record: FileRecord; isRefused: boolean } | undefined> {
  const { path, blobId, analysis } = entry;
  const [own, passed] = [ownRules(facts, entry), passedRules(facts, entry)];
  const isUnknown = upgrade.unserved === undefined && !(entry.id && upgrade.ran?.has(entry.id));
  if (own.some((rule) => isRefusedAtOnce(rule, isUnknown))) return undefined;
  // The versions that recorded nothing did not check what an entity passes to others.
  if (passed.some((rule) => isRefusedAtOnce(rule, false))) return undefined;
  const attachments = findAttachments(facts, entry);
  if (!attachments) return undefined;
  const usable = analysis.valid ? analysis : await analyse(path, analysis.text);
  if (!usable) return undefined;
  const record = new FileRecord(usable, { path, blobId, revision, attachments });
  return { record, isRefused: own.length + passed.length > 0 };
}

/** Returns the rules whose errors are in the entity's file and in the texts that it names. */
function ownRules(facts: Facts, { analysis, texts }: FileEntry): string[] {
  const faults = texts.flatMap((named) => {
    const { content } = facts.text(named.path ?? '') ?? {};
    return content ? named.faultsIn(content).filter((fault) => !named.tolerates(fault)) : [];
  });
  return [...errorsIn(analysis.findings), ...faults.map(({ rule }) => rule)];
}

/** Returns the rules whose errors are about what the entity passes to others. */
function passedRules(facts: Facts, { analysis }: FileEntry): string[] {
  return errorsIn(analysis.references.flatMap((reference) => getMisuses(facts, reference)));
}

function errorsIn(findings: readonly { rule: string; severity: string }[]): string[] {
  return findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule);
}

/** Returns the texts of other files, also those that a rule refuses; undefined when one cannot be read. */
function findAttachments(facts: Facts, { texts }: FileEntry): ReadonlyMap<string, Attachment> | undefined {
  const attachments = new Map<string, Attachment>();
  for (const { path, holds } of texts) {
    if (path === undefined || !isAttachable(path)) return undefined;
    const { blobId, content } = facts.text(path) ?? {};
    if (blobId === undefined || !content || content.finding) return undefined;
    attachments.set(holds, { path, blobId, text: content.text });
  }
  return attachments;
}

/** Drops entities that refer to one that is not in service: they did not work before either. */
function dropIncomplete(kept: Map<EntityId, { record: FileRecord }>, state: BranchState): void {
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const [id, { record }] of kept) {
      const isComplete = record.references.every(({ kind, name }) => {
        const target = entityId(kind, name);
        return kept.has(target) || findEntity(state, target)?.served !== undefined;
      });
      if (isComplete) continue;
      kept.delete(id);
      isChanged = true;
    }
  }
}

/** The first version that no longer tolerates what `version` refuses for the first time: the next minor release. */
export function toleranceEnd(version: string): string {
  const [major = 0, minor = 0] = getNumbers(version);
  return `${major}.${minor + 1}.0`;
}

/** True when `version` comes before `end`. */
export function isBefore(version: string, end: string): boolean {
  const [one, other] = [getNumbers(version), getNumbers(end)];
  for (let at = 0; at < 3; at++) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

function getNumbers(version: string): number[] {
  return (version.split(/[-+]/, 1)[0] ?? '').split('.').map((part) => Number(part) || 0);
}
