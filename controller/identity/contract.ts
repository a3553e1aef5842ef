import type { Role } from './roles.js';

export type { Role } from './roles.js';

/** What a share link is for. */
export type ShareRight = 'run' | 'read';

/** How a write is made. */
export interface WriteManner {
  /** Everything is checked as ever, and nothing is changed. */
  dryRun?: boolean | undefined;
}

export interface ShareScope {
  branch: string;
  flow: string;
  environment: string | null;
  rights: readonly ShareRight[];
  /** ms since the epoch: runs of an earlier link of the same name are not this one's. */
  since: number;
}

/** Who is calling. One object per identity and state: a changed role is another object. */
export interface Principal {
  /** `user:<name>`, `api-key:<name>`, `oidc:<name>` or `share:<name>`. */
  readonly id: string;
  readonly role: Role;
  /** Only what is shared may be reached. */
  readonly share?: ShareScope;
}

/** A credential that was found valid. */
export interface Caller {
  readonly principal: Principal;
  /** Counts the requests made with the credential. */
  readonly budget: Budget;
  /** ms since the epoch; null for a credential that does not end. */
  readonly expiresAt: number | null;
  /** The session that an access token belongs to. */
  readonly session?: string;
}

/** The requests of one credential in the minute that runs; see `spend`. */
export interface Budget {
  count: number;
  /** ms since the epoch. */
  endsAt: number;
}

export interface User {
  name: string;
  role: Role;
  disabled: boolean;
  createdAt: string;
  lastSignInAt: string | null;
}

export interface ApiKey {
  id: string;
  name: string;
  role: Role;
  createdAt: string;
  createdBy: string | null;
  expiresAt: string | null;
  /** To the minute. */
  lastUsedAt: string | null;
}

export interface Share {
  name: string;
  branch: string;
  flow: string;
  environment: string | null;
  rights: readonly ShareRight[];
  expiresAt: string | null;
  maxUses: number | null;
  uses: number;
  createdAt: string;
  createdBy: string;
}

/** What a sign-in or a renewal gives. */
export interface TokenGrant {
  accessToken: string;
  /** Seconds. */
  expiresIn: number;
  refreshToken?: string;
  principal: Principal;
}

/** What is known of whoever signs in. */
export interface Client {
  address: string;
  /** `User-Agent`, or whatever tells one client from another behind one address. */
  agent: string;
}
