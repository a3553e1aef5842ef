import type { Generated } from 'kysely';

/** Times are milliseconds since the epoch; JSON columns hold JSON text. */
export interface Tables {
  proposals: ProposalsTable;
  runs: RunsTable;
  journal: JournalTable;
  closures: ClosuresTable;
  users: UsersTable;
  api_keys: ApiKeysTable;
  sessions: SessionsTable;
  refresh_tokens: RefreshTokensTable;
  shares: SharesTable;
  audit: AuditTable;
  audit_anchor: AuditAnchorTable;
  secrets: SecretsTable;
  data_keys: DataKeysTable;
  tickets: TicketsTable;
  outbox: OutboxTable;
  events: EventsTable;
  store_entries: StoreEntriesTable;
  store_steps: StoreStepsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  commit_statuses: CommitStatusesTable;
  history_commits: HistoryCommitsTable;
  history_changes: HistoryChangesTable;
  applied_branches: AppliedBranchesTable;
  held_entities: HeldEntitiesTable;
  backups: BackupsTable;
  restores: RestoresTable;
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

export interface UsersTable {
  name: string;
  role: string;
  /** A PHC string. */
  password: string;
  created_at: number;
  /** 0 or 1. */
  disabled: Generated<number>;
  last_sign_in_at: number | null;
}

export interface ApiKeysTable {
  id: string;
  name: string;
  role: string;
  /** SHA-256 of the key, hex. */
  digest: string;
  created_at: number;
  expires_at: number | null;
  /** To the minute. */
  last_used_at: number | null;
  created_by: string | null;
}

/** What began with one sign-in: a family of refresh tokens. */
export interface SessionsTable {
  id: string;
  user: string;
  created_at: number;
  expires_at: number;
}

/** Every refresh token of a living session, used ones too: to see one that comes again. */
export interface RefreshTokensTable {
  /** SHA-256 of the token, hex. */
  digest: string;
  session: string;
  created_at: number;
  used_at: number | null;
  /** Digest of what is known of the client that used it. */
  used_by: string | null;
}

export interface SharesTable {
  name: string;
  /** SHA-256 of the token, hex. */
  digest: string;
  branch: string;
  flow: string;
  environment: string | null;
  /** JSON list of `run` and `read`. */
  rights: string;
  expires_at: number | null;
  max_uses: number | null;
  uses: number;
  created_by: string;
  created_at: number;
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

export interface SecretsTable {
  path: string;
  version: number;
  keys: string;
  /** The values, sealed. */
  sealed: Uint8Array;
  /** The data key of this version, wrapped by the master key. */
  wrapped_key: Uint8Array;
  /** Which master key; null for what was stored before that was written down. */
  key_id: string | null;
  created_at: number;
  id: Generated<number>;
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

/** Data keys besides those of secrets. */
export interface DataKeysTable {
  name: string;
  wrapped_key: Uint8Array;
  key_id: string;
}

/** What flows keep in stores. */
export interface StoreEntriesTable {
  branch: string;
  store: string;
  key: string;
  value: string;
  /** Counts the writes of the store: the smallest is the longest unwritten. */
  written: number;
  expires_at: number | null;
}

/** Steps of runs whose change of a store is done, so that a repeated step does not change it again. */
export interface StoreStepsTable {
  /** The step's idempotency key. */
  id: string;
  run_id: string;
  result: string;
}

/** What each branch had in service last. */
export interface AppliedBranchesTable {
  branch: string;
  revision: string;
  entities: number;
  /** The revision whose deletions somebody confirmed before it was applied. */
  confirmed: string | null;
}

/** Last good versions of entities whose newest is invalid. */
export interface HeldEntitiesTable {
  branch: string;
  kind: string;
  name: string;
  path: string;
  blob_id: string;
  revision: string;
  content: string;
  attachments: string | null;
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

/** Changes that wait on a branch of their own to be merged, and those that did. */
export interface ProposalsTable {
  id: string;
  branch: string;
  /** The branch they are to be merged into. */
  base: string;
  title: string;
  body: string;
  author: string;
  created_at: number;
  state: string;
  /** Null while it is open. */
  closed_at: number | null;
  closed_by: string | null;
  /** The tip of the branch when it was closed. */
  head: string | null;
  /** The commit on `base` that holds the changes; null for one that was not merged. */
  merged_commit: string | null;
  pull_request: number | null;
  pull_request_url: string | null;
}

/** The commits whose changes are in `history_changes`. Derived from the repository: may be emptied at any time. */
export interface HistoryCommitsTable {
  /** Counts the commits as they came, parents before children. */
  ordinal: number;
  id: string;
  /** The parents' ordinals, with spaces between. */
  parents: string;
  committed_at: number;
  author_name: string;
  author_email: string;
  message: string;
}

/** Which commit changed which path. */
export interface HistoryChangesTable {
  path: string;
  ordinal: number;
  /** Blobs; null where there is no file. */
  before_blob: string | null;
  after_blob: string | null;
  /** Where a renamed file was before. */
  previous_path: string | null;
}

export interface BackupsTable {
  /** UUIDv7-like: its order is the order of creation. */
  id: string;
  /** `running`, `completed` or `failed`; `deleting` while its file is taken away. */
  status: string;
  /** `manual`, `schedule`, `restore` (taken before one) or `upload`. */
  origin: string;
  /** JSON list. */
  categories: string;
  created_by: string;
  created_at: number;
  ended_at: number | null;
  /** Bytes. */
  size: number | null;
  /** Of the file, hex. */
  sha256: string | null;
  /** JSON: what the manifest says of branch, rows and files. */
  content: string | null;
  error: string | null;
}

/** Restores that were decided on: one that is not `completed` or `failed` is carried to its end at the next start. */
export interface RestoresTable {
  id: string;
  backup: string;
  /** `decided`, `completed` or `failed`; `undoing` while it is taken back. */
  status: string;
  /** JSON list. */
  categories: string;
  created_by: string;
  created_at: number;
  ended_at: number | null;
  /** The backup taken before. */
  safety_backup: string | null;
  revision: string | null;
  error: string | null;
}
