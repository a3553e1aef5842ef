/** Triggers and their occurrences. */
export interface TriggerTables {
  /** The state of each trigger with times, and of each paused one. */
  triggers: {
    branch: string;
    /** The name of the trigger, or `flow.<name>` for the schedule of a flow. */
    id: string;
    /** Identifies the times that `next_at` was computed from; empty for a trigger without times. */
    timetable: string;
    /** The next occurrence; null while the end of a run decides it, or when there is none. */
    next_at: number | null;
    /** The moment to act on `next_at`: later by the jitter, or by the pause before another attempt. */
    due_at: number | null;
    /** The moment from which `next_at` was computed. */
    since: number;
    /** Null unless paused. */
    paused_at: number | null;
    paused_by: string | null;
    /** The run whose end decides the next start. */
    awaited_run: string | null;
  };
  /** One row for each occurrence that was acted on. */
  occurrences: {
    branch: string;
    trigger_id: string;
    /** The time that the schedule names, or the time of the call that fired the trigger. */
    at: number;
    /** `schedule`, `fire`, `backfill`, `webhook` or `event`. */
    cause: string;
    /** `queued`, `started`, `skipped` or `failed`. */
    status: string;
    /** Of a skipped one: `overlap`, `disabled` or `paused`. */
    reason: string | null;
    /** Of a started one. */
    run_id: string | null;
    /** JSON of a failed one: `code` and `detail` of the problem. */
    problem: string | null;
    recorded_at: number;
  };
  /** Messages of connections whose triggers could not start their flows. */
  parked_messages: {
    /** A digest of branch, trigger, and source and id of the event. */
    id: string;
    branch: string;
    trigger_id: string;
    connection: string;
    /** JSON of the event, sealed. */
    event: string;
    /** JSON: `code` and `detail` of the last problem. */
    problem: string;
    attempts: number;
    parked_at: number;
  };
  /** The state of each trigger that polls. */
  trigger_polls: {
    branch: string;
    trigger_id: string;
    /** Identifies what decides whether an item was seen: connection, environment, action, key and `since`. */
    digest: string;
    /** Since when items are looked for by this digest; greater than that of the digest before. */
    begun_at: number;
    /** 1 when another digest was polled before. */
    was_changed: number;
    /** 1 when the items that were there at the beginning have been read. */
    has_list: number;
    /** JSON of the greatest value of `since` among the items that were taken, sealed. */
    since: string | null;
    /** The time of the next poll. */
    next_at: number;
    /** The time of the last poll that was answered. */
    polled_at: number | null;
    /** Items that became events. */
    items: number;
    /** Polls in a row that failed. */
    failures: number;
    /** JSON of `code` and `detail`: what is wrong with the last poll, or with some of its items. */
    problem: string | null;
    /** Items that the last poll left for later, in words. */
    note: string | null;
  };
  /** The items that a trigger has seen; the newest of them. */
  trigger_poll_keys: {
    branch: string;
    trigger_id: string;
    /** Of the state that the key belongs to. */
    begun_at: number;
    /** SHA-256 of the key of the item, base64url. */
    key: string;
    seen_at: number;
  };
}
