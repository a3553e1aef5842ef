import { type BranchState, type EntityId, entityId, findEntity } from '../state/branch-state.js';
import { attached, type Facts, findDefiner } from '../state/readiness.js';

/**
 * True when the files of the revision define the versions in service of an entity and of all entities it refers to. That
 * holds for each ready entity, and for one that stays in service although a new rule refuses it.
 */
export function servesNewest(state: BranchState, facts: Facts, id: EntityId): boolean {
  const seen = new Set([id]);
  for (const at of seen) {
    const served = findEntity(state, at)?.served;
    const entry = findDefiner(facts, at);
    if (!served || entry?.blobId !== served.blobId) return false;
    const isSameText = entry.texts.every(
      (named) => attached(facts, named)?.blobId === served.attachments.get(named.holds)?.blobId,
    );
    if (!isSameText) return false;
    for (const { kind, name } of served.references) {
      const target = entityId(kind, name);
      if (!findEntity(state, target)?.served) return false;
      // A ready entity refers to ready entities only.
      if (state.notReady.has(target)) seen.add(target);
    }
  }
  return true;
}
