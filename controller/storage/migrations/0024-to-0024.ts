import type { Kysely, Migration } from 'kysely';

export const migrations: Record<string, Migration> = {
  /** Keeps the events of branches, the runs that listen for them, and events that a flow waits to have together. */
  '0024-branch-events': {
    async up(db: Kysely<unknown>) {
      await createEvents(db);
      await createListeners(db);
      await db.schema.alterTable('runs').addColumn('causes', 'text').execute();
    },
  },
};

async function createEvents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('branch_events')
    .addColumn('seq', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('branch', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('origin', 'text')
    .execute();
  const index = (name: string) => db.schema.createIndex(name).on('branch_events');
  await index('branch_events_key').columns(['branch', 'key']).unique().execute();
  await index('branch_events_type').columns(['branch', 'type', 'seq']).execute();
  await index('branch_events_at').columns(['branch', 'at']).execute();
  await db.schema
    .createTable('event_positions')
    .addColumn('reader', 'text', (column) => column.primaryKey())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('event_collections')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('branch', 'text', (column) => column.notNull())
    .addColumn('flow', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('events', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('event_collections_key')
    .on('event_collections')
    .columns(['branch', 'flow', 'key'])
    .execute();
}

async function createListeners(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('event_listeners')
    .addColumn('run_id', 'text', (column) => column.notNull())
    .addColumn('step', 'text', (column) => column.notNull())
    .addColumn('bucket', 'text', (column) => column.notNull())
    .addColumn('after', 'bigint', (column) => column.notNull())
    .addColumn('hit', 'bigint')
    .addPrimaryKeyConstraint('event_listeners_key', ['run_id', 'step', 'bucket'])
    .execute();
  await db.schema
    .createIndex('event_listeners_bucket')
    .on('event_listeners')
    .columns(['bucket', 'run_id'])
    .execute();
  await db.schema
    .createTable('event_keys')
    .addColumn('branch', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('event_keys_key', ['branch', 'type', 'source'])
    .execute();
}
