import { Problem } from '../../controller/problems/index.js';
import { isSameSecret } from '../../controller/security/signatures/compare.js';
import type { Vault } from '../../controller/security/vault/contract.js';
import type { JsonObject } from '../../schemas/json/types.js';

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
 * Refuses an effect until the same call comes again with the token of the refusal. A token is signed with a key that all
 * nodes have, so that nothing is stored.
 * @throws Problem confirmation_required
 */
export function requireConsent(
  vault: Pick<Vault, 'sign'>,
  call: Confirmable,
  consent: Consent,
  effect: string,
): void {
  if (consent.token !== undefined && isValid(vault, call, consent.token)) return;
  if (consent.isDeclined) {
    throw new Problem('confirmation_required', `The user did not agree: ${effect}. Nothing has happened`, {
      hints: ['Do not repeat the call unless the user asks for it.'],
    });
  }
  const token = tokenOf(vault, call, Date.now() + validFor);
  throw new Problem('confirmation_required', `${effect}. Nothing has happened yet`, {
    hints: [
      `Tell the user what the call does, and ask. If they agree, repeat the same call within ten minutes with "confirm": "${token}".`,
    ],
    members: { confirm: token, effect },
  });
}

function tokenOf(vault: Pick<Vault, 'sign'>, { principal, operation, input }: Confirmable, ends: number) {
  const signature = vault.sign(JSON.stringify(['mcp-confirm', principal, operation, input, ends]));
  return `${ends.toString(36)}.${signature}`;
}

function isValid(vault: Pick<Vault, 'sign'>, call: Confirmable, token: string): boolean {
  const ends = Number.parseInt(token.split('.')[0] ?? '', 36);
  const now = Date.now();
  if (!(ends > now && ends <= now + validFor)) return false;
  return isSameSecret(token, tokenOf(vault, call, ends));
}
