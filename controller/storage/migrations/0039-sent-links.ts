import type { Kysely, Migration } from 'kysely';

export const migrations: Record<string, Migration> = {
  /** Stores the call that sends the links to a human task. */
  '0039-sent-links': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('human_tasks').addColumn('sent_by', 'text').execute();
    },
  },
};
