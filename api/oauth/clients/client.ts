import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { OAuthFailure } from './failure.js';
import { findRedirectFault } from './redirect-uris.js';

export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

export type GrantType = 'authorization_code' | 'refresh_token' | typeof deviceGrant;

const grantTypes: ReadonlySet<string> = new Set(['authorization_code', 'refresh_token', deviceGrant]);
const maxRedirectUris = 20;
const maxName = 100;

/** A client that may ask for access. None keeps a secret: PKCE binds a code to the client that asked (OAuth 2.1, 7.5). */
export interface OAuthClient {
  /** The id, as the client sends it. */
  readonly id: string;
  /** The name that people know it by, as it says itself or the settings say. */
  readonly name: string;
  /** `built-in`, of the `settings`, `document` at an address that is its id, `registered` by itself. */
  readonly source: 'built-in' | 'settings' | 'document' | 'registered';
  readonly redirectUris: readonly string[];
  readonly grantTypes: readonly GrantType[];
}

/** The id of the command line, which signs in as the person itself. */
export const cliClientId = 'svc-cli';

export const cliClient: OAuthClient = {
  id: cliClientId,
  name: 'svc on a terminal',
  source: 'built-in',
  redirectUris: [],
  grantTypes: [deviceGrant, 'refresh_token'],
};

/**
 * Returns what metadata of a client (RFC 7591, 2) say: the hostile input of a registration, or of a document.
 * @throws OAuthFailure invalid_client_metadata, invalid_redirect_uri
 */
export function parseMetadata(
  metadata: JsonObject,
): Pick<OAuthClient, 'name' | 'redirectUris' | 'grantTypes'> {
  const types = getTexts(metadata, 'grant_types') ?? ['authorization_code', 'refresh_token'];
  const supported = types.filter((type): type is GrantType => grantTypes.has(type));
  const responses = getTexts(metadata, 'response_types') ?? ['code'];
  const redirectUris = getTexts(metadata, 'redirect_uris') ?? [];
  const needsRedirect = supported.includes('authorization_code');
  if (!needsRedirect && !supported.includes(deviceGrant))
    throw invalid('`grant_types` has neither authorization_code nor the device code');
  if (needsRedirect && !responses.includes('code')) throw invalid('`response_types` has to have code');
  if (needsRedirect && redirectUris.length === 0)
    throw new OAuthFailure('invalid_redirect_uri', '`redirect_uris` is missing');
  for (const [index, address] of redirectUris.entries()) {
    const fault = findRedirectFault(address);
    if (fault) throw new OAuthFailure('invalid_redirect_uri', `redirect_uris[${index}] is refused: ${fault}`);
  }
  return { name: parseName(metadata['client_name']), redirectUris, grantTypes: supported };
}

/** Returns a name without signs that change how a page reads; a client without a name is called so. */
function parseName(value: Json | undefined): string {
  if (value === undefined) return 'A client without a name';
  if (typeof value !== 'string') throw invalid('`client_name` is not a text');
  const name = value.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
  if (name === '' || name.length > maxName)
    throw invalid(`\`client_name\` has to have 1 to ${maxName} characters`);
  // Control characters, marks of direction among them, and letters that cannot be seen.
  if (/[\p{C}\p{Zl}\p{Zp}\u{115F}\u{1160}\u{3164}\u{FFA0}]/u.test(name))
    throw invalid('`client_name` has characters that cannot be seen');
  return name;
}

function getTexts(metadata: JsonObject, member: string): string[] | undefined {
  const value = metadata[member];
  if (value === undefined) return undefined;
  const isList = Array.isArray(value) && value.length > 0 && value.length <= maxRedirectUris;
  if (!isList || !value.every((each): each is string => typeof each === 'string'))
    throw invalid(`\`${member}\` has to be a list of 1 to ${maxRedirectUris} texts`);
  return value;
}

function invalid(detail: string): OAuthFailure {
  return new OAuthFailure('invalid_client_metadata', detail);
}
