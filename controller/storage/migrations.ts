import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import type { Tables } from './tables.js';

/** In order; a migration that has shipped is never edited. */
const migrations: Record<string, Migration> = {
  '0001-runs': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('runs')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('flow', 'text', (column) => column.notNull())
        .addColumn('branch', 'text', (column) => column.notNull())
        .addColumn('revision', 'text', (column) => column.notNull())
        .addColumn('environment', 'text')
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('trigger', 'text', (column) => column.notNull())
        .addColumn('principal', 'text', (column) => column.notNull())
        .addColumn('input', 'text', (column) => column.notNull())
        .addColumn('output', 'text')
        .addColumn('error', 'text')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('started_at', 'bigint')
        .addColumn('ended_at', 'bigint')
        .addColumn('parent_run_id', 'text')
        .addColumn('waiting_for', 'text')
        .addColumn('wake_at', 'bigint')
        .addColumn('closure', 'text', (column) => column.notNull())
        .addColumn('idempotency_key', 'text')
        .addColumn('request_digest', 'text')
        // Rows come in the order of their ids and are found by them: one tree does for both.
        .modifyEnd(sql`without rowid`)
        .execute();
      await db.schema.createIndex('runs_of_flow').on('runs').columns(['flow', 'id']).execute();
      // Partial indexes: finished runs without a key, nearly all of them, cost nothing here.
      await sql`create index runs_unfinished on runs (status, id) where ended_at is null`.execute(db);
      await sql`create index runs_to_wake on runs (wake_at) where wake_at is not null`.execute(db);
      await sql`create unique index runs_idempotency on runs (idempotency_key) where idempotency_key is not null`.execute(
        db,
      );
      await sql`create table journal (
        run_id text not null, first_seq integer not null, entries text not null, primary key (run_id, first_seq)
      ) without rowid`.execute(db);
      await db.schema
        .createTable('closures')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('content', 'text', (column) => column.notNull())
        .execute();
    },
  },
  '0002-identity': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('users')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('role', 'text', (column) => column.notNull())
        .addColumn('password', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('api_keys')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('role', 'text', (column) => column.notNull())
        .addColumn('digest', 'text', (column) => column.notNull().unique())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint')
        .execute();
    },
  },
  '0003-secrets': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('secrets')
        .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('path', 'text', (column) => column.notNull())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('keys', 'text', (column) => column.notNull())
        .addColumn('sealed', 'blob', (column) => column.notNull())
        .addColumn('wrapped_key', 'blob', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addUniqueConstraint('secrets_path_version', ['path', 'version'])
        .execute();
    },
  },
  '0004-stores': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('store_entries')
        .addColumn('branch', 'text', (column) => column.notNull())
        .addColumn('store', 'text', (column) => column.notNull())
        .addColumn('key', 'text', (column) => column.notNull())
        .addColumn('value', 'text', (column) => column.notNull())
        .addColumn('written', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint')
        .addPrimaryKeyConstraint('store_entries_key', ['branch', 'store', 'key'])
        .execute();
      await db.schema
        .createIndex('store_entries_age')
        .on('store_entries')
        .columns(['branch', 'store', 'written'])
        .execute();
      await sql`create index store_entries_expiry on store_entries (expires_at) where expires_at is not null`.execute(
        db,
      );
      await db.schema
        .createTable('store_steps')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('run_id', 'text', (column) => column.notNull())
        .addColumn('result', 'text', (column) => column.notNull())
        .execute();
    },
  },
};

/** Brings the database to the newest schema. @throws the failed migration's error */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
