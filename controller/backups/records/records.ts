import type { Updateable } from 'kysely';
import type { Vault } from '../../security/vault/contract.js';
import type { Storage, Tables, Write } from '../../storage/index.js';
import type { Category } from '../archive/categories.js';
import type {
  Backup,
  BackupContent,
  BackupOrigin,
  BackupProgress,
  BackupStatus,
  RestoreRecord,
} from './backup.js';

export type BackupRow = Tables['backups'];
export type RestoreRow = Tables['restores'];

export interface NewBackup {
  origin: BackupOrigin;
  principal: string;
  categories: readonly Category[];
}

/** Returns the record of a backup that begins. @param now ms since the epoch */
export function newRow(id: string, about: NewBackup, now: number): BackupRow {
  return {
    id,
    status: 'running',
    origin: about.origin,
    categories: JSON.stringify(about.categories),
    created_by: about.principal,
    created_at: now,
    ended_at: null,
    size: null,
    sha256: null,
    content: null,
    error: null,
  };
}

/** The records of backups and restores in the database. */
export class BackupRecords {
  constructor(
    private readonly storage: Storage,
    private readonly vault: Pick<Vault, 'masterKeys'>,
  ) {}

  insert(row: BackupRow): Promise<void> {
    return this.#commit(compiled(this.storage.db.insertInto('backups').values(row)));
  }

  /** @param also is written in the same transaction */
  update(id: string, changes: Updateable<BackupRow>, also: readonly Write[] = []): Promise<void> {
    const update = compiled(this.storage.db.updateTable('backups').set(changes).where('id', '=', id));
    return this.storage.commit([update, ...also]);
  }

  remove(id: string): Promise<void> {
    return this.#commit(compiled(this.storage.db.deleteFrom('backups').where('id', '=', id)));
  }

  /** Newest first, with backups whose deletion has begun. */
  rows(): Promise<BackupRow[]> {
    return this.#backups.orderBy('id', 'desc').execute();
  }

  find(id: string): Promise<BackupRow | undefined> {
    return this.#backups.where('id', '=', id).executeTakeFirst();
  }

  restoreInsert(row: RestoreRow): Write {
    return compiled(this.storage.db.insertInto('restores').values(row));
  }

  restoreUpdate(id: string, changes: Updateable<RestoreRow>): Write {
    return compiled(this.storage.db.updateTable('restores').set(changes).where('id', '=', id));
  }

  updateRestore(id: string, changes: Updateable<RestoreRow>): Promise<void> {
    return this.#commit(this.restoreUpdate(id, changes));
  }

  /** Returns the restores that were decided and have not ended, oldest first. */
  openRestores(): Promise<RestoreRow[]> {
    return this.#restores.where('ended_at', 'is', null).orderBy('id').execute();
  }

  restore(id: string): Promise<RestoreRow | undefined> {
    return this.#restores.where('id', '=', id).executeTakeFirst();
  }

  lastRestore(backup: string): Promise<RestoreRow | undefined> {
    return this.#restores.where('backup', '=', backup).orderBy('id', 'desc').limit(1).executeTakeFirst();
  }

  async backup(row: BackupRow, progress: BackupProgress | undefined): Promise<Backup> {
    const restore = await this.lastRestore(row.id);
    const content = row.content === null ? null : (JSON.parse(row.content) as BackupContent);
    return {
      id: row.id,
      status: row.status as BackupStatus,
      origin: row.origin as BackupOrigin,
      categories: JSON.parse(row.categories) as Category[],
      createdBy: row.created_by,
      createdAt: new Date(row.created_at).toISOString(),
      endedAt: iso(row.ended_at),
      size: row.size,
      sha256: row.sha256,
      content,
      masterKey: content?.keyId === undefined ? null : this.vault.masterKeys.getKeyIdState(content.keyId),
      error: row.error,
      progress: progress ? { ...progress } : null,
      lastRestore: restore ? toRestore(restore) : null,
    };
  }

  get #backups() {
    return this.storage.db.selectFrom('backups').selectAll();
  }

  get #restores() {
    return this.storage.db.selectFrom('restores').selectAll();
  }

  #commit(write: Write): Promise<void> {
    return this.storage.commit([write]);
  }
}

export function toRestore(row: RestoreRow): RestoreRecord {
  return {
    id: row.id,
    status: row.status === 'completed' || row.status === 'failed' ? row.status : 'running',
    categories: JSON.parse(row.categories) as Category[],
    createdBy: row.created_by,
    startedAt: new Date(row.created_at).toISOString(),
    endedAt: iso(row.ended_at),
    safetyBackup: row.safety_backup,
    revision: row.revision,
    error: row.error,
  };
}

function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

function compiled(query: { compile(): { sql: string; parameters: readonly unknown[] } }): Write {
  const { sql, parameters } = query.compile();
  return { sql, values: parameters as Write['values'] };
}
