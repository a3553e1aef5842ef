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
}
