import type { Json } from '../../../../schemas/json/types.js';
import { objectOr } from '../../../../schemas/json/values.js';
import { addressDestinations, type Destination } from '../../../security/policy/destination.js';

/** Returns the places of `auth` that get proofs of the credentials: they give tokens for them. */
export function authDestinations(auth: Json | undefined): Destination[] {
  const { tokenUrl, exchangeUrl } = objectOr(auth);
  return addressDestinations(tokenUrl, exchangeUrl);
}
