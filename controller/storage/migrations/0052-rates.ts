import type { Kysely, Migration } from 'kysely';

export const migrations: Record<string, Migration> = {
  /** The limits of rates that several nodes share. */
  '0052-rates': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('rates')
        .addColumn('name', 'text', (column) => column.primaryKey().notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('used_at', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
};
