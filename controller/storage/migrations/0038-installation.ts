import type { Kysely, Migration } from 'kysely';

export const migrations: Record<string, Migration> = {
  /** Facts about the installation: its id, and what it has to remember of single rooms. */
  '0038-installation': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('installation')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('value', 'text', (column) => column.notNull())
        .execute();
    },
  },
};
