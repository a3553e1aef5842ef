import type { Kysely, Migration } from 'kysely';

export const support: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('tickets')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('principal', 'text', (column) => column.notNull())
      .addColumn('diagnostics', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('forwarded_at', 'bigint')
      .execute();
  },
};
