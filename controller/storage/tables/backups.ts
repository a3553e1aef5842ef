/** Backups, and what is made of them. */
export interface BackupTables {
  backups: BackupsTable;
  restores: RestoresTable;
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
