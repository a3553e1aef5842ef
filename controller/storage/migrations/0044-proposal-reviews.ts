import type { Kysely, Migration } from 'kysely';

export const migrations: Record<string, Migration> = {
  /** The reviews of proposals: the last one of each person. */
  '0044-proposal-reviews': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('proposal_reviews')
        .addColumn('proposal', 'text', (column) => column.notNull())
        .addColumn('reviewer', 'text', (column) => column.notNull())
        .addColumn('verdict', 'text', (column) => column.notNull())
        .addColumn('comment', 'text', (column) => column.notNull())
        .addColumn('revision', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('proposal_reviews_key', ['proposal', 'reviewer'])
        .execute();
    },
  },
};
