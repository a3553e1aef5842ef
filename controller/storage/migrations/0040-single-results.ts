import type { Kysely, Migration } from 'kysely';

export const migrations: Record<string, Migration> = {
  /** Stores for which runs a second result of an expression is a fault; unfinished runs of before keep the first. */
  '0040-single-results': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('runs').addColumn('single_results', 'integer').execute();
    },
  },
};
