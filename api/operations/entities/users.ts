import type { Snapshot } from '../../../controller/catalog/index.js';
import { getAccess } from '../shared/authorization.js';
import { entityTypes } from '../shared/entity-types.js';
import type { OperationContext } from '../shared/operation.js';

/** Entities that one answer names. */
const maxUsers = 500;

interface Address {
  type: string;
  name: string;
}

/** A reference of an entity, at a place of its definition. */
interface Reference extends Address {
  pointer: string;
}

/**
 * Returns the entities of a branch that use an entity, as far as the caller may see them. `through` is the entity that a
 * user refers to, where that is not the entity in question itself.
 */
export function getUsers(
  context: OperationContext,
  snapshot: Snapshot,
  { type, name }: Address,
): { type: string; name: string; pointer: string; through: { type: string; name: string } | null }[] {
  const access = getAccess(context);
  const { branch } = snapshot;
  const referring = referencesByTarget(snapshot);
  const references: (Reference & { through: Address | null })[] = [];
  const seen = new Set([`${type}/${name}`]);
  const next: Address[] = [{ type, name }];
  for (let target = next.shift(); target && references.length < maxUsers; target = next.shift()) {
    const isDirect = target.type === type && target.name === name;
    for (const user of referring.get(`${target.type}/${target.name}`) ?? []) {
      const id = `${user.type}/${user.name}`;
      if (seen.has(id) || !access.may('viewer', { branch, type: user.type, name: user.name })) continue;
      seen.add(id);
      references.push({ ...user, through: isDirect ? null : target });
      next.push({ type: user.type, name: user.name });
    }
  }
  return references;
}

const cache = new WeakMap<Snapshot, ReadonlyMap<string, readonly Reference[]>>();

/** The references of a snapshot, by the entity that they name. */
function referencesByTarget(snapshot: Snapshot): ReadonlyMap<string, readonly Reference[]> {
  const before = cache.get(snapshot);
  if (before) return before;
  const byTarget = new Map<string, Reference[]>();
  for (const type of entityTypes) {
    for (const { name, references } of snapshot.list(type)) {
      for (const reference of references) {
        const id = `${reference.kind}/${reference.name}`;
        const users = byTarget.get(id) ?? [];
        users.push({ type, name, pointer: reference.pointer });
        byTarget.set(id, users);
      }
    }
  }
  cache.set(snapshot, byTarget);
  return byTarget;
}
