import { misuse } from '../../contract/failure.js';

const loopback = /^(localhost|127(\.\d+){3}|\[::1\]|.*\.localhost)$/;

/**
 * Returns the address of a server without a slash at its end; `http://` may be left out.
 * @throws Failure for text that is not an HTTP address
 */
export function serverAddress(text: string): string {
  const url = parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw misuse(`\`${text}\` is not the address of a server`, 'Give it as http://host:port.');
  }
  if (url.username || url.password || url.search || url.hash) {
    throw misuse(
      'The address of a server has no user, password, query or fragment',
      'Store a credential with `svc login`.',
    );
  }
  return getBase(url);
}

/** Returns true when both texts are addresses of the same server. */
export function isSameServer(one: string, other: string): boolean {
  const [first, second] = [parse(one), parse(other)];
  return first !== undefined && second !== undefined && getBase(first) === getBase(second);
}

/** Returns true when a key would travel to the server unencrypted. */
export function isUnencrypted(address: string): boolean {
  const url = parse(address);
  return url?.protocol === 'http:' && !loopback.test(url.hostname);
}

function parse(text: string): URL | undefined {
  const address = text.includes('://') ? text : `http://${text}`;
  return URL.canParse(address) ? new URL(address) : undefined;
}

function getBase({ origin, pathname }: URL): string {
  return `${origin}${pathname}`.replace(/\/+$/, '');
}
