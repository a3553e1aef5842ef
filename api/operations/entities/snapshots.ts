import {
  computeEtag,
  type EntityRecord,
  type EntityStatus,
  type Finding,
  type MissingNeed,
  type Snapshot,
} from '../../../controller/catalog/index.js';
import type { Controller } from '../../../controller/start/contract.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { answerNeeds } from '../shared/missing-needs.js';
import type { OperationContext } from '../shared/operation.js';

/** An entity of a branch, as a caller sees it. */
export interface Representation {
  op: 'platform';
  type: string;
  name: string;
  branch: string;
  path: string | null;
  revision: string | null;
  etag: string | null;
  definition: JsonObject | null;
  references: { type: string; name: string; pointer: string }[];
  status: {
    conditions: EntityStatus['conditions'];
    findings: readonly Finding[];
    /** The needs that the installation does not meet. */
    missing: readonly MissingNeed[];
  };
}

type FullRepresentation = Representation & { texts: Record<string, { path: string; text: string }> };

/** Representations kept of one snapshot, for entities that are read again and again. */
const max = 1_000;
const kept = new WeakMap<Snapshot, { version: string; entities: Map<string, FullRepresentation> }>();

/** Returns the snapshot of the branch that a `{branch}` segment means, up to its newest commit. */
export async function freshSnapshot({ controller }: OperationContext, segment: string): Promise<Snapshot> {
  return controller.reconciler.fresh(await controller.branches.resolve(segment));
}

/** Returns an entity with its hints as the caller's protocol has them; the same object where it has none. */
export function answerEntity<Entity extends Representation>(context: OperationContext, entity: Entity) {
  const { missing } = entity.status;
  if (missing.length === 0) return entity;
  return { ...entity, status: { ...entity.status, missing: answerNeeds(context, missing) } };
}

/**
 * Returns an entity with its texts; undefined where there is none. While it is asked for often, one snapshot gives the
 * same object each time, and no caller changes it: what is made of it can be kept too.
 */
export function wholeEntity(
  { runnable }: Pick<Controller, 'runnable'>,
  snapshot: Snapshot,
  type: string,
  name: string,
): Readonly<FullRepresentation> | undefined {
  const { version } = runnable;
  const current = kept.get(snapshot);
  const entities = current?.version === version ? current.entities : new Map<string, FullRepresentation>();
  if (entities !== current?.entities) kept.set(snapshot, { version, entities });
  const id = `${type}/${name}`;
  const before = entities.get(id);
  if (before) return before;
  const entity = represent({ runnable }, snapshot, type, name);
  if (!entity) return undefined;
  const texts = [...(snapshot.get(type, name)?.attachments ?? [])].map(([field, { path, text }]) => [
    field,
    { path, text },
  ]);
  const whole = Object.freeze({ ...entity, texts: Object.fromEntries(texts) });
  if (entities.size >= max) entities.clear();
  entities.set(id, whole);
  return whole;
}

/** The representation of an entity in a snapshot, also of one that was never valid; undefined where there is none. */
export function represent(
  { runnable }: Pick<Controller, 'runnable'>,
  snapshot: Snapshot,
  type: string,
  name: string,
): Representation | undefined {
  const record = snapshot.get(type, name);
  const status = snapshot.status(type, name);
  if (!record && !status) return undefined;
  const runnability = runnable.find(snapshot, type, name);
  return {
    op: 'platform',
    type,
    name,
    branch: snapshot.branch,
    ...getPlace(record, status),
    definition: record?.definition ?? null,
    references: (record?.references ?? []).map(({ kind, name, pointer }) => ({ type: kind, name, pointer })),
    status: {
      conditions: [
        ...(status?.conditions ?? []),
        ...(runnability ? [runnability.condition] : []),
        ...(runnability?.tested ? [runnability.tested] : []),
      ],
      findings: status?.findings ?? [],
      missing: runnability?.missing ?? [],
    },
  };
}

function getPlace(record: EntityRecord | undefined, status: EntityStatus | undefined) {
  if (record) return { path: record.path, revision: record.revision, etag: computeEtag(record) };
  return { path: status?.findings[0]?.file ?? null, revision: null, etag: null };
}
