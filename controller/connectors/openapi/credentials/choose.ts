import type { SecurityNeeds, SecurityScheme } from '../document/security.js';

/** The parts of a configuration that decide how to sign in; the values do not matter. */
export interface Configured {
  readonly auth?: unknown;
  readonly security?: Readonly<Record<string, unknown>> | undefined;
  /** A certificate of the client is all that `mutualTLS` needs. */
  readonly tls?: unknown;
}

/** How an operation is signed in to; a message when the configuration has nothing for it. */
export type Choice = { readonly schemes: readonly SecurityScheme[]; readonly usesAuth: boolean } | string;

/** Chooses the first alternative that is configured; `auth` serves all others. */
export function chooseSecurity(needs: SecurityNeeds, { auth, security = {}, tls }: Configured): Choice {
  const has = ({ name, type }: SecurityScheme) =>
    Object.hasOwn(security, name) || (type === 'mutualTLS' && tls !== undefined);
  const configured = needs.find((schemes) => schemes.length > 0 && schemes.every(has));
  if (configured) return { schemes: configured, usesAuth: false };
  if (auth !== undefined) return { schemes: [], usesAuth: true };
  if (needs.length === 0 || needs.some(({ length }) => length === 0)) return { schemes: [], usesAuth: false };
  const alternatives = needs
    .slice(0, 5)
    .map((schemes) => schemes.map(({ name }) => `\`${name.slice(0, 100)}\``).join(' with '));
  return `the operation needs the security scheme ${alternatives.join(' or ')}, and the connection has no credentials for it`;
}
