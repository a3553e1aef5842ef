import type { Kysely, Migration } from 'kysely';

export const migrations: Record<string, Migration> = {
  /** The places of flows with a limit, which several nodes share, and the runs that wait for one. */
  '0051-flow-places': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('flow_places')
        .addColumn('run_id', 'text', (column) => column.primaryKey().notNull())
        .addColumn('branch', 'text', (column) => column.notNull())
        .addColumn('flow', 'text', (column) => column.notNull())
        .addColumn('node', 'text', (column) => column.notNull())
        .addColumn('claim', 'text', (column) => column.notNull())
        .addColumn('is_held', 'bigint', (column) => column.notNull())
        .addColumn('is_returning', 'bigint', (column) => column.notNull())
        .addColumn('asked_at', 'bigint', (column) => column.notNull())
        .addColumn('max_runs', 'bigint', (column) => column.notNull())
        .addColumn('waiting_releases', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('flow_places_of_flow')
        .on('flow_places')
        .columns(['branch', 'flow'])
        .execute();
    },
  },
};
