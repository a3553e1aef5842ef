import type pg from 'pg';
import type { EngineConfig } from '../engine/config-schema.js';
import { postgresDialect } from '../engine/dialect.js';
import { quoted } from '../engine/placeholders.js';
import { GuardedSocket, type NetworkRules } from '../engine/socket.js';

/** Returns the settings of each connection, to which `discard all` resets it. */
export function connectionConfig(config: EngineConfig, rules: NetworkRules): pg.ClientConfig {
  const settings = {
    TimeZone: 'UTC',
    DateStyle: 'ISO',
    IntervalStyle: 'iso_8601',
    bytea_output: 'hex',
    extra_float_digits: '1',
    search_path: quoted(postgresDialect, config.schema ?? 'public'),
    idle_in_transaction_session_timeout: '60000',
    // Transactions that write say so.
    default_transaction_read_only: 'on',
  };
  const options = Object.entries(settings).map(
    ([key, value]) => `-c ${key}=${value.replace(/[\\\s]/g, '\\$&')}`,
  );
  const ssl =
    config.ssl === 'disable'
      ? false
      : { rejectUnauthorized: config.ssl !== 'require', ...(config.ca ? { ca: config.ca } : {}) };
  return {
    host: config.host ?? '',
    port: config.port ?? 5432,
    database: config.database ?? '',
    user: config.user ?? '',
    // An empty password keeps the driver from reading the service's environment.
    password: config.password ?? '',
    ssl,
    stream: () => new GuardedSocket(rules),
    connectionTimeoutMillis: config.connectTimeout * 1000,
    application_name: 'svc',
    statement_timeout: Math.max(1, Math.ceil(config.statementTimeout * 1000)),
    options: options.join(' '),
  };
}
