import type { Kysely, Migration } from 'kysely';

export const migrations: Record<string, Migration> = {
  /** Consents of persons to the use of an API by connections. */
  '0046-consents': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('consents')
        .addColumn('path', 'text', (column) => column.primaryKey().notNull())
        .addColumn('branch', 'text', (column) => column.notNull())
        .addColumn('connection', 'text', (column) => column.notNull())
        .addColumn('environment', 'text')
        .addColumn('token_url', 'text', (column) => column.notNull())
        .addColumn('client_id', 'text', (column) => column.notNull())
        .addColumn('scopes', 'text', (column) => column.notNull())
        .addColumn('granted_scopes', 'text')
        .addColumn('given_by', 'text')
        .addColumn('given_at', 'bigint')
        .addColumn('version', 'bigint', (column) => column.notNull())
        .addColumn('access', 'text')
        .addColumn('access_ends_at', 'bigint')
        .addColumn('ended_at', 'bigint')
        .addColumn('ended_reason', 'text')
        .addColumn('holder', 'text')
        .addColumn('held_until', 'bigint')
        .execute();
      await db.schema
        .createTable('consent_attempts')
        .addColumn('id', 'text', (column) => column.primaryKey().notNull())
        .addColumn('state', 'text')
        .addColumn('request', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('consent_attempts_by_state')
        .unique()
        .on('consent_attempts')
        .column('state')
        .execute();
    },
  },
};
