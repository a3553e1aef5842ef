import type { Kysely, Migration } from 'kysely';

export const migrations: Record<string, Migration> = {
  /** Effects that wait for the consent of a person. */
  '0045-approvals': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('approvals')
        .addColumn('id', 'text', (column) => column.primaryKey().notNull())
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('operation', 'text', (column) => column.notNull())
        .addColumn('effect', 'text', (column) => column.notNull())
        .addColumn('digest', 'text', (column) => column.notNull())
        .addColumn('request', 'text', (column) => column.notNull())
        .addColumn('needed_role', 'text', (column) => column.notNull())
        .addColumn('target', 'text', (column) => column.notNull())
        .addColumn('requested_by', 'text', (column) => column.notNull())
        .addColumn('requested_role', 'text', (column) => column.notNull())
        .addColumn('assistant', 'text')
        .addColumn('via', 'text', (column) => column.notNull())
        .addColumn('client', 'text', (column) => column.notNull())
        .addColumn('is_once', 'bigint', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .addColumn('decided_at', 'bigint')
        .addColumn('decided_by', 'text')
        .addColumn('outcome', 'text')
        .execute();
      await db.schema
        .createIndex('approvals_by_status')
        .on('approvals')
        .columns(['status', 'requested_by'])
        .execute();
      await db.schema
        .createTable('approval_claims')
        .addColumn('approval', 'text', (column) => column.primaryKey().notNull())
        .addColumn('claimed_by', 'text', (column) => column.notNull())
        .addColumn('claimed_at', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
};
