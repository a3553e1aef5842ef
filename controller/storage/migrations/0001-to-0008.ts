import { type Kysely, type Migration, sql } from 'kysely';

export const migrations: Record<string, Migration> = {
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
        // Rows arrive in the order of their ids and are found by id, so one tree is enough.
        .modifyEnd(sql`without rowid`)
        .execute();
      await db.schema.createIndex('runs_of_flow').on('runs').columns(['flow', 'id']).execute();
      // Partial indexes, so that finished runs without a key, which are nearly all, cost nothing.
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
  '0006-applied': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('applied_branches')
        .addColumn('branch', 'text', (column) => column.primaryKey())
        .addColumn('revision', 'text', (column) => column.notNull())
        .addColumn('entities', 'integer', (column) => column.notNull())
        .addColumn('confirmed', 'text')
        .execute();
      await db.schema
        .createTable('held_entities')
        .addColumn('branch', 'text', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('path', 'text', (column) => column.notNull())
        .addColumn('blob_id', 'text', (column) => column.notNull())
        .addColumn('revision', 'text', (column) => column.notNull())
        .addColumn('content', 'text', (column) => column.notNull())
        .addColumn('attachments', 'text')
        .addPrimaryKeyConstraint('held_entities_key', ['branch', 'kind', 'name'])
        .execute();
    },
  },
  '0007-forges': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('webhook_deliveries')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('sync_id', 'text', (column) => column.notNull())
        .addColumn('received_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('webhook_deliveries_age')
        .on('webhook_deliveries')
        .column('received_at')
        .execute();
      await db.schema
        .createTable('commit_statuses')
        .addColumn('revision', 'text', (column) => column.primaryKey())
        .addColumn('branch', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('description', 'text', (column) => column.notNull())
        .addColumn('due_at', 'bigint')
        .addColumn('attempts', 'integer', (column) => column.notNull())
        .addColumn('updated_at', 'bigint', (column) => column.notNull())
        .execute();
      await sql`create index commit_statuses_due on commit_statuses (due_at) where due_at is not null`.execute(
        db,
      );
    },
  },
  '0008-history': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('history_commits')
        .addColumn('ordinal', 'integer', (column) => column.primaryKey())
        .addColumn('id', 'text', (column) => column.notNull().unique())
        .addColumn('parents', 'text', (column) => column.notNull())
        .addColumn('committed_at', 'bigint', (column) => column.notNull())
        .addColumn('author_name', 'text', (column) => column.notNull())
        .addColumn('author_email', 'text', (column) => column.notNull())
        .addColumn('message', 'text', (column) => column.notNull())
        .execute();
      await sql`create table history_changes (
        path text not null, ordinal integer not null, before_blob text, after_blob text, previous_path text,
        primary key (path, ordinal)
      ) without rowid`.execute(db);
    },
  },
};
