import type { Kysely, Migration } from 'kysely';

/** A run knows the span it was started in. */
export const traces: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('runs').addColumn('trace', 'text').execute();
  },
};
