import type { Kysely, Migration } from 'kysely';

export const migrations: Record<string, Migration> = {
  /** Stores the commit whose content a run has executed, also while the newest commit of its branch is not ready. */
  '0022-last-good': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('held_entities').addColumn('last_good', 'text').execute();
      await db.schema.alterTable('held_entities').addColumn('tolerated_until', 'text').execute();
      await db.schema.alterTable('applied_branches').addColumn('engine', 'text').execute();
      await db.schema.alterTable('applied_branches').addColumn('unserved', 'text').execute();
      await db.schema.alterTable('runs').addColumn('branch_revision', 'text').execute();
    },
  },
};
