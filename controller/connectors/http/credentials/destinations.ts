import type { Json } from '../../../../schemas/json/types.js';
import { objectOr } from '../../../../schemas/json/values.js';
import { addressDestinations, type Destination } from '../../../security/policy/destination.js';
import { getStsUrl } from './aws-schema.js';

/** Returns the places of `auth` that get proofs of the credentials: they give tokens for them. */
export function authDestinations(auth: Json | undefined): Destination[] {
  const { tokenUrl, exchangeUrl, role, region } = objectOr(auth);
  const stsUrl = role === undefined ? undefined : getStsUrl(String(region), objectOr(role));
  return addressDestinations(tokenUrl, exchangeUrl, stsUrl);
}
