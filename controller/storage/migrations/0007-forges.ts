import { type Kysely, type Migration, sql } from 'kysely';

export const forges: Migration = {
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
};
