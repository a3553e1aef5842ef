import { type Kysely, type Migration, sql } from 'kysely';

export const migrations: Record<string, Migration> = {
  /** Stores the last event that was accepted before each run, as the order of times is wrong after a change of the clock. */
  '0031-event-order': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('runs').addColumn('events_before', 'bigint').execute();
      // The events of a branch have times that never go back. Ended runs wait for none.
      await sql`update runs set events_before = (
        select seq from branch_events where branch = runs.branch and at < runs.created_at order by at desc, seq desc limit 1
      ) where ended_at is null`.execute(db);
    },
  },
};
