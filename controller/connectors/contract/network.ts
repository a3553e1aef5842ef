import type { LookupFunction, Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';

/** A server that speaks over TCP. */
interface HostAndPort {
  host: string;
  port: number;
  /** Speaks TLS from the first byte; the certificate is checked for `host` unless the options say otherwise. */
  tls?: ConnectionOptions | undefined;
}

/** The only way of a connector to the network: refuses link-local and metadata addresses, and private ones unless allowed. */
export interface Network {
  /** As the standard `fetch`. */
  readonly fetch: typeof globalThis.fetch;
  /**
   * As `fetch`, for transfers of files: the body of a successful response has no limit of size, and the time between
   * two pieces is limited in place of the whole. A body to send is a stream.
   */
  readonly transfer: typeof globalThis.fetch;
  /** For the option `lookup` of clients that make their sockets themselves; they call `check` before. */
  readonly lookup: LookupFunction;
  /** Refuses an IP address that the rules refuse; names pass, since `lookup` checks what they resolve to. @throws ConnectorError */
  check(host: string): void;
  /**
   * Connects; the caller ends the socket.
   * @param failed is called with what a listener of the socket throws, once the socket has been destroyed
   * @throws ConnectorError; the reason of `signal` when that aborts
   */
  connect(place: HostAndPort, signal: AbortSignal, failed?: (error: Error) => void): Promise<Socket>;
}
