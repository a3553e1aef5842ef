import type { HeldEntity } from '../catalog/contract.js';
import { Problem } from '../problems/index.js';
import { bind, type Storage, type Write } from '../storage/index.js';

/** What a branch had in service when it was last written down. */
export interface AppliedBranch {
  revision: string;
  /** How many entities there were. */
  entities: number;
  /** Last good versions of entities whose newest is invalid. */
  held: readonly HeldEntity[];
}

export interface StoredBranch extends AppliedBranch {
  /** The revision whose deletions somebody confirmed. */
  confirmed: string | undefined;
}

/** Keeps what is in service over a restart. Each call is whole or not at all, and durable when it resolves. */
export interface AppliedStore {
  /** @throws Problem storage_failed */
  load(branch: string): Promise<StoredBranch | undefined>;
  /**
   * Notes what is in service now, and takes back a confirmation. Costs by what differs from the last call.
   * @param alongside goes into the same transaction
   * @throws Problem storage_failed
   */
  apply(branch: string, applied: AppliedBranch, alongside?: readonly Write[]): Promise<void>;
  /** Notes that the deletions of this revision are meant. @throws Problem storage_failed */
  confirm(branch: string, revision: string): Promise<void>;
  /** For what is to be told though nothing new is in service. @throws Problem storage_failed */
  tell(writes: readonly Write[]): Promise<void>;
  /** Forgets a branch that is gone. @throws Problem storage_failed */
  drop(branch: string): Promise<void>;
  /** All branches there is something of. @throws Problem storage_failed */
  branches(): Promise<string[]>;
}

/** Over the database. One per process: it remembers what it has written. */
export class DatabaseAppliedStore implements AppliedStore {
  readonly #statements: ReturnType<typeof compileStatements>;
  /** Branch → entity → what tells its held versions apart. */
  readonly #written = new Map<string, ReadonlyMap<string, string>>();

  constructor(private readonly storage: Storage) {
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
    const held = rows.map(({ kind, name, path, blob_id, revision, content, attachments }): HeldEntity => {
      const texts = attachments === null ? {} : { attachments: JSON.parse(attachments) };
      return { kind, name, path, blobId: blob_id, revision, content, ...texts };
    });
    this.#written.set(branch, signatures(held));
    const { revision, entities, confirmed } = row;
    return { revision, entities, confirmed: confirmed ?? undefined, held };
  }

  async apply(
    branch: string,
    { revision, entities, held }: AppliedBranch,
    alongside: readonly Write[] = [],
  ): Promise<void> {
    const { put, hold, release, releaseAll } = this.#statements;
    const before = this.#written.get(branch);
    const after = signatures(held);
    const gone = [...(before?.keys() ?? [])].filter((key) => !after.has(key));
    const writes = [
      bind(put, { branch, revision, entities }),
      ...(before ? [] : [bind(releaseAll, { branch })]),
      ...gone.map((key) => bind(release, { branch, ...identityOf(key) })),
      ...held
        .filter((entity) => before?.get(keyOf(entity)) !== after.get(keyOf(entity)))
        .map((entity) => bind(hold, rowOf(branch, entity))),
      ...alongside,
    ];
    await this.storage.commit({ collect: () => writes });
    this.#written.set(branch, after);
  }

  async confirm(branch: string, revision: string): Promise<void> {
    const write = bind(this.#statements.confirm, { branch, confirmed: revision });
    await this.storage.commit({ collect: () => [write] });
  }

  async tell(writes: readonly Write[]): Promise<void> {
    await this.storage.commit({ collect: () => writes });
  }

  async drop(branch: string): Promise<void> {
    const { remove, releaseAll } = this.#statements;
    const writes = [bind(remove, { branch }), bind(releaseAll, { branch })];
    await this.storage.commit({ collect: () => writes });
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
  return {
    put: storage.statement<{ branch: string; revision: string; entities: number }>((db, p) =>
      db
        .insertInto('applied_branches')
        .values({ branch: p.branch, revision: p.revision, entities: p.entities })
        .onConflict((conflict) =>
          conflict.column('branch').doUpdateSet((row) => ({
            revision: row.ref('excluded.revision'),
            entities: row.ref('excluded.entities'),
            confirmed: row.ref('excluded.confirmed'),
          })),
        ),
    ),
    confirm: storage.statement<{ branch: string; confirmed: string }>((db, p) =>
      db.updateTable('applied_branches').set({ confirmed: p.confirmed }).where('branch', '=', p.branch),
    ),
    remove: storage.statement<{ branch: string }>((db, p) =>
      db.deleteFrom('applied_branches').where('branch', '=', p.branch),
    ),
    hold: storage.statement<ReturnType<typeof rowOf>>((db, p) =>
      db
        .insertInto('held_entities')
        .values({
          branch: p.branch,
          kind: p.kind,
          name: p.name,
          path: p.path,
          blob_id: p.blob_id,
          revision: p.revision,
          content: p.content,
          attachments: p.attachments,
        })
        .onConflict((conflict) =>
          conflict.columns(['branch', 'kind', 'name']).doUpdateSet((row) => ({
            path: row.ref('excluded.path'),
            blob_id: row.ref('excluded.blob_id'),
            revision: row.ref('excluded.revision'),
            content: row.ref('excluded.content'),
            attachments: row.ref('excluded.attachments'),
          })),
        ),
    ),
    release: storage.statement<{ branch: string; kind: string; name: string }>((db, p) =>
      db
        .deleteFrom('held_entities')
        .where('branch', '=', p.branch)
        .where('kind', '=', p.kind)
        .where('name', '=', p.name),
    ),
    releaseAll: storage.statement<{ branch: string }>((db, p) =>
      db.deleteFrom('held_entities').where('branch', '=', p.branch),
    ),
  };
}

function rowOf(branch: string, { kind, name, path, blobId, revision, content, attachments }: HeldEntity) {
  const texts = attachments === undefined ? null : JSON.stringify(attachments);
  return { branch, kind, name, path, blob_id: blobId, revision, content, attachments: texts };
}

/** Kinds have no slash. */
function keyOf({ kind, name }: { kind: string; name: string }): string {
  return `${kind}/${name}`;
}

function identityOf(key: string): { kind: string; name: string } {
  const slash = key.indexOf('/');
  return { kind: key.slice(0, slash), name: key.slice(slash + 1) };
}

function signatures(held: readonly HeldEntity[]): Map<string, string> {
  return new Map(
    held.map((entity) => {
      const texts = Object.entries(entity.attachments ?? {});
      const parts = [entity.path, entity.blobId, entity.revision];
      return [keyOf(entity), JSON.stringify([...parts, texts.map(([, one]) => [one.path, one.blobId])])];
    }),
  );
}

async function reading<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Problem('storage_failed', `What was in service cannot be read: ${reason}`, { cause });
  }
}
