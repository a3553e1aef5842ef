import type { Kysely, Migration } from 'kysely';

/** The ends of the audit log are signed, and its newest record is kept beside it. */
export const auditEnds: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('audit_anchor').addColumn('key_id', 'text').execute();
    await db.schema.alterTable('audit_anchor').addColumn('mac', 'text').execute();
  },
};
