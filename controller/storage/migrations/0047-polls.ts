import type { Kysely, Migration } from 'kysely';

export const migrations: Record<string, Migration> = {
  /** Progress of triggers that poll: what they have seen of the items of other applications. */
  '0047-polls': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('trigger_polls')
        .addColumn('branch', 'text', (column) => column.notNull())
        .addColumn('trigger_id', 'text', (column) => column.notNull())
        .addColumn('digest', 'text', (column) => column.notNull())
        .addColumn('begun_at', 'bigint', (column) => column.notNull())
        .addColumn('was_changed', 'bigint', (column) => column.notNull())
        .addColumn('has_list', 'bigint', (column) => column.notNull())
        .addColumn('since', 'text')
        .addColumn('next_at', 'bigint', (column) => column.notNull())
        .addColumn('polled_at', 'bigint')
        .addColumn('items', 'bigint', (column) => column.notNull())
        .addColumn('failures', 'bigint', (column) => column.notNull())
        .addColumn('problem', 'text')
        .addColumn('note', 'text')
        .addPrimaryKeyConstraint('trigger_polls_key', ['branch', 'trigger_id'])
        .execute();
      await db.schema
        .createTable('trigger_poll_keys')
        .addColumn('branch', 'text', (column) => column.notNull())
        .addColumn('trigger_id', 'text', (column) => column.notNull())
        .addColumn('begun_at', 'bigint', (column) => column.notNull())
        .addColumn('key', 'text', (column) => column.notNull())
        .addColumn('seen_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('trigger_poll_keys_key', ['branch', 'trigger_id', 'begun_at', 'key'])
        .execute();
      await db.schema
        .createIndex('trigger_poll_keys_by_time')
        .on('trigger_poll_keys')
        .columns(['branch', 'trigger_id', 'begun_at', 'seen_at'])
        .execute();
    },
  },
};
