import type { JsonObject } from '../../../schemas/json/types.js';
import {
  addressDestinations,
  type Destination,
  serverDestination,
} from '../../security/policy/destination.js';

/** Declares the destination of a connector whose configuration names a server by `host` and `port`. */
export const toServer = (config: JsonObject): Destination[] => serverDestination(config);

/** Declares the destinations of a connector whose configuration has addresses in these fields. */
export function toAddresses(...fields: readonly string[]): (config: JsonObject) => Destination[] {
  return (config) => addressDestinations(...fields.map((field) => config[field]));
}
