import type { Kysely, Migration } from 'kysely';

export const migrations: Record<string, Migration> = {
  '0009-sign-in': {
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
  },
  '0010-audit': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('audit')
        .addColumn('seq', 'bigint', (column) => column.primaryKey())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('records', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('audit_anchor')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('seq', 'bigint', (column) => column.notNull())
        .addColumn('hash', 'text', (column) => column.notNull())
        .execute();
    },
  },
  '0011-vault': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('secrets').addColumn('key_id', 'text').execute();
      await db.schema
        .createTable('data_keys')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('wrapped_key', 'blob', (column) => column.notNull())
        .addColumn('key_id', 'text', (column) => column.notNull())
        .execute();
      await db.schema.alterTable('runs').addColumn('sealed', 'text').execute();
    },
  },
  '0012-support': {
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
  },
  '0013-outbox': {
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
  },
  '0014-backups': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('backups')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('origin', 'text', (column) => column.notNull())
        .addColumn('categories', 'text', (column) => column.notNull())
        .addColumn('created_by', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('ended_at', 'bigint')
        .addColumn('size', 'bigint')
        .addColumn('sha256', 'text')
        .addColumn('content', 'text')
        .addColumn('error', 'text')
        .execute();
      await db.schema
        .createTable('restores')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('backup', 'text', (column) => column.notNull())
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('categories', 'text', (column) => column.notNull())
        .addColumn('created_by', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('ended_at', 'bigint')
        .addColumn('safety_backup', 'text')
        .addColumn('revision', 'text')
        .addColumn('error', 'text')
        .execute();
    },
  },
};
