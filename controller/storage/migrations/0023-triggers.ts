import type { Kysely, Migration } from 'kysely';

export const migrations: Record<string, Migration> = {
  /** Stores the next occurrence of each trigger, and what became of the occurrences before. */
  '0023-triggers': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('triggers')
        .addColumn('branch', 'text', (column) => column.notNull())
        .addColumn('id', 'text', (column) => column.notNull())
        .addColumn('timetable', 'text', (column) => column.notNull())
        .addColumn('next_at', 'bigint')
        .addColumn('due_at', 'bigint')
        .addColumn('since', 'bigint', (column) => column.notNull())
        .addColumn('paused_at', 'bigint')
        .addColumn('paused_by', 'text')
        .addColumn('awaited_run', 'text')
        .addPrimaryKeyConstraint('triggers_key', ['branch', 'id'])
        .execute();
      await db.schema.createIndex('triggers_due').on('triggers').column('due_at').execute();
      await db.schema.createIndex('triggers_awaited').on('triggers').column('awaited_run').execute();
      await db.schema
        .createTable('occurrences')
        .addColumn('branch', 'text', (column) => column.notNull())
        .addColumn('trigger_id', 'text', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('cause', 'text', (column) => column.notNull())
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('reason', 'text')
        .addColumn('run_id', 'text')
        .addColumn('problem', 'text')
        .addColumn('recorded_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('occurrences_key', ['branch', 'trigger_id', 'at'])
        .execute();
      const byStatus = ['branch', 'trigger_id', 'status', 'at'];
      await db.schema.createIndex('occurrences_status').on('occurrences').columns(byStatus).execute();
      await db.schema.createIndex('occurrences_recorded').on('occurrences').column('recorded_at').execute();
    },
  },
};
