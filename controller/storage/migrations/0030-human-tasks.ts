import type { Kysely, Migration } from 'kysely';

export const migrations: Record<string, Migration> = {
  /** Stores the tasks that people complete, and which callers are persons. */
  '0030-human-tasks': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('human_tasks')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('run_id', 'text', (column) => column.notNull())
        .addColumn('reference', 'text', (column) => column.notNull())
        .addColumn('flow', 'text', (column) => column.notNull())
        .addColumn('branch', 'text', (column) => column.notNull())
        .addColumn('environment', 'text')
        .addColumn('title', 'text', (column) => column.notNull())
        .addColumn('description', 'text')
        .addColumn('form', 'text', (column) => column.notNull())
        .addColumn('assignees', 'text', (column) => column.notNull())
        .addColumn('people', 'text', (column) => column.notNull())
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('opened_at', 'bigint', (column) => column.notNull())
        .addColumn('due_at', 'bigint')
        .addColumn('claimed_by', 'text')
        .addColumn('claimed_at', 'bigint')
        .addColumn('ended_at', 'bigint')
        .addColumn('completed_by', 'text')
        .addColumn('answer', 'text')
        .execute();
      await db.schema.createIndex('human_tasks_run').on('human_tasks').column('run_id').execute();
      await db.schema.createIndex('human_tasks_status').on('human_tasks').columns(['status', 'id']).execute();
      const actor = (table: string, usual: string) =>
        db.schema
          .alterTable(table)
          .addColumn('actor', 'text', (column) => column.notNull().defaultTo(usual))
          .execute();
      await actor('users', 'person');
      await actor('api_keys', 'service');
    },
  },
};
