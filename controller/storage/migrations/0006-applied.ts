import type { Kysely, Migration } from 'kysely';

export const applied: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('applied_branches')
      .addColumn('branch', 'text', (column) => column.primaryKey())
      .addColumn('revision', 'text', (column) => column.notNull())
      .addColumn('entities', 'integer', (column) => column.notNull())
      .addColumn('confirmed', 'text')
      .execute();
    await db.schema
      .createTable('held_entities')
      .addColumn('branch', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('path', 'text', (column) => column.notNull())
      .addColumn('blob_id', 'text', (column) => column.notNull())
      .addColumn('revision', 'text', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('attachments', 'text')
      .addPrimaryKeyConstraint('held_entities_key', ['branch', 'kind', 'name'])
      .execute();
  },
};
