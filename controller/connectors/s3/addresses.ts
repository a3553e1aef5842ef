import { isIP } from 'node:net';
import type { Json, JsonObject } from '../../../schemas/json/types.js';

/** Returns the addresses that the client may use for a bucket: its name is in the path, or before the host. */
export function getAddresses({ endpoint, region, bucket, pathStyle }: JsonObject): Json[] {
  const server = endpoint === undefined ? amazonAddress(String(region)) : String(endpoint);
  if (!URL.canParse(server)) return [server];
  const { protocol, host, hostname } = new URL(server);
  // The client itself writes the name of a bucket into the path where the host is a number.
  if (pathStyle === true || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return [server];
  return [server, `${protocol}//${bucket}.${host}`];
}

function amazonAddress(region: string): string {
  // The client refuses other names; here they would be parts of an address.
  if (!/^[a-z0-9-]+$/i.test(region)) return region;
  return `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
}
