import type { Kysely, Migration } from 'kysely';

export const migrations: Record<string, Migration> = {
  /** The grant of a person to a client, whose session it is. */
  '0050-client-grants': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('sessions').addColumn('client_grant', 'text').execute();
    },
  },
};
