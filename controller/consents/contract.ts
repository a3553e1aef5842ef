import type { OAuth2Auth } from '../connectors/http/credentials/auth-schema.js';

/** The `auth` of a connection for which a person consents, with the values of its secrets. */
export type ConsentAuth = OAuth2Auth & { authorizationUrl: string; clientId: string };

/** A connection in an environment of a branch. */
export interface ConsentConnection {
  readonly branch: string;
  readonly connection: string;
  readonly environment: string | null;
}

/** A connection that signs in by the consent of a person. */
export interface ConsentTarget extends ConsentConnection {
  /** The paths at which the secret with the refresh token may be, in the order in which they are tried; not empty. */
  readonly paths: readonly string[];
  /** The key of the refresh token. */
  readonly key: string;
  readonly auth: ConsentAuth;
}

/** The state of a consent, without its tokens. */
export interface Consent {
  /** `none`: it was never given, or is revoked. `ended`: the authority does not take it any more. */
  readonly status: 'none' | 'given' | 'ended';
  /** The path of the secret that has the refresh token, or will have it. */
  readonly secret: string;
  /** The principal who has consented; null where it was never given, and for a token that was written by hand. */
  readonly givenBy: string | null;
  /** RFC 3339. */
  readonly givenAt: string | null;
  /** The scopes that were asked for. */
  readonly scopes: readonly string[];
  /** The scopes as the authority has answered. */
  readonly grantedScopes: string | null;
  readonly endedAt: string | null;
  readonly endedReason: string | null;
}

/** The knowledge about the refresh token of a secret. */
export interface ConsentState {
  readonly path: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  /** The scopes that were asked for; undefined for a token that was written by hand. */
  readonly scopes: readonly string[] | undefined;
  /** The reason of the authority, where it does not take the token any more. */
  readonly endedReason: string | undefined;
}

/** A consent that a person is about to give. */
export interface ConsentAttempt extends ConsentConnection {
  readonly id: string;
  /** The person who has to give it; null for one who may. */
  readonly person: string | null;
  /** RFC 3339. */
  readonly expiresAt: string;
}
