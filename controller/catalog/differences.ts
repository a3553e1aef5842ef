import { type BranchState, type EntityId, type EntityState, kindOf, nameOf } from './branch-state.js';
import type { EntityChange, EntityRecord } from './contract.js';
import { LayeredMap } from './layered-map.js';

const none = LayeredMap.empty<EntityState>();

/** What is in service in the one state and not, or otherwise, in the other. Costs by what differs. */
export function differences(before: BranchState, after: BranchState): EntityChange[] {
  const changes: EntityChange[] = [];
  for (const kind of new Set([...before.entities.keys(), ...after.entities.keys()])) {
    const [was, is] = [before.entities.get(kind) ?? none, after.entities.get(kind) ?? none];
    if (was === is) continue;
    for (const { key, from, to } of was.differencesTo(is)) {
      const change = changeOf(key, from?.served, to?.served);
      if (change) changes.push(change);
    }
  }
  return changes;
}

function changeOf(
  id: EntityId,
  from: EntityRecord | undefined,
  to: EntityRecord | undefined,
): EntityChange | undefined {
  const entity = { kind: kindOf(id), name: nameOf(id) };
  if (from && to) {
    if (from === to) return undefined;
    const moved = from.path === to.path ? {} : { previousPath: from.path };
    return { ...entity, change: 'updated', path: to.path, ...moved };
  }
  if (to) return { ...entity, change: 'created', path: to.path };
  return from && { ...entity, change: 'deleted', path: from.path };
}
