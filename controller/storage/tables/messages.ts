import type { Generated } from 'kysely';

/** What came from others, and what they are told. */
export interface MessageTables {
  tickets: TicketsTable;
  outbox: OutboxTable;
  events: EventsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  commit_statuses: CommitStatusesTable;
}

/** Support and feature requests. */
export interface TicketsTable {
  id: string;
  kind: string;
  subject: string;
  body: string;
  principal: string;
  diagnostics: string | null;
  created_at: number;
  forwarded_at: number | null;
}

/** Messages that are still to reach somebody outside. */
export interface OutboxTable {
  id: Generated<number>;
  channel: string;
  target: string;
  message_id: string;
  body: string;
  created_at: number;
  due_at: number;
  attempts: number;
  last_error: string | null;
}

/** What listeners are told, in the order it was committed. */
export interface EventsTable {
  seq: Generated<number>;
  id: string;
  /** When it was written, ms since the epoch. */
  at: number;
  type: string;
  /** JSON; null for what concerns the installation. */
  about: string | null;
  /** JSON, masked. */
  body: string;
}

/** Webhook deliveries that were taken, so that one that comes again does nothing. */
export interface WebhookDeliveriesTable {
  /** SHA-256 of the sender's name and its id of the delivery, base64url. */
  id: string;
  sync_id: string;
  received_at: number;
}

/** What is to be told to the forge about commits: the newest word on each. */
export interface CommitStatusesTable {
  revision: string;
  branch: string;
  state: string;
  description: string;
  /** When the forge is to be told; null once it has been, or was given up. */
  due_at: number | null;
  attempts: number;
  updated_at: number;
}
