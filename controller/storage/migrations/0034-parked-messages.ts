import type { Kysely, Migration } from 'kysely';

export const migrations: Record<string, Migration> = {
  /** Stores the messages of connections whose triggers could not start their flows. */
  '0034-parked-messages': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('parked_messages')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('branch', 'text', (column) => column.notNull())
        .addColumn('trigger_id', 'text', (column) => column.notNull())
        .addColumn('connection', 'text', (column) => column.notNull())
        .addColumn('event', 'text', (column) => column.notNull())
        .addColumn('problem', 'text', (column) => column.notNull())
        .addColumn('attempts', 'integer', (column) => column.notNull())
        .addColumn('parked_at', 'bigint', (column) => column.notNull())
        .execute();
      const byBranch = db.schema.createIndex('parked_messages_branch').on('parked_messages');
      await byBranch.columns(['branch', 'parked_at', 'id']).execute();
      const byTime = db.schema.createIndex('parked_messages_time').on('parked_messages');
      await byTime.column('parked_at').execute();
    },
  },
};
