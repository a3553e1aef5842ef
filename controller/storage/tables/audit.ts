/** Who did what. */
export interface AuditTables {
  audit: AuditTable;
  audit_anchor: AuditAnchorTable;
}

/** Append-only; a row holds the records of one write. */
export interface AuditTable {
  /** Of the last record. */
  seq: number;
  /** Of the last record. */
  at: number;
  /** A line each: hash, time and JSON text, with spaces between. */
  records: string;
}

/** The ends of the log: the record that retention took away last (id 1), whose hash the chain goes on from, and the newest (2). */
export interface AuditAnchorTable {
  id: number;
  seq: number;
  hash: string;
  /** Which master key signed it. */
  key_id: string | null;
  mac: string | null;
}
