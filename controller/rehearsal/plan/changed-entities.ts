import { toJsonText } from '../../../schemas/json/json-text.js';
import { computeEtag, type EntityRecord, getReferrers, type Snapshot } from '../../catalog/index.js';
import { isTurnOver, nextTurn } from '../../concurrency/loop-turn.js';
import { listChangedFields } from '../replay/differences.js';
import type { AffectedEntity, PlannedEntity } from './contract.js';

/** Affected entities that are listed. */
const maxAffected = 1_000;

/** Lists the entities that differ between two snapshots, in slices. */
export async function listChanges(
  before: Snapshot,
  after: Snapshot,
  kinds: readonly string[],
): Promise<PlannedEntity[]> {
  const changes: PlannedEntity[] = [];
  for (const kind of kinds) {
    for (const record of after.list(kind)) {
      if (isTurnOver()) await nextTurn();
      const previous = before.get(kind, record.name);
      if (previous === record) continue;
      if (previous === undefined)
        changes.push({ type: kind, name: record.name, change: 'created', paths: [] });
      else if (!isSameFile(previous, record))
        changes.push({
          type: kind,
          name: record.name,
          change: 'updated',
          paths: listPaths(previous, record),
        });
    }
    for (const { name } of before.list(kind)) {
      if (isTurnOver()) await nextTurn();
      if (after.get(kind, name) === undefined)
        changes.push({ type: kind, name, change: 'deleted', paths: [] });
    }
  }
  return changes;
}

function isSameFile(before: EntityRecord, after: EntityRecord): boolean {
  return computeEtag(before) === computeEtag(after);
}

/** The places of a definition that differ; those that hold the changed texts of files where the definition is the same. */
function listPaths(before: EntityRecord, after: EntityRecord): string[] {
  const paths = listChangedFields(before.definition, after.definition).map(({ path }) => path);
  if (paths.length > 0) return paths;
  const changed = [...after.attachments].filter(
    ([field, { text }]) => before.attachments.get(field)?.text !== text,
  );
  return changed.map(([field]) => field);
}

/** Lists the entities that use changed ones, directly and by way of others; undefined members of the limit are cut off. */
export async function listAffected(
  before: Snapshot,
  after: Snapshot,
  changes: readonly PlannedEntity[],
): Promise<{ affected: AffectedEntity[]; isCut: boolean }> {
  const toId = (type: string, name: string): string => toJsonText([type, name]);
  const seen = new Set(changes.map(({ type, name }) => toId(type, name)));
  const affected: AffectedEntity[] = [];
  let layer: readonly { type: string; name: string }[] = changes;
  for (let isDirect = true; layer.length > 0; isDirect = false) {
    const next: { type: string; name: string }[] = [];
    for (const { type, name } of layer) {
      if (isTurnOver()) await nextTurn();
      for (const snapshot of [after, before]) {
        for (const user of getReferrers(snapshot, type, name)) {
          const id = toId(user.kind, user.name);
          if (seen.has(id)) continue;
          if (affected.length >= maxAffected) return { affected, isCut: true };
          seen.add(id);
          affected.push({ type: user.kind, name: user.name, isDirect });
          next.push({ type: user.kind, name: user.name });
        }
      }
    }
    layer = next;
  }
  return { affected, isCut: false };
}
