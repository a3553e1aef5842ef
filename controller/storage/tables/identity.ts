import type { Generated } from 'kysely';

/** Who may call, and with what. */
export interface IdentityTables {
  users: UsersTable;
  api_keys: ApiKeysTable;
  sessions: SessionsTable;
  refresh_tokens: RefreshTokensTable;
  shares: SharesTable;
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
