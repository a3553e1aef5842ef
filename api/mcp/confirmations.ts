import { createHash } from 'node:crypto';
import { Problem } from '../../controller/problems/index.js';
import { isSameSecret } from '../../controller/security/signatures/compare.js';
import type { Vault } from '../../controller/security/vault/contract.js';
import { toJsonText } from '../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../schemas/json/types.js';
import type { Effect } from '../operations/shared/operation.js';

/** Milliseconds for which a confirmation is valid. */
const validFor = 600_000;

/** The consent that came with a call. */
export interface Consent {
  /** The token of the answer that asked for the consent. */
  token: string | undefined;
  /** The user was asked by the client, and did not agree. */
  isDeclined: boolean;
}

/** One call that a person has to agree to. */
export interface Confirmable {
  principal: string;
  operation: string;
  input: JsonObject;
}

/**
 * Refuses an effect until the same call comes again with the token of the refusal. A token names what will happen by its digest,
 * so that it ends when that changes, and is signed with a key that all nodes have, so that nothing is stored.
 * @throws Problem confirmation_required
 */
export function requireToken(
  vault: Pick<Vault, 'sign'>,
  call: Confirmable,
  consent: Consent,
  { text, content }: Effect,
): void {
  const digest = computeDigest([text, content]);
  const agreed = consent.token === undefined ? undefined : agreedDigest(vault, call, consent.token);
  if (agreed === digest) return;
  if (consent.isDeclined) {
    throw new Problem('confirmation_required', `The user did not agree: ${text}. Nothing has happened`, {
      hints: ['Do not repeat the call unless the user asks for it.'],
    });
  }
  const isOther = agreed !== undefined;
  const effect = isOther ? `Since the user was asked, what would happen has changed. Now: ${text}` : text;
  const token = getToken(vault, call, digest, Date.now() + validFor);
  throw new Problem('confirmation_required', `${effect}. Nothing has happened yet`, {
    hints: [
      `Tell the user what the call does${isOther ? ' now' : ''}, and ask. If they agree, repeat the same call within ten minutes with "confirm": "${token}".`,
    ],
    members: { confirm: token, effect },
  });
}

function computeDigest(value: Json): string {
  return createHash('sha256').update(toJsonText(value)).digest('base64url');
}

function getToken(
  vault: Pick<Vault, 'sign'>,
  { principal, operation, input }: Confirmable,
  digest: string,
  ends: number,
) {
  const signature = vault.sign(toJsonText(['mcp-confirm', principal, operation, input, digest, ends]));
  return `${ends.toString(36)}.${digest}.${signature}`;
}

/** Returns the digest that the user agreed to; undefined for a token of another call, or one that is over. */
function agreedDigest(vault: Pick<Vault, 'sign'>, call: Confirmable, token: string): string | undefined {
  const [time = '', digest = ''] = token.split('.');
  const ends = Number.parseInt(time, 36);
  const now = Date.now();
  if (!(ends > now && ends <= now + validFor)) return undefined;
  return isSameSecret(token, getToken(vault, call, digest, ends)) ? digest : undefined;
}
