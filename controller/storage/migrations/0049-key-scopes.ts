import type { Kysely, Migration } from 'kysely';

export const migrations: Record<string, Migration> = {
  /** The bounds of credentials, and the teams that an issuer gives. */
  '0049-key-scopes': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('api_keys').addColumn('scopes', 'text').execute();
      await db.schema.alterTable('approvals').addColumn('requested_scopes', 'text').execute();
      for (const column of ['groups', 'scopes'])
        await db.schema.alterTable('console_sessions').addColumn(column, 'text').execute();
    },
  },
};
