import type { Kysely, Migration } from 'kysely';

export const migrations: Record<string, Migration> = {
  /** What a person granted to a client, of which the session is. */
  '0050-client-grants': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('sessions').addColumn('client_grant', 'text').execute();
    },
  },
};
