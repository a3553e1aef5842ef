import { type Kysely, type Migration, sql } from 'kysely';
import { tables } from './0036-tables.js';

/** Everything that SQLite has after its migration of the same number. Later migrations are shared by both databases. */
export const migrations: Record<string, Migration> = {
  '0036-retried-runs': {
    async up(db: Kysely<unknown>) {
      for (const statement of [...tables, ...indexes]) await sql.raw(statement).execute(db);
    },
  },
};

const indexes: readonly string[] = [
  `create index "branch_events_at" on "branch_events" ("branch", "at")`,
  `create unique index "branch_events_key" on "branch_events" ("branch", "key")`,
  `create index "branch_events_type" on "branch_events" ("branch", "type", "seq")`,
  `create index "event_collections_key" on "event_collections" ("branch", "flow", "key")`,
  `create index "event_listeners_bucket" on "event_listeners" ("bucket", "run_id")`,
  `create index "human_tasks_run" on "human_tasks" ("run_id")`,
  `create index "human_tasks_status" on "human_tasks" ("status", "id")`,
  `create index "occurrences_recorded" on "occurrences" ("recorded_at")`,
  `create index "occurrences_status" on "occurrences" ("branch", "trigger_id", "status", "at")`,
  `create index outbox_due on outbox (due_at) where settled_at is null`,
  `create index "parked_messages_branch" on "parked_messages" ("branch", "parked_at", "id")`,
  `create index "parked_messages_time" on "parked_messages" ("parked_at")`,
  `create index "proposals_state" on "proposals" ("state", "created_at")`,
  `create index "refresh_tokens_session" on "refresh_tokens" ("session")`,
  `create index "run_files_id" on "run_files" ("id")`,
  `create unique index runs_idempotency on runs (idempotency_key) where idempotency_key is not null`,
  `create index "runs_of_closure" on "runs" ("closure")`,
  `create index "runs_of_flow" on "runs" ("flow", "id")`,
  `create index "runs_retry_of" on "runs" ("retry_of") where "retry_of" is not null`,
  `create index runs_to_wake on runs (wake_at) where wake_at is not null`,
  `create index runs_unfinished on runs (status, id) where ended_at is null`,
  `create index "store_entries_age" on "store_entries" ("branch", "store", "written")`,
  `create index store_entries_expiry on store_entries (expires_at) where expires_at is not null`,
  `create index "tickets_by_time" on "tickets" ("created_at")`,
  `create index "trigger_deliveries_received" on "trigger_deliveries" ("received_at")`,
  `create index "triggers_awaited" on "triggers" ("awaited_run")`,
  `create index "triggers_due" on "triggers" ("due_at")`,
  `create index "webhook_deliveries_age" on "webhook_deliveries" ("received_at")`,
];
