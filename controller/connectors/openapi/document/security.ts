import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { isObject, member, objectOr } from '../../../../schemas/json/values.js';
import type { Operation } from './operations.js';
import type { ApiDocument } from './read.js';
import { resolvedObject, UnusableError } from './references.js';

/** A way to sign in that an operation asks for. */
export interface SecurityScheme {
  readonly name: string;
  readonly type: 'apiKey' | 'basic' | 'http' | 'oauth2' | 'openIdConnect' | 'mutualTLS';
  /** Of an `apiKey`. */
  readonly in: string;
  /** The name of the header, query parameter or cookie of an `apiKey`. */
  readonly parameter: string;
  /** Of `http`: the word before the credential, such as `Bearer`. */
  readonly scheme: string;
  /** The address of tokens; undefined where the configuration names it. */
  readonly tokenUrl: string | undefined;
  readonly discoveryUrl: string | undefined;
  readonly scopes: readonly string[];
}

/** The alternatives of an operation, each with the schemes that it needs together; empty when it needs none. */
export type SecurityNeeds = readonly (readonly SecurityScheme[])[];

/** @throws UnusableError for schemes that the document does not define */
export function getSecurity(document: ApiDocument, { definition }: Operation): SecurityNeeds {
  const requirements = definition['security'] ?? document.root['security'];
  const alternatives = Array.isArray(requirements) ? requirements.filter(isObject) : [];
  const schemes: SecurityScheme[][] = [];
  let fault: UnusableError | undefined;
  for (const alternative of alternatives) {
    try {
      schemes.push(Object.entries(alternative).map((each) => getScheme(document, each)));
    } catch (error) {
      if (!(error instanceof UnusableError)) throw error;
      fault ??= error;
    }
  }
  if (schemes.length === 0 && fault) throw fault;
  return schemes;
}

function getScheme({ root, version }: ApiDocument, [name, scopes]: [string, Json]): SecurityScheme {
  const schemes =
    version === '2.0' ? root['securityDefinitions'] : objectOr(root['components'])['securitySchemes'];
  const definition = resolvedObject(root, member(objectOr(schemes), name));
  const { in: place, name: parameter, scheme, openIdConnectUrl } = definition;
  return {
    name,
    type: getType(definition, name),
    in: typeof place === 'string' ? place : 'header',
    parameter: typeof parameter === 'string' ? parameter : 'Authorization',
    scheme: typeof scheme === 'string' ? scheme : 'bearer',
    tokenUrl: findTokenUrl(definition),
    discoveryUrl: typeof openIdConnectUrl === 'string' ? openIdConnectUrl : undefined,
    scopes: Array.isArray(scopes) ? scopes.filter((each) => typeof each === 'string') : [],
  };
}

function getType({ type, scheme }: JsonObject, name: string): SecurityScheme['type'] {
  if (type === 'http' && /^basic$/i.test(String(scheme))) return 'basic';
  if (type === 'apiKey' || type === 'basic' || type === 'http' || type === 'oauth2') return type;
  if (type === 'openIdConnect' || type === 'mutualTLS') return type;
  const reason = type === undefined ? 'which the description does not define' : 'whose type is not known';
  throw new UnusableError(`it needs the security scheme \`${name}\`, ${reason}`);
}

function findTokenUrl({ flows, tokenUrl }: JsonObject): string | undefined {
  const { clientCredentials, password, authorizationCode } = objectOr(flows);
  const tokenUrls = [clientCredentials, password, authorizationCode].map(
    (each) => objectOr(each)['tokenUrl'],
  );
  return [tokenUrl, ...tokenUrls].find((url) => typeof url === 'string' && url !== '') as string | undefined;
}
