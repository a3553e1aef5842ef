/** One use of a connection. */
export interface ConnectionContext<Config> {
  /** The connection's name. */
  connection: string;
  /** The connection's configuration, defaults applied, secret references replaced by their values. */
  config: Config;
  /** Aborts on cancellation, suspension and time-out. */
  signal: AbortSignal;
}
