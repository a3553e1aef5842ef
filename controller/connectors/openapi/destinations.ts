import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../schemas/json/values.js';
import { addressDestinations, type Destination } from '../../security/policy/destination.js';
import type { DescribingTexts } from '../contract/described.js';
import { authDestinations } from '../http/credentials/destinations.js';
import { isAddress } from './client.js';
import { getOperations } from './document/operations.js';
import type { ApiDocument } from './document/read.js';
import { UnusableError } from './document/references.js';
import { getServer, type ServerChoice } from './document/servers.js';
import { findDocument } from './find-document.js';

/**
 * Returns the addresses of the configuration: of the description, the server and the tokens; and those in a description that is
 * a file of the repository. A description at an address adds none: `requireOwnOrigin` keeps credentials from what it names.
 */
export function getDestinations(config: JsonObject, texts: DescribingTexts): Destination[] {
  const { document, baseUrl } = config;
  const tokenUrls = Object.values(objectOr(config['security'])).map((each) => objectOr(each)['tokenUrl']);
  const described = findDocument(config, texts);
  const inFile = described ? addressesIn(described, config) : [];
  const own = isAddress(String(document)) ? document : undefined;
  return [...addressDestinations(own, baseUrl, ...tokenUrls, ...inFile), ...authDestinations(config['auth'])];
}

function addressesIn(document: ApiDocument, config: ServerChoice): string[] {
  const servers = new Set(
    getOperations(document).flatMap((each) => usable(() => getServer(document, each, config))),
  );
  const [base] = servers;
  const tokens = tokenAddresses(document).flatMap((each) =>
    URL.canParse(each, base) ? [new URL(each, base).href] : [],
  );
  return [...servers, ...tokens];
}

/** Returns no address for an operation whose call fails before anything is sent. */
function usable(getAddress: () => string): string[] {
  try {
    return [getAddress()];
  } catch (error) {
    if (error instanceof UnusableError) return [];
    throw error;
  }
}

/** Returns the addresses of all flows of OAuth 2, and those that tell the address of tokens (OpenID Connect). */
function tokenAddresses({ root }: ApiDocument): string[] {
  const schemes = [root['securityDefinitions'], objectOr(root['components'])['securitySchemes']];
  return schemes
    .flatMap((each) => Object.values(objectOr(each)))
    .filter(isObject)
    .flatMap((scheme): (Json | undefined)[] => [
      scheme['tokenUrl'],
      scheme['openIdConnectUrl'],
      ...Object.values(objectOr(scheme['flows'])).map((flow) => objectOr(flow)['tokenUrl']),
    ])
    .filter((address) => typeof address === 'string');
}
