/** A server, as far as it is stated. */
interface HostPort {
  /** Undefined for any, and for protocols that are not HTTP. */
  readonly protocol: string | undefined;
  /** `*.` at its start stands for one name before the rest. */
  readonly host: string;
  /** Undefined for any. */
  readonly port: number | undefined;
}

const defaultPorts: Readonly<Record<string, number>> = { http: 80, https: 443, ws: 80, wss: 443 };
const form =
  /^(?:([a-z][a-z0-9+.-]*):\/\/)?((?:\*\.)?(?:\[[0-9a-f:.]+\]|[^:/?#@[\]*\s]+))(?::(\d{1,5}))?\/?$/i;

/**
 * Tells whether a pattern of `hosts` allows an origin. A pattern is an origin, `<host>:<port>` for each protocol at this port,
 * or a host for all of its ports. `*.` at the start of the host stands for one name. An origin of `tcp:` is a connection
 * whose protocol is not known; without a port it stands for each.
 */
export function allowsHost(pattern: string, origin: string): boolean {
  const allowed = parseHostPort(pattern);
  const place = parseHostPort(origin);
  if (!allowed || !place) return false;
  return (
    isSame(allowed.protocol, place.protocol) &&
    isSame(allowed.port, place.port) &&
    hostMatches(allowed.host, place.host)
  );
}

function isSame<Value>(allowed: Value | undefined, value: Value | undefined): boolean {
  return allowed === undefined || value === undefined || allowed === value;
}

function hostMatches(pattern: string, host: string): boolean {
  if (!pattern.startsWith('*.')) return pattern === host;
  const dot = host.indexOf('.');
  return dot > 0 && host.slice(dot) === pattern.slice(1);
}

function parseHostPort(text: string): HostPort | undefined {
  const [, scheme, hostText = '', portText] = form.exec(text) ?? [];
  if (hostText === '') return undefined;
  const [wildcard, name] = hostText.startsWith('*.') ? ['*.', hostText.slice(2)] : ['', hostText];
  // One form for upper case, international names and short forms of IP addresses.
  if (!URL.canParse(`http://${name}`)) return undefined;
  const protocol = scheme?.toLowerCase();
  const port = portText === undefined ? defaultPorts[protocol ?? ''] : Number(portText);
  return {
    protocol: protocol === 'tcp' ? undefined : protocol,
    host: wildcard + new URL(`http://${name}`).hostname,
    port,
  };
}
