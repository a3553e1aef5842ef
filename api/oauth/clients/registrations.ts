import { isSameSecret } from '../../../controller/security/signatures/compare.js';
import type { Vault } from '../../../controller/security/vault/contract.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { type GrantType, type OAuthClient, parseMetadata } from './client.js';
import { OAuthFailure } from './failure.js';

const prefix = 'registered.';
/** Characters of an id: it travels in addresses. */
const maxId = 3_000;

type Signer = Pick<Vault, 'sign'>;

/** `[name, redirect addresses, grant types, seconds since the epoch]` */
type Registered = [string, string[], GrantType[], number];

/**
 * Returns the client of a registration (RFC 7591). The id is the registration itself, signed: nothing is stored, so that a flood of
 * registrations takes no room, and every node knows every client (RFC 7591, appendix A.5.2).
 * @throws OAuthFailure
 */
export function createRegistration({ sign }: Signer, metadata: JsonObject, seconds: number): OAuthClient {
  const { name, redirectUris, grantTypes } = parseMetadata(metadata);
  const content: Registered = [name, [...redirectUris], [...grantTypes], seconds];
  const text = Buffer.from(JSON.stringify(content)).toString('base64url');
  const id = `${prefix}${text}.${sign(toSignedText(text))}`;
  if (id.length > maxId)
    throw new OAuthFailure('invalid_client_metadata', 'The name and the redirect addresses are too long');
  return { id, name, source: 'registered', redirectUris, grantTypes };
}

/** Returns the client of an id that `createRegistration` of this installation made; undefined for any other. */
export function findRegistration({ sign }: Signer, id: string): OAuthClient | undefined {
  if (!id.startsWith(prefix) || id.length > maxId) return undefined;
  const [text = '', signature = '', ...more] = id.slice(prefix.length).split('.');
  if (more.length > 0 || !isSameSecret(signature, sign(toSignedText(text)))) return undefined;
  const [name, redirectUris, grantTypes] = JSON.parse(
    Buffer.from(text, 'base64url').toString(),
  ) as Registered;
  return { id, name, source: 'registered', redirectUris, grantTypes };
}

function toSignedText(text: string): string {
  return `oauth registration\n${text}`;
}
