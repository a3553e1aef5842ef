import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import { getGroups, isMapped, quad } from '../../security/policy/ip-address.js';

/** The guard's class of an address: `forbidden` is never reached, `private` only when the settings allow it. */
export type AddressClass = 'public' | 'private' | 'forbidden';

const forbidden = blockList(
  // Link-local addresses, cloud metadata among them, and metadata addresses outside that range.
  ['169.254.0.0', 16],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['192.0.0.192', 32],
  ['fd00:ec2::', 32],
  ['fd20:ce::254', 128],
  ['fe80::', 10],
  // Multicast, broadcast, reserved.
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['ff00::', 8],
  // Tunnels whose inner address is uncertain.
  ['64:ff9b:1::', 48],
  ['2001::', 32],
);

const internal = blockList(
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['::', 128],
  ['::1', 128],
  ['fc00::', 7],
  ['fec0::', 10],
);

/** Classifies an IP address; an IPv6 address that carries an IPv4 address counts as that one. */
export function classify(address: string): AddressClass {
  const plain = address.replace(/%.*$/, '');
  if (isIP(plain) === 0) return 'forbidden';
  if (isIPv4(plain)) return look(plain, 'ipv4');
  const own = look(plain, 'ipv6');
  if (own !== 'public') return own;
  const embedded = embeddedIPv4(plain);
  return embedded === undefined ? 'public' : look(embedded, 'ipv4');
}

function look(address: string, family: 'ipv4' | 'ipv6'): AddressClass {
  if (forbidden.check(address, family)) return 'forbidden';
  return internal.check(address, family) ? 'private' : 'public';
}

/** Returns the IPv4 address inside `::a.b.c.d`, `::ffff:a.b.c.d`, NAT64 (`64:ff9b::/96`) and 6to4 (`2002::/16`) addresses. */
function embeddedIPv4(address: string): string | undefined {
  const groups = getGroups(address);
  if (groups[0] === 0x2002) return quad(groups[1], groups[2]);
  const zeros = (from: number, to: number) => groups.slice(from, to).every((group) => group === 0);
  const compatible = zeros(0, 6);
  const translated = zeros(0, 4) && groups[4] === 0xffff && groups[5] === 0;
  const nat64 = groups[0] === 0x64 && groups[1] === 0xff9b && zeros(2, 6);
  return compatible || isMapped(groups) || translated || nat64 ? quad(groups[6], groups[7]) : undefined;
}

function blockList(...subnets: [string, number][]): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of subnets) list.addSubnet(address, prefix, isIPv6(address) ? 'ipv6' : 'ipv4');
  return list;
}
