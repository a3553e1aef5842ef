import type { Generated } from 'kysely';

/** Users, secrets, the audit log and backups. */
export interface InstallationTables {
  /** Facts about the installation, which no backup holds. */
  installation: {
    name: string;
    /** JSON. */
    value: string;
  };
  /** Limits of rates that nodes share. */
  rates: {
    /** A keyed digest of what is limited. */
    name: string;
    /** JSON: the turns that count still. */
    state: string;
    used_at: number;
  };
  /** Effects that wait, or waited, for the consent of a person. */
  approvals: {
    id: string;
    /** `pending`, `granted`, `denied`, `void` or `failed`; a pending one ends with `expires_at`. */
    status: string;
    /** The operation that has the effect. */
    operation: string;
    /** The effect in one sentence. */
    effect: string;
    /** SHA-256 of the operation, its input and what the input meets, base64url. */
    digest: string;
    /** JSON of the input and the details, sealed; empty once it is decided. */
    request: string;
    needed_role: string;
    /** JSON of the target of the needed role. */
    target: string;
    requested_by: string;
    requested_role: string;
    /** JSON of the bounds of the credential that asked; null for none. */
    requested_scopes: string | null;
    /** Of `svc mcp`: `proposes` or `writes`. */
    assistant: string | null;
    via: string;
    client: string;
    /** 1 for a call to another system, which is tried once. */
    is_once: number;
    created_at: number;
    expires_at: number;
    decided_at: number | null;
    decided_by: string | null;
    /** JSON of the result or the problem. */
    outcome: string | null;
  };
  /** The grants of approvals whose effect is made now, or was. */
  approval_claims: {
    approval: string;
    claimed_by: string;
    claimed_at: number;
  };
  /** The consents of persons to the use of an API by connections, by the path of the secret that has the refresh token. */
  consents: {
    path: string;
    /** The connection that the consent was given for. */
    branch: string;
    connection: string;
    environment: string | null;
    /** The address and the client that the refresh token is for. */
    token_url: string;
    client_id: string;
    /** JSON list of the scopes that were asked for. */
    scopes: string;
    /** The scopes as the authority has answered; null where it has not. */
    granted_scopes: string | null;
    /** The principal who has consented; null for a refresh token that was written by hand. */
    given_by: string | null;
    given_at: number | null;
    /** The version of the secret that the row is about. */
    version: number;
    /** The access token, sealed. */
    access: string | null;
    /** Null for a token without an end. */
    access_ends_at: number | null;
    /** Set when the authority does not take the refresh token any more. */
    ended_at: number | null;
    ended_reason: string | null;
    /** The renewal that is under way, and the end of its time by the clock of the database. */
    holder: string | null;
    held_until: number | null;
  };
  /** Consents that a person is about to give. */
  consent_attempts: {
    id: string;
    /** SHA-256 of the state at the authority, hex; null before the person is led there. */
    state: string | null;
    /** JSON, sealed. */
    request: string;
    expires_at: number;
  };
  users: {
    name: string;
    role: string;
    /** A PHC string. */
    password: string;
    created_at: number;
    /** 0 or 1. */
    disabled: Generated<number>;
    last_sign_in_at: number | null;
    /** `person`, `service` or `agent`. */
    actor: Generated<string>;
  };
  api_keys: {
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
    /** `person`, `service` or `agent`. */
    actor: Generated<string>;
    /** JSON of the bounds of the key; null for none. */
    scopes: string | null;
  };
  /** A session begins with one sign-in and has many refresh tokens. */
  sessions: {
    id: string;
    /** The name of a user, or `oidc:<name>` for a person of an issuer, who has sessions of clients only. */
    user: string;
    created_at: number;
    expires_at: number;
    /** JSON of what the person granted to a client; null for a session of the person alone. */
    client_grant: string | null;
  };
  /** Every refresh token of an open session. Used tokens stay, so that a second use is noticed. */
  refresh_tokens: {
    /** SHA-256 of the token, hex. */
    digest: string;
    session: string;
    created_at: number;
    used_at: number | null;
    /** Digest of the address and agent of the client that used the token. */
    used_by: string | null;
  };
  /** Sessions of browsers at the console. */
  console_sessions: {
    /** SHA-256 of the token in the cookie, hex. */
    digest: string;
    /** The id of the principal: `user:<name>` or `oidc:<name>`. */
    principal: string;
    /** The issuer that named the person; null for a user. */
    issuer: string | null;
    /** The role that the issuer gave; null for a user, whose account has it. */
    role: string | null;
    /** As `role`. */
    actor: string | null;
    /** JSON list of the teams that the issuer gave; null for none. */
    groups: string | null;
    /** JSON of the bounds of the client that the person signed in with; null for none. */
    scopes: string | null;
    created_at: number;
    /** The last request, to the minute. */
    seen_at: number;
    /** The end of the session, however it is used. */
    expires_at: number;
  };
  shares: {
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
  };
  secrets: {
    path: string;
    version: number;
    keys: string;
    /** The values, sealed. */
    sealed: Uint8Array;
    /** The data key of this version, wrapped by the master key. */
    wrapped_key: Uint8Array;
    /** The id of the master key; null in rows that are older than this column. */
    key_id: string | null;
    created_at: number;
    id: Generated<number>;
  };
  /** Data keys other than those of secrets. */
  data_keys: {
    name: string;
    wrapped_key: Uint8Array;
    key_id: string;
  };
  /** Append-only. A row contains the records of one write. */
  audit: {
    /** Of the last record in the row. */
    seq: number;
    /** Of the last record in the row. */
    at: number;
    /** A line per record: hash, time and JSON text, separated by spaces. */
    records: string;
  };
  /** The ends of the log: the last record that was removed, where the chain begins (id 1), and the newest record (id 2). */
  audit_anchor: {
    id: number;
    seq: number;
    hash: string;
    /** The id of the master key that signed the row. */
    key_id: string | null;
    mac: string | null;
  };
  backups: {
    /** UUIDv7, so that ids sort by the time of creation. */
    id: string;
    /** `running`, `completed` or `failed`; `deleting` while its file is removed. */
    status: string;
    /** `manual`, `schedule`, `restore` (made before a restore) or `upload`. */
    origin: string;
    /** JSON list. */
    categories: string;
    created_by: string;
    created_at: number;
    ended_at: number | null;
    /** Bytes. */
    size: number | null;
    /** SHA-256 of the file, hex. */
    sha256: string | null;
    /** JSON: branch, rows and files from the manifest. */
    content: string | null;
    error: string | null;
  };
  /** Restores that were decided. The next start completes one that is neither `completed` nor `failed`. */
  restores: {
    id: string;
    backup: string;
    /** `decided`, `completed` or `failed`; `undoing` while its changes are reverted. */
    status: string;
    /** JSON list. */
    categories: string;
    created_by: string;
    created_at: number;
    ended_at: number | null;
    /** The backup that was made before the restore. */
    safety_backup: string | null;
    revision: string | null;
    error: string | null;
  };
}
