import type { Kysely, Migration } from 'kysely';

export const migrations: Record<string, Migration> = {
  /** Wakes the runs that listen once, as their buckets have another form now: they look for events and park again. */
  '0026-event-buckets': {
    async up(db: Kysely<unknown>) {
      const tables = db as Kysely<{
        runs: { id: string; status: string; wake_at: number | null };
        event_listeners: { run_id: string };
      }>;
      const listening = tables.selectFrom('event_listeners').select('run_id');
      const waiting = tables.updateTable('runs').set({ wake_at: 1 }).where('status', '=', 'waiting');
      await waiting.where('id', 'in', listening).execute();
    },
  },
};
