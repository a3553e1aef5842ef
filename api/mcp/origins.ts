import { Problem } from '../../controller/problems/index.js';
import type { Settings } from '../../controller/settings/index.js';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

interface Addressed {
  host: string | undefined;
  origin: string | undefined;
}

/**
 * Refuses requests that a page in a browser may send through DNS rebinding: requests from pages of other origins; and, where
 * the service listens on loopback only, requests for a host other than this machine or `Server.BaseUrl`.
 * @throws Problem forbidden
 */
export function requireOwnOrigin({ Server }: Settings, { host, origin }: Addressed): void {
  const own = new Set(loopback);
  if (Server.BaseUrl !== undefined) own.add(new URL(Server.BaseUrl).hostname);
  const asked = hostnameOf(`http://${host ?? ''}`);
  const isLocal = loopback.has(Server.Host) || Server.Host === '::1';
  if (isLocal && !own.has(asked ?? '')) throw refusal('`Host`', host, 'host');
  if (!isLocal && asked !== undefined) own.add(asked);
  if (origin !== undefined && !own.has(hostnameOf(origin) ?? '')) throw refusal('`Origin`', origin, 'origin');
}

function hostnameOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).hostname : undefined;
}

function refusal(header: string, value: string | undefined, what: string): Problem {
  return new Problem('forbidden', `The ${header} \`${value ?? ''}\` is not that of this service`, {
    hints: [`Set \`Server.BaseUrl\` to the address that callers use, if this ${what} is right.`],
  });
}
