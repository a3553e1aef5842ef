import type { Kysely, Migration } from 'kysely';

export const proposals: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('proposals')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('branch', 'text', (column) => column.notNull())
      .addColumn('base', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('author', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('closed_at', 'bigint')
      .addColumn('closed_by', 'text')
      .addColumn('head', 'text')
      .addColumn('merged_commit', 'text')
      .addColumn('pull_request', 'integer')
      .addColumn('pull_request_url', 'text')
      .execute();
    await db.schema.createIndex('proposals_state').on('proposals').columns(['state', 'created_at']).execute();
  },
};
