import { type Kysely, type Migration, sql } from 'kysely';

export const runs: Migration = {
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
};
