import type { Kysely, Migration } from 'kysely';

export const migrations: Record<string, Migration> = {
  /** Lets several nodes execute runs: who has a run, orders for it, and what members leave to the leader. */
  '0037-members': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('runs').addColumn('owner', 'text').execute();
      const index = db.schema.createIndex('runs_owner').on('runs').column('owner');
      await index.where('owner', 'is not', null).execute();
      await db.schema.alterTable('closures').addColumn('touched_at', 'bigint').execute();
      await db.schema
        .createTable('run_orders')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('run_id', 'text', (column) => column.notNull())
        .addColumn('node', 'text', (column) => column.notNull())
        .addColumn('what', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('member_records')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('body', 'text', (column) => column.notNull())
        .execute();
    },
  },
};
