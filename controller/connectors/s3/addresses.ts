import type { Json, JsonObject } from '../../../schemas/json/types.js';

/** Returns the addresses that the client may use for a bucket: its name is in the path, or before the host. */
export function getAddresses({ endpoint, region, bucket }: JsonObject): Json[] {
  const server = endpoint === undefined ? amazonAddress(String(region)) : String(endpoint);
  if (!URL.canParse(server)) return [server];
  const { protocol, host } = new URL(server);
  return [server, `${protocol}//${bucket}.${host}`];
}

function amazonAddress(region: string): string {
  // The client refuses other names; here they would be parts of an address.
  if (!/^[a-z0-9-]+$/i.test(region)) return region;
  return `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
}
