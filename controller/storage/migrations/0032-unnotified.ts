import type { Kysely, Migration } from 'kysely';

export const migrations: Record<string, Migration> = {
  /** Stores which people the last notification of a human task did not reach. */
  '0032-unnotified': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('human_tasks').addColumn('unnotified', 'text').execute();
    },
  },
};
