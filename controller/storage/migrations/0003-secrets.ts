import type { Kysely, Migration } from 'kysely';

export const secrets: Migration = {
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
};
