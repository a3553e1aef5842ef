import type { Kysely, Migration } from 'kysely';

export const backups: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('backups')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('origin', 'text', (column) => column.notNull())
      .addColumn('categories', 'text', (column) => column.notNull())
      .addColumn('created_by', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('ended_at', 'bigint')
      .addColumn('size', 'bigint')
      .addColumn('sha256', 'text')
      .addColumn('content', 'text')
      .addColumn('error', 'text')
      .execute();
    await db.schema
      .createTable('restores')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('backup', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('categories', 'text', (column) => column.notNull())
      .addColumn('created_by', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('ended_at', 'bigint')
      .addColumn('safety_backup', 'text')
      .addColumn('revision', 'text')
      .addColumn('error', 'text')
      .execute();
  },
};
