/** What happened, who did it, from where. */
export interface AuditEvent {
  /** The operation, such as `create-user`, or `secret-used`. */
  action: string;
  principal: string;
  /** What it was done to: `type/name`, with ` @ branch` behind where it is of one; null for the installation. */
  target: string | null;
  address: string | null;
  requestId: string | null;
  /** Which surface it came through. */
  via: string;
  /** Small facts besides, such as the id of the run. */
  detail?: Readonly<Record<string, string | number | boolean>>;
}

/** `begun` while nobody knows yet; then `ok`, or the code of the problem. */
export type AuditOutcome = string;

export interface AuditRecord extends AuditEvent {
  /** Counts up from 1 without a gap. */
  seq: number;
  /** RFC 3339. */
  at: string;
  outcome: AuditOutcome;
  /** The record that tells of the beginning of the same. */
  begunAs?: number;
}

/** Something under way that is being recorded. */
export interface AuditEntry {
  /** Adds facts, to the record that tells the end if the first is written already. */
  note(detail: Readonly<Record<string, string | number | boolean>>): void;
  /** Says who it was, where that was not known at the beginning. */
  identify(principal: string): void;
  /** Says what it was done to, where that was not known at the beginning. */
  aim(target: string): void;
  /** Forgets it, unless it is written already: for what was turned away before anything was looked at. */
  drop(): void;
  /**
   * Says how it ended: in the same record where that is not written yet, else in another one. Durable when it
   * resolves, unless the record of the beginning says it all, or the database takes nothing: then it is kept and tried again.
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
  /** `seq` of the last one seen: only earlier ones. */
  before?: number;
}

export interface AuditPage {
  /** Newest first. May be fewer than asked for, even none, while `next` says that there are more to look at. */
  items: AuditRecord[];
  next: number | null;
}

export interface AuditVerdict {
  ok: boolean;
  /** Records looked at. */
  records: number;
  /** Number and hash of the newest one: keep it elsewhere, and a shortened log can be told. */
  head: { seq: number; hash: string };
  /** The first record that is not what it was. */
  broken?: { seq: number; reason: string };
}

/** The append-only log of who did what. */
export interface Audit {
  /**
   * Begins a record. It is written with whatever else is committed in this turn of the event loop.
   * @param settled the outcome unless `end` says otherwise: for what needs no second record when it goes well
   */
  begin(event: AuditEvent, settled?: AuditOutcome): AuditEntry;
  list(filter: AuditFilter): Promise<AuditPage>;
  /** Reads the whole log and checks its chain of hashes. */
  verify(): Promise<AuditVerdict>;
  /** Takes away records older than the retention; the chain goes on from an anchor. @returns how many */
  prune(): Promise<number>;
  /** Signs the ends of the log with the master key as it is now; to be called before one is forgotten. */
  sign(): Promise<void>;
  close(): Promise<void>;
}
