import type { Kysely, Migration } from 'kysely';

export const outbox: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('outbox')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('channel', 'text', (column) => column.notNull())
      .addColumn('target', 'text', (column) => column.notNull())
      .addColumn('message_id', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('last_error', 'text')
      .addUniqueConstraint('outbox_message', ['channel', 'target', 'message_id'])
      .execute();
    await db.schema.createIndex('outbox_due').on('outbox').column('due_at').execute();
  },
};
