import { buildConnector } from 'undici';

/**
 * Makes the connections of a client, each under the network rules: IP literals are checked here, since no name is looked up for
 * them, and names by the option `lookup`. A request over a kept connection goes to the address that was checked.
 */
export function guardedConnect(
  options: buildConnector.BuildOptions,
  check: (host: string) => void,
): buildConnector.connector {
  const connect = buildConnector(options);
  return (place, callback) => {
    try {
      check(place.hostname);
    } catch (error) {
      process.nextTick(callback, error, null);
      return;
    }
    connect(place, callback);
  };
}
