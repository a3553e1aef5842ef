import type { Generated } from 'kysely';

/** Messages from and to other systems. */
export interface MessageTables {
  /** Support and feature requests. */
  tickets: {
    id: string;
    kind: string;
    subject: string;
    body: string;
    principal: string;
    diagnostics: string | null;
    created_at: number;
    forwarded_at: number | null;
  };
  /** Messages to receivers outside of svc. */
  outbox: {
    id: Generated<number>;
    channel: string;
    target: string;
    message_id: string;
    body: string;
    created_at: number;
    due_at: number;
    attempts: number;
    last_error: string | null;
    /** The time of the delivery or of the last failure, ms since the epoch; null while the message waits. */
    settled_at: number | null;
  };
  /** Events for listeners, in the order of their commits. */
  events: {
    seq: Generated<number>;
    id: string;
    /** The time of the write, ms since the epoch. */
    at: number;
    type: string;
    /** JSON; null for an event of the installation. */
    about: string | null;
    /** JSON, masked. */
    body: string;
  };
  /** Deliveries to webhooks of triggers that started a run. */
  trigger_deliveries: {
    /** SHA-256 of the branch, the trigger and the id of the delivery, base64url. */
    id: string;
    run_id: string;
    received_at: number;
  };
  /** The events of each branch, which its flows and runs may consume, in the order of their acceptance. */
  branch_events: {
    seq: Generated<number>;
    branch: string;
    /** SHA-256 of `source` and `id`: an event that is sent again is the same event. */
    key: string;
    type: string;
    at: number;
    /** JSON of the event, sealed where it holds a secret. */
    body: string;
    /** JSON of `EventOrigin`; null for an event without restrictions and causes. */
    origin: string | null;
  };
  /** The last event that a reader of `branch_events` has seen. */
  event_positions: {
    reader: string;
    seq: number;
  };
  /** Events that a flow with `all` or `until` waits to have together. */
  event_collections: {
    id: Generated<number>;
    branch: string;
    flow: string;
    /** The values that the events of one collection have in common. */
    key: string;
    at: number;
    /** JSON of the events so far, sealed where they hold a secret. */
    events: string;
  };
  /** Runs that are not in memory and listen. */
  event_listeners: {
    run_id: string;
    /** The key of the step that listens. */
    step: string;
    /** The events that may be meant: see `getBuckets`. */
    bucket: string;
    /** The step has seen the events up to this one. */
    after: number;
    /** The first event that may be meant; null until there is one. */
    hit: number | null;
  };
  /** Paths in events whose values are part of buckets. */
  event_keys: {
    branch: string;
    /** Empty for events of any type. */
    type: string;
    source: string;
  };
  /** Webhook deliveries that were accepted, so that a repeated delivery has no effect. */
  webhook_deliveries: {
    /** SHA-256 of the name of the sender and its id of the delivery, base64url. */
    id: string;
    sync_id: string;
    received_at: number;
  };
}
