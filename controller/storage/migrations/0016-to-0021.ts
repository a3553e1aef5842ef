import { type Kysely, type Migration, sql } from 'kysely';

/** The tables before this migration. */
interface Before {
  commit_statuses: {
    revision: string;
    branch: string;
    state: string;
    description: string;
    due_at: number | null;
    attempts: number;
    updated_at: number;
  };
  outbox: {
    channel: string;
    target: string;
    message_id: string;
    body: string;
    created_at: number;
    due_at: number;
    attempts: number;
    settled_at: number | null;
  };
}

export const migrations: Record<string, Migration> = {
  '0016-proposals': {
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
      await db.schema
        .createIndex('proposals_state')
        .on('proposals')
        .columns(['state', 'created_at'])
        .execute();
    },
  },
  /** Signs the ends of the audit log, and stores the newest record. */
  '0017-audit-ends': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('audit_anchor').addColumn('key_id', 'text').execute();
      await db.schema.alterTable('audit_anchor').addColumn('mac', 'text').execute();
    },
  },
  '0018-events': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('events')
        .addColumn('seq', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('id', 'text', (column) => column.notNull().unique())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('type', 'text', (column) => column.notNull())
        .addColumn('about', 'text')
        .addColumn('body', 'text', (column) => column.notNull())
        .execute();
    },
  },
  /** Stores the span that a run was started in. */
  '0019-traces': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('runs').addColumn('trace', 'text').execute();
    },
  },
  /** Moves the commit statuses into the outbox, which keeps delivered messages for channels that ask for it. */
  '0020-commit-statuses': {
    async up(db: Kysely<Before>) {
      await db.schema.alterTable('outbox').addColumn('settled_at', 'bigint').execute();
      await db.schema.dropIndex('outbox_due').execute();
      await sql`create index outbox_due on outbox (due_at) where settled_at is null`.execute(db);
      for (const status of await db.selectFrom('commit_statuses').selectAll().execute()) {
        const { revision, branch, state, description, due_at, attempts, updated_at } = status;
        await db
          .insertInto('outbox')
          .values({
            channel: 'commit-status',
            target: branch,
            message_id: revision,
            body: JSON.stringify({ state, description }),
            created_at: updated_at,
            due_at: due_at ?? updated_at,
            attempts,
            settled_at: due_at === null ? updated_at : null,
          })
          .execute();
      }
      await db.schema.dropTable('commit_statuses').execute();
    },
  },
  /** Finds documents that no run is pinned to any more, and old tickets. */
  '0021-retention': {
    async up(db: Kysely<unknown>) {
      await db.schema.createIndex('runs_of_closure').on('runs').columns(['closure']).execute();
      await db.schema.createIndex('tickets_by_time').on('tickets').columns(['created_at']).execute();
    },
  },
};
