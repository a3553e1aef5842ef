import type { Kysely, Migration } from 'kysely';

export const migrations: Record<string, Migration> = {
  /** Stores which deliveries to webhooks of triggers started a run. */
  '0025-trigger-deliveries': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('trigger_deliveries')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('run_id', 'text', (column) => column.notNull())
        .addColumn('received_at', 'bigint', (column) => column.notNull())
        .execute();
      const byTime = db.schema.createIndex('trigger_deliveries_received').on('trigger_deliveries');
      await byTime.column('received_at').execute();
    },
  },
};
