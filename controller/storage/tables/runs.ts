/** Runs, and what they do. */
export interface RunTables {
  runs: RunsTable;
  journal: JournalTable;
  closures: ClosuresTable;
}

export interface RunsTable {
  /** UUIDv7: its order is the order of creation. */
  id: string;
  flow: string;
  branch: string;
  revision: string;
  environment: string | null;
  status: string;
  trigger: string;
  principal: string;
  input: string;
  output: string | null;
  error: string | null;
  created_at: number;
  started_at: number | null;
  ended_at: number | null;
  parent_run_id: string | null;
  waiting_for: string | null;
  /** When a parked run wants to go on. */
  wake_at: number | null;
  /** The documents the run is pinned to. */
  closure: string;
  /** `<principal> <key>` of the request that started it. */
  idempotency_key: string | null;
  /** SHA-256 of the request the key came with. */
  request_digest: string | null;
  /** Input and output as JSON, sealed, where a secret is in them; the columns have them masked. */
  sealed: string | null;
  /** JSON: the span the run was started in. */
  trace: string | null;
}

/** Append-only; a row holds the entries of one write, numbered from `first_seq`. */
export interface JournalTable {
  run_id: string;
  first_seq: number;
  entries: string;
}

/** The documents a run needs (its flow, subflows, connections, environment), by content. */
export interface ClosuresTable {
  id: string;
  content: string;
}
