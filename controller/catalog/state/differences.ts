import {
  type BranchState,
  type EntityId,
  type EntityRecord,
  type EntityState,
  kindOf,
  nameOf,
} from './branch-state.js';
import { LayeredMap } from './layered-map.js';

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
