import type { ConsentTokens } from './consent-tokens.js';
import type { Network } from './network.js';
import type { SharedTurns } from './shared-turns.js';

/** The means to open a client of a connection. */
export interface ClientContext<Config> {
  /** The connection's name. */
  connection: string;
  /** The connection's configuration, defaults applied, secret references replaced by their values. */
  config: Config;
  /** Aborts on cancellation, suspension and time-out. */
  signal: AbortSignal;
  /** The only way to the network. */
  network: Network;
  /** Of a configuration for which the connector declares a consent. */
  consent?: ConsentTokens | undefined;
  /** For limits of rates; undefined where this process counts alone. */
  turns?: SharedTurns | undefined;
}

/** One use of a connection. */
export interface ConnectionContext<Config, Client = unknown> extends ClientContext<Config> {
  /** Opened by `Connector.client`; undefined without that. */
  client: Client;
}
