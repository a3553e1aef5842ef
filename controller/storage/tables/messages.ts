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
  /** Webhook deliveries that were accepted, so that a repeated delivery has no effect. */
  webhook_deliveries: {
    /** SHA-256 of the name of the sender and its id of the delivery, base64url. */
    id: string;
    sync_id: string;
    received_at: number;
  };
}
