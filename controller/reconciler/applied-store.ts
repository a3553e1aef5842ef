import {
  type EntityId,
  entityId,
  getEntityKind,
  getEntityName,
  type HeldEntity,
  type Upgrade,
} from '../catalog/index.js';
import { Problem } from '../problems/index.js';
import {
  bind,
  deleteStatement,
  type Storage,
  updateStatement,
  upsertStatement,
  type Write,
} from '../storage/index.js';

/** The revision of a branch in service, as stored last. */
export interface AppliedBranch {
  revision: string;
  /** Number of its entities. */
  entities: number;
  /** Last good versions of entities whose newest version is invalid. */
  held: readonly HeldEntity[];
  /** Entities of which no version is in service. */
  unserved?: readonly EntityId[];
}

export interface StoredBranch extends AppliedBranch {
  /** The revision whose deletions are confirmed. */
  confirmed: string | undefined;
  /** Set when another version of svc stored the revision: what is known of the entities that it had in service. */
  upgrade?: Upgrade | undefined;
}

/** Keeps the revision in service over a restart. Each call is atomic, and durable when it resolves. */
export interface AppliedStore {
  /** @throws Problem storage_failed */
  load(branch: string): Promise<StoredBranch | undefined>;
  /**
   * Stores the revision that comes into service and clears the confirmation. Costs as much as it differs from the last call.
   * @param alongside writes of the same transaction
   * @throws Problem storage_failed
   */
  apply(branch: string, applied: AppliedBranch, alongside?: readonly Write[]): Promise<void>;
  /** Confirms the deletions of a revision. @throws Problem storage_failed */
  confirm(branch: string, revision: string): Promise<void>;
  /** Stores the writes of an event without a new revision. @throws Problem storage_failed */
  report(writes: readonly Write[]): Promise<void>;
  /** Removes a deleted branch. @throws Problem storage_failed */
  drop(branch: string): Promise<void>;
  /** All stored branches. @throws Problem storage_failed */
  branches(): Promise<string[]>;
}

/** Stores in the database. One per process, because it remembers the rows it has written. */
export class DatabaseAppliedStore implements AppliedStore {
  readonly #statements: ReturnType<typeof compileStatements>;
  /** Branch → entity → signature of its held version. */
  readonly #written = new Map<string, ReadonlyMap<EntityId, string>>();

  /** @param engine the version of svc, as precise as it is known */
  constructor(
    private readonly storage: Storage,
    private readonly engine: string | null = null,
  ) {
    this.#statements = compileStatements(storage);
  }

  async load(branch: string): Promise<StoredBranch | undefined> {
    const { db } = this.storage;
    const [row, rows] = await reading(() =>
      Promise.all([
        db.selectFrom('applied_branches').selectAll().where('branch', '=', branch).executeTakeFirst(),
        db.selectFrom('held_entities').selectAll().where('branch', '=', branch).execute(),
      ]),
    );
    if (!row) return undefined;
    const held = rows.map(
      ({ kind, name, path, blob_id, revision, content, last_good, ...row }): HeldEntity => {
        const until = row.tolerated_until === null ? {} : { toleratedUntil: row.tolerated_until };
        const texts = row.attachments === null ? {} : { attachments: JSON.parse(row.attachments) };
        const good = last_good === null ? {} : { lastGood: last_good };
        return { kind, name, path, blobId: blob_id, revision, content, ...good, ...until, ...texts };
      },
    );
    this.#written.set(branch, signatures(held));
    const { revision, entities, confirmed, engine, unserved } = row;
    const unservedIds = unserved === null ? undefined : new Set(JSON.parse(unserved) as EntityId[]);
    const ran =
      engine === this.engine || unservedIds ? {} : { ran: await this.#flowsThatRan(branch, revision) };
    const upgrade = engine === this.engine ? undefined : { unserved: unservedIds, ...ran };
    return { revision, entities, confirmed: confirmed ?? undefined, held, upgrade };
  }

  /** Reads all runs: only once, after an upgrade from a version that recorded less. */
  async #flowsThatRan(branch: string, revision: string): Promise<ReadonlySet<EntityId>> {
    const query = this.storage.db.selectFrom('runs').select('flow').distinct();
    const rows = await reading(() =>
      query.where('branch', '=', branch).where('revision', '=', revision).execute(),
    );
    return new Set(rows.map(({ flow }) => entityId('flow', flow)));
  }

