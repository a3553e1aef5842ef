import { Problem, type ProblemOptions } from '../../../problems/index.js';

/** The check that a credential did not pass. */
export type RefusalReason =
  | 'key_malformed'
  | 'key_unknown'
  | 'key_expired'
  | 'share_unknown'
  | 'share_expired'
  | 'own_token_invalid'
  | 'session_unknown'
  | 'credential_malformed'
  | 'issuer_unavailable'
  | 'token_issuer'
  | 'token_audience'
  | 'token_expired'
  | 'token_key'
  | 'token_algorithm'
  | 'token_claim'
  | 'token_name'
  | 'token_form'
  | 'token_without_role';

/** The refusal of a token of an issuer, with the check that it did not pass. */
export class RefusedToken extends Problem {
  constructor(
    readonly reason: RefusalReason,
    detail: string,
    options: ProblemOptions = {},
  ) {
    super('unauthenticated', detail, options);
  }
}
