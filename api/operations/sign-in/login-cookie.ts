import type { LoginAttempt } from '../../../controller/security/identity/index.js';
import { isSameSecret } from '../../../controller/security/signatures/compare.js';
import type { Vault } from '../../../controller/security/vault/contract.js';

/** A person has this long to sign in at an issuer; in seconds. */
export const loginSeconds = 600;

/** A sign-in at an issuer that is under way. The browser keeps it, so that only this browser can complete it, at any node. */
export interface LoginState {
  provider: string;
  /** The path below the base path that the browser goes to afterwards. */
  to: string;
  attempt: LoginAttempt;
}

interface SealedLogin extends LoginState {
  /** ms since the epoch. */
  expiresAt: number;
}

type Signer = Pick<Vault, 'sign'>;

/** Returns the value of the cookie, signed by this installation. @param now ms since the epoch */
export function sealLogin({ sign }: Signer, state: LoginState, now: number): string {
  const text = Buffer.from(JSON.stringify({ ...state, expiresAt: now + loginSeconds * 1000 })).toString(
    'base64url',
  );
  return `${text}.${sign(toSignedText(text))}`;
}

/** Returns the sign-in of a cookie; undefined for one that this installation has not made, or too long ago. */
export function openLogin({ sign }: Signer, cookie: string, now: number): LoginState | undefined {
  const [text = '', signature = ''] = cookie.split('.');
  if (!isSameSecret(signature, sign(toSignedText(text)))) return undefined;
  const { expiresAt, ...state } = JSON.parse(Buffer.from(text, 'base64url').toString()) as SealedLogin;
  return expiresAt > now ? state : undefined;
}

function toSignedText(text: string): string {
  return `console sign-in\n${text}`;
}
