import type { Kysely, Migration } from 'kysely';

export const migrations: Record<string, Migration> = {
  /** The answers of cache policies that several nodes share. */
  '0053-cached-answers': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('cached_answers')
        .addColumn('id', 'text', (column) => column.primaryKey().notNull())
        .addColumn('policy', 'text', (column) => column.notNull())
        .addColumn('answer', 'text', (column) => column.notNull())
        .addColumn('answered_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute();
      for (const [name, columns] of [
        ['cached_answers_of_policy', ['policy', 'answered_at']],
        ['cached_answers_by_end', ['expires_at']],
      ] as const)
        await db.schema
          .createIndex(name)
          .on('cached_answers')
          .columns([...columns])
          .execute();
    },
  },
};
