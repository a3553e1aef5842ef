import type { Kysely, Migration } from 'kysely';

export const vault: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('secrets').addColumn('key_id', 'text').execute();
    await db.schema
      .createTable('data_keys')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('wrapped_key', 'blob', (column) => column.notNull())
      .addColumn('key_id', 'text', (column) => column.notNull())
      .execute();
    await db.schema.alterTable('runs').addColumn('sealed', 'text').execute();
  },
};
