import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { objectOr } from '../../../../schemas/json/values.js';
import { addressDestinations, type Destination } from '../../../security/policy/destination.js';
import type { ConsentFields } from '../../contract/connector.js';
import { getStsUrl } from './aws-schema.js';

/** Returns the parts of a configuration whose `auth` needs the consent of a person; undefined for any other. */
export function findConsent(config: JsonObject): ConsentFields | undefined {
  const { refreshToken = null, ...auth } = objectOr(config['auth']);
  if (auth['type'] !== 'oauth2' || auth['authorizationUrl'] === undefined) return undefined;
  return { auth, refreshToken, config: { ...config, auth } };
}

/** Returns the places of `auth` that get proofs of the credentials: they give tokens for them. */
export function authDestinations(auth: Json | undefined): Destination[] {
  const { tokenUrl, revocationUrl, exchangeUrl, role, region } = objectOr(auth);
  const stsUrl = role === undefined ? undefined : getStsUrl(String(region), objectOr(role));
  return addressDestinations(tokenUrl, revocationUrl, exchangeUrl, stsUrl);
}
