const maxLength = 2_000;
/** Schemes of apps without a dot: those of editors and assistants that register them so. */
const appSchemes = new Set([
  'claude:',
  'cursor:',
  'goose:',
  'raycast:',
  'vscode-insiders:',
  'vscode:',
  'warp:',
  'windsurf:',
  'zed:',
]);

export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/**
 * Returns the reason why a browser is not sent to an address; undefined for one of https, for http on the machine of the browser
 * (RFC 8252, 7.3), and for the scheme of an app, which has a dot in it (7.1) or is known.
 */
export function findRedirectFault(address: string): string | undefined {
  if (address.length > maxLength) return `it has more than ${maxLength} characters`;
  // Signs that parsers drop could make it read as another address.
  if (!/^[\x21-\x7E]+$/.test(address) || !URL.canParse(address)) return 'it is not an absolute address';
  const { protocol, username, password, hostname } = new URL(address);
  if (address.includes('#')) return 'it has a fragment';
  if (username !== '' || password !== '') return 'it has a user or a password in it';
  if (protocol.startsWith('http') && !/^([a-z0-9.-]+|\[[\da-f:]+\])$/.test(hostname))
    return 'its host has other signs than letters, digits, dots and hyphens';
  if (protocol === 'https:') return undefined;
  if (protocol === 'http:')
    return isLoopbackHost(hostname) ? undefined : 'http is for addresses of the own machine only';
  return protocol.includes('.') || appSchemes.has(protocol)
    ? undefined
    : `svc sends no browser to the scheme \`${protocol}\``;
}

/** Tells whether a client may have a browser sent to an address: to a registered one, on the own machine with any port. */
export function isRegistered(address: string, registered: readonly string[]): boolean {
  if (findRedirectFault(address) !== undefined) return false;
  return registered.some((each) => each === address || isSameButPort(each, address));
}

/** The port of a client on the own machine is free at the time (RFC 8252, 7.3). */
function isSameButPort(registered: string, address: string): boolean {
  if (!URL.canParse(registered)) return false;
  const [one, other] = [new URL(registered), new URL(address)];
  if (one.protocol !== 'http:' || !isLoopbackHost(one.hostname)) return false;
  one.port = '';
  other.port = '';
  return one.href === other.href;
}
