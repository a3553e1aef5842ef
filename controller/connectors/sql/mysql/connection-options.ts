import { isIP } from 'node:net';
import type { ConnectionOptions } from 'mysql2';
import type { SqlConfig } from '../engine/config-schema.js';
import { GuardedSocket, type NetworkRules } from '../engine/socket.js';

/** Prepared statements that a connection keeps. */
const maxPrepared = 64;

/** Returns the options of each connection: one statement a time, no files of this machine, numbers and times exact. */
export function connectionOptions(config: SqlConfig, rules: NetworkRules): ConnectionOptions {
  const { host = '', port = 3306, user = '', password, database = '', ssl, ca } = config;
  const options = {
    // The name for which the certificate is checked: for an address, the driver would check `localhost`. The check ignores
    // a dot at the end, with which the driver takes the address for a name.
    host: isIP(host) === 0 ? host : `${host}.`,
    port,
    user,
    ...(password === undefined ? {} : { password }),
    database,
    stream: () => {
      const socket = new GuardedSocket(rules);
      socket.setNoDelay(true);
      socket.setKeepAlive(true, 60_000);
      return socket.connect(port, host);
    },
    connectTimeout: config.connectTimeout * 1000,
    ...(ssl === 'disable'
      ? {}
      : {
          ssl: {
            rejectUnauthorized: ssl !== 'require',
            verifyIdentity: ssl !== 'require',
            ...(ca === undefined ? {} : { ca }),
          },
        }),
    charset: 'utf8mb4_unicode_ci',
    timezone: 'Z',
    supportBigNumbers: true,
    dateStrings: true,
    jsonStrings: true,
    multipleStatements: false,
    flags: ['-LOCAL_FILES', '-CLIENT_QUERY_ATTRIBUTES'],
    // The driver would compile code from the names of columns.
    disableEval: true,
    maxPreparedStatements: maxPrepared,
    connectAttributes: { program_name: 'svc' },
  };
  return options as unknown as ConnectionOptions;
}
