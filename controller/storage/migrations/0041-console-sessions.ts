import type { Kysely, Migration } from 'kysely';

export const migrations: Record<string, Migration> = {
  /** Sessions of browsers at the console. */
  '0041-console-sessions': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('console_sessions')
        .addColumn('digest', 'text', (column) => column.primaryKey())
        .addColumn('principal', 'text', (column) => column.notNull())
        .addColumn('issuer', 'text')
        .addColumn('role', 'text')
        .addColumn('actor', 'text')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('seen_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
};
