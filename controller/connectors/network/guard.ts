import { type LookupAddress, type LookupAllOptions, lookup as resolve } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { classify } from './address.js';

/** An address that the network rules refuse. */
export class AddressRefused extends Error {
  override name = 'AddressRefused';
  constructor(
    readonly host: string,
    /** True when the setting `Flows.AllowPrivateNetworks` would allow it. */
    readonly couldBeAllowed: boolean,
  ) {
    super(
      couldBeAllowed
        ? `\`${host}\` is in a private network; set \`Flows.AllowPrivateNetworks: true\` to let flows reach it`
        : `\`${host}\` is a link-local, metadata or multicast address, which flows never reach`,
    );
  }
}

/** Returns the refusal of an address; undefined for an allowed one. */
export function refusal(address: string, host: string, allowPrivate: boolean): AddressRefused | undefined {
  const kind = classify(address);
  if (kind === 'public' || (kind === 'private' && allowPrivate)) return undefined;
  return new AddressRefused(host, kind === 'private');
}

/**
 * Returns the refusal of a server by its host alone, without looking it up: of an address, and of this machine. Undefined
 * for other names, which are checked when they are looked up.
 */
export function networkRefusal(host: string, allowPrivate: boolean): AddressRefused | undefined {
  const isThisMachine = /^(?:.+\.)?localhost\.?$/i.test(host);
  if (isIP(host) === 0 && !isThisMachine) return undefined;
  return refusal(isThisMachine ? '127.0.0.1' : host, host, allowPrivate);
}

/** Returns the innermost error: clients wrap the original error. */
export function rootCause(error: unknown): Error {
  let failure = error instanceof Error ? error : new Error(String(error));
  while (failure.cause instanceof Error) failure = failure.cause;
  if (failure instanceof AggregateError && failure.errors[0] instanceof Error) failure = failure.errors[0];
  return failure;
}

/** Passes names, which are checked when they are looked up. @throws AddressRefused */
export function requireAllowed(host: string, allowPrivate: boolean): void {
  const refused = isIP(host) === 0 ? undefined : refusal(host, host, allowPrivate);
  if (refused !== undefined) throw refused;
}

/** Looks up the name for a new connection and returns only the allowed addresses. */
export function guardedLookup(allowPrivate: boolean): LookupFunction {
  return (hostname, options, callback) => {
    const all: LookupAllOptions = { ...options, all: true };
    resolve(hostname, all, (error, addresses: LookupAddress[]) => {
      if (error) return callback(error, []);
      const refusals = addresses.map(({ address }) => refusal(address, hostname, allowPrivate));
      const allowed = addresses.filter((_, index) => refusals[index] === undefined);
      const [first] = allowed;
      if (first === undefined) return callback(refusals[0] ?? new AddressRefused(hostname, false), []);
      if (options.all) return callback(null, allowed);
      callback(null, first.address, first.family);
    });
  };
}
