import type { Kysely, Migration } from 'kysely';

export const signIn: Migration = {
  async up(db: Kysely<unknown>) {
    const add = (table: string, column: string, type: 'text' | 'bigint' | 'integer') =>
      db.schema.alterTable(table).addColumn(column, type).execute();
    await db.schema
      .alterTable('users')
      .addColumn('disabled', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await add('users', 'last_sign_in_at', 'bigint');
    await add('api_keys', 'last_used_at', 'bigint');
    await add('api_keys', 'created_by', 'text');
    await db.schema
      .createTable('sessions')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('refresh_tokens')
      .addColumn('digest', 'text', (column) => column.primaryKey())
      .addColumn('session', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('used_at', 'bigint')
      .addColumn('used_by', 'text')
      .execute();
    await db.schema.createIndex('refresh_tokens_session').on('refresh_tokens').column('session').execute();
    await db.schema
      .createTable('shares')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('digest', 'text', (column) => column.notNull().unique())
      .addColumn('branch', 'text', (column) => column.notNull())
      .addColumn('flow', 'text', (column) => column.notNull())
      .addColumn('environment', 'text')
      .addColumn('rights', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint')
      .addColumn('max_uses', 'integer')
      .addColumn('uses', 'integer', (column) => column.notNull())
      .addColumn('created_by', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
