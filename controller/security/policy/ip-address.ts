import { isIPv6 } from 'node:net';

/**
 * Returns what limits count as one caller: the address, or of an IPv6 address its network of 64 bits, as one line of a provider
 * has all the addresses of such a network.
 */
export function getNetwork(address: string): string {
  const plain = address.replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const groups = getGroups(plain);
  if (isMapped(groups)) return quad(groups[6], groups[7]);
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** Returns two groups as an IPv4 address. */
export function quad(high = 0, low = 0): string {
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
}

/** True for the groups of `::ffff:a.b.c.d`. */
export function isMapped(groups: readonly number[]): boolean {
  return groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
}

/** Returns the eight groups of a valid IPv6 address. */
export function getGroups(address: string): number[] {
  const hex = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const [head = '', tail] = hex.split('::');
  const groups = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const left = groups(head);
  const right = groups(tail ?? '');
  return [...left, ...new Array<number>(8 - left.length - right.length).fill(0), ...right];
}
