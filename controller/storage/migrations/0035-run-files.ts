import type { Kysely, Migration } from 'kysely';

export const migrations: Record<string, Migration> = {
  /** Stores which files runs have; their content is in the data directory. */
  '0035-run-files': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('run_files')
        .addColumn('run_id', 'text', (column) => column.notNull())
        .addColumn('id', 'text', (column) => column.notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('type', 'text', (column) => column.notNull())
        .addColumn('size', 'bigint', (column) => column.notNull())
        .addColumn('sha256', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('run_files_key', ['run_id', 'id'])
        .execute();
      await db.schema.createIndex('run_files_id').on('run_files').column('id').execute();
    },
  },
};
