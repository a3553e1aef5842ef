import type { Json } from '../../../schemas/json/types.js';
import { secretReference } from './secret-reference.js';

/** A place that a connection sends its credentials and its requests to. */
export type Destination =
  /** The origin of an address, such as `https://api.example.com`; `tcp://<host>:<port>` for other protocols than HTTP. */
  | { readonly origin: string }
  /** An address that is a secret itself, such as that of a webhook. */
  | { readonly secret: string; readonly key: string }
  /** A program of this machine. */
  | { readonly program: string };

/** Returns the destinations of addresses as a configuration has them; an address that is left out has none. */
export function addressDestinations(...addresses: readonly (Json | undefined)[]): Destination[] {
  return addresses.flatMap((address): Destination[] => {
    const reference = secretReference(address ?? null);
    if (reference) return [{ secret: reference.path, key: reference.key }];
    return address === undefined ? [] : [{ origin: getOrigin(String(address)) }];
  });
}

/** Returns the destination of a configuration that names a server by `host` and `port`. */
export function serverDestination({ host, port }: Readonly<Record<string, Json | undefined>>): Destination[] {
  const reference = secretReference(host ?? null);
  if (reference) return [{ secret: reference.path, key: reference.key }];
  return host === undefined ? [] : [{ origin: serverOrigin(String(host), Number(port)) }];
}

/** Returns the origin of an address; a text that is no address is returned as it is, which no place allows. */
export function getOrigin(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address;
}

/** Returns the origin of a server of another protocol than HTTP. */
export function serverOrigin(host: string, port: number): string {
  return `tcp://${hostIn(host)}:${port}`;
}

/** Returns a host as addresses have it: IPv6 in brackets. */
export function hostIn(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}
