import type { Kysely, Migration } from 'kysely';

export const migrations: Record<string, Migration> = {
  /** Stores which run another one repeats. */
  '0036-retried-runs': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('runs').addColumn('retry_of', 'text').execute();
      const index = db.schema.createIndex('runs_retry_of').on('runs').column('retry_of');
      await index.where('retry_of', 'is not', null).execute();
    },
  },
};