  async apply(
    branch: string,
    { revision, entities, held, unserved = [] }: AppliedBranch,
    alongside: readonly Write[] = [],
  ): Promise<void> {
    const { put, hold, release, releaseAll } = this.#statements;
    const before = this.#written.get(branch);
    const after = signatures(held);
    const gone = [...(before?.keys() ?? [])].filter((key) => !after.has(key));
    const writes = [
      bind(put, {
        branch,
        revision,
        entities,
        confirmed: null,
        engine: this.engine,
        unserved: listed(unserved),
      }),
      ...(before ? [] : [bind(releaseAll, { branch })]),
      ...gone.map((key) => bind(release, { branch, kind: getEntityKind(key), name: getEntityName(key) })),
      ...held
        .filter(({ kind, name }) => before?.get(entityId(kind, name)) !== after.get(entityId(kind, name)))
        .map((entity) => bind(hold, toRow(branch, entity))),
      ...alongside,
    ];
    await this.storage.commit(writes);
    this.#written.set(branch, after);
  }

  async confirm(branch: string, revision: string): Promise<void> {
    await this.storage.commit([bind(this.#statements.confirm, { branch, confirmed: revision })]);
  }

  report(writes: readonly Write[]): Promise<void> {
    return this.storage.commit(writes);
  }

  async drop(branch: string): Promise<void> {
    const { remove, releaseAll } = this.#statements;
    await this.storage.commit([bind(remove, { branch }), bind(releaseAll, { branch })]);
    this.#written.delete(branch);
  }

  async branches(): Promise<string[]> {
    const rows = await reading(() =>
      this.storage.db.selectFrom('applied_branches').select('branch').execute(),
    );
    return rows.map(({ branch }) => branch);
  }
}

function compileStatements(storage: Storage) {
  const entity = ['branch', 'kind', 'name'] as const;
  const content = [
    'path',
    'blob_id',
    'revision',
    'last_good',
    'tolerated_until',
    'content',
    'attachments',
  ] as const;
  return {
    put: upsertStatement(
      storage,
      'applied_branches',
      ['branch'],
      ['revision', 'entities', 'confirmed', 'engine', 'unserved'],
    ),
    confirm: updateStatement(storage, 'applied_branches', ['confirmed'], ['branch']),
    remove: deleteStatement(storage, 'applied_branches', ['branch']),
    hold: upsertStatement(storage, 'held_entities', entity, content),
    release: deleteStatement(storage, 'held_entities', entity),
    releaseAll: deleteStatement(storage, 'held_entities', ['branch']),
  };
}

/** Entities that are stored by name; of more, an upgrade knows as much as of a version that stored none. */
const maxListed = 1_000;

function listed(ids: readonly EntityId[]): string | null {
  return ids.length > maxListed ? null : JSON.stringify([...ids].sort());
}

function toRow(branch: string, { kind, name, path, blobId, revision, content, ...held }: HeldEntity) {
  const attachments = held.attachments === undefined ? null : JSON.stringify(held.attachments);
  const kept = { last_good: held.lastGood ?? null, tolerated_until: held.toleratedUntil ?? null };
  return { branch, kind, name, path, blob_id: blobId, revision, content, attachments, ...kept };
}

function signatures(held: readonly HeldEntity[]): Map<EntityId, string> {
  return new Map(
    held.map((entity) => {
      const texts = Object.entries(entity.attachments ?? {});
      const parts = [entity.path, entity.blobId, entity.revision, entity.lastGood, entity.toleratedUntil];
      const id = entityId(entity.kind, entity.name);
      return [id, JSON.stringify([...parts, texts.map(([, one]) => [one.path, one.blobId])])];
    }),
  );
}

async function reading<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const detail = `The revision in service cannot be read from the database: ${reason}`;
    throw new Problem('storage_failed', detail, { cause });
  }
}
