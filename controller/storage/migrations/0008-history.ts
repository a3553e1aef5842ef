import { type Kysely, type Migration, sql } from 'kysely';

export const history: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('history_commits')
      .addColumn('ordinal', 'integer', (column) => column.primaryKey())
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('parents', 'text', (column) => column.notNull())
      .addColumn('committed_at', 'bigint', (column) => column.notNull())
      .addColumn('author_name', 'text', (column) => column.notNull())
      .addColumn('author_email', 'text', (column) => column.notNull())
      .addColumn('message', 'text', (column) => column.notNull())
      .execute();
    await sql`create table history_changes (
      path text not null, ordinal integer not null, before_blob text, after_blob text, previous_path text,
      primary key (path, ordinal)
    ) without rowid`.execute(db);
  },
};
