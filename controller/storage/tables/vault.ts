import type { Generated } from 'kysely';

/** Secrets, and the keys that seal what is kept. */
export interface VaultTables {
  secrets: SecretsTable;
  data_keys: DataKeysTable;
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

/** Data keys besides those of secrets. */
export interface DataKeysTable {
  name: string;
  wrapped_key: Uint8Array;
  key_id: string;
}
