import type { Json, JsonObject } from '../../../schemas/json/types.js';
import type { Role, Target } from '../identity/access/access.js';
import type { Scopes } from '../identity/access/scopes.js';

/** `granted`: the effect was made. `failed`: it was tried, and is not tried again. `void`: what would happen has changed since. */
export type ApprovalStatus = 'pending' | 'granted' | 'denied' | 'expired' | 'void' | 'failed';

/** An effect that a person grants or denies. */
export interface Approval {
  id: string;
  status: ApprovalStatus;
  operation: string;
  /** The effect in one sentence, which begins with a verb. */
  effect: string;
  /** SHA-256 of the operation, its input and what that meets, base64url. */
  digest: string;
  /** The role that grants it, and on what. */
  neededRole: Role;
  target: Target;
  /** The principal in whose name it is made. */
  requestedBy: string;
  requestedRole: Role;
  /** The bounds of the credential that asked; null for none. */
  requestedScopes: Scopes | null;
  /** Set for the assistant of a folder's owner. */
  assistant: 'proposes' | 'writes' | null;
  via: string;
  /** The name that the client gives itself. */
  client: string;
  /** It is a call to another system, which is tried once. */
  isOnce: boolean;
  /** RFC 3339. */
  createdAt: string;
  expiresAt: string;
  decidedAt: string | null;
  decidedBy: string | null;
  /** The result without what only the person sees who granted it, or the problem; null before. */
  outcome: Json;
}

/** The call whose effect waits; stored sealed, as it may hold new secrets. */
export interface RequestedCall {
  input: JsonObject;
  /** Facts that a person needs besides the sentence. */
  details: Json;
}

export type NewApproval = Pick<
  Approval,
  | 'operation'
  | 'effect'
  | 'digest'
  | 'neededRole'
  | 'target'
  | 'requestedBy'
  | 'requestedRole'
  | 'requestedScopes'
  | 'assistant'
  | 'via'
  | 'client'
  | 'isOnce'
> &
  RequestedCall;

export interface ApprovalFilter {
  status?: ApprovalStatus | undefined;
  limit: number;
  /** The id of the last approval of the previous page. */
  after?: string | undefined;
}
