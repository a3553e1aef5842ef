import { type Kysely, type Migration, sql } from 'kysely';

export const stores: Migration = {
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
};
