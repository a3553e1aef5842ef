export interface AuditEvent {
  /** The operation, such as `create-user`, or `secret-used`. */
  action: string;
  principal: string;
  /** The object of the action: `type/name`, followed by ` @ branch` if it is on one; null for the installation. */
  target: string | null;
  address: string | null;
  requestId: string | null;
  /** The surface that the request came through. */
  via: string;
  /** Small additional facts, such as the id of the run. */
  detail?: Readonly<Record<string, string | number | boolean>>;
}

/** `begun` while the action runs; then `ok`, or the code of the problem. */
export type AuditOutcome = string;

export interface AuditRecord extends AuditEvent {
  /** Counts up from 1 without a gap. */
  seq: number;
  /** RFC 3339. */
  at: string;
  outcome: AuditOutcome;
  /** The `seq` of the record that tells of the beginning of the same action. */
  begunAs?: number;
}

/** The record of an action that is running. */
export interface AuditEntry {
  /** Adds facts. If the first record is already written, they are added to the record of the end. */
  note(detail: Readonly<Record<string, string | number | boolean>>): void;
  /** Sets the principal, if it was not known at the beginning. */
  setPrincipal(principal: string): void;
  /** Sets the target, if it was not known at the beginning. */
  setTarget(target: string): void;
  /** Drops the record if it is not written yet: for requests that were refused before they were read. */
  drop(): void;
  /**
   * Records the outcome: in the same record if that is not written yet, otherwise in a second one. Resolves when the record
   * is durable. Resolves earlier if the first record already says everything, or if the database refuses the write: the
   * record is then kept and the write is repeated.
   */
  end(outcome: AuditOutcome): Promise<void>;
}

export interface AuditFilter {
  principal?: string;
  action?: string;
  target?: string;
  outcome?: string;
  /** RFC 3339. */
  since?: string;
  until?: string;
  limit: number;
  /** The `seq` of the last record of the previous page. */
  before?: number;
}

export interface AuditPage {
  /** Newest first. May have fewer items than the limit, or none, although `next` says that there are more. */
  items: AuditRecord[];
  next: number | null;
}

export interface AuditVerdict {
  ok: boolean;
  /** The number of records that were checked. */
  records: number;
  /** Number and hash of the newest record. A copy that is kept elsewhere reveals a shortened log. */
  head: { seq: number; hash: string };
  /** The first record that was changed or is missing. */
  broken?: { seq: number; reason: string };
}
