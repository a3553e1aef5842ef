import type { JsonObject } from '../../../schemas/json/types.js';
import { type Destination, serverDestination } from '../../security/policy/destination.js';
import { type Connector, defineConnector } from '../contract/connector.js';
import { sqlActions } from './actions/actions.js';
import type { Databases, Engines } from './actions/databases.js';
import {
  type EngineConfig,
  mysqlSchema,
  postgresSchema,
  type SqlConfig,
  sqliteSchema,
  sqlSchema,
} from './engine/config-schema.js';
import { type Dialect, mysqlDialect, postgresDialect, sqliteDialect } from './engine/dialect.js';
import { databaseErrors } from './engine/errors.js';
import { notificationSource } from './postgres/notification-source.js';
import { rowSource } from './rows/rows.js';

type About = Pick<
  Connector,
  'name' | 'title' | 'description' | 'configSchema' | 'destinations' | 'getStateOfNode'
>;
export type DatabaseConnector = Connector<EngineConfig>;

/** The connectors of database systems: one for each, and the older form for two of them. */
export function databaseConnectors(databases: Databases): DatabaseConnector[] {
  const all = [postgresConnector, mysqlConnector, sqliteConnector, sqlConnector];
  return all.map((make) => make(databases));
}

export function postgresConnector(databases: Databases): DatabaseConnector {
  const about = {
    name: 'postgres',
    title: 'PostgreSQL',
    description:
      'A database of PostgreSQL: its tables as entities, SQL as actions, and notifications as messages.',
    configSchema: postgresSchema,
    destinations: toDatabase,
  };
  return {
    ...connector(about, postgresDialect, ofEngine('postgres', databases)),
    events: notificationSource,
  };
}

export function mysqlConnector(databases: Databases): DatabaseConnector {
  const about = {
    name: 'mysql',
    title: 'MySQL',
    description: 'A database of MySQL or MariaDB: its tables as entities, and SQL as actions.',
    configSchema: mysqlSchema,
    destinations: toDatabase,
  };
  return connector(about, mysqlDialect, ofEngine('mysql', databases));
}

export function sqliteConnector(databases: Databases): DatabaseConnector {
  const about = {
    name: 'sqlite',
    title: 'SQLite',
    description: 'A file of SQLite: its tables as entities, and SQL as actions.',
    configSchema: sqliteSchema,
    // A file of this machine.
    destinations: () => [],
    getStateOfNode: () => 'data-on-disk' as const,
  };
  return connector(about, sqliteDialect, ofEngine('sqlite', databases));
}

/** The older form of `postgres` and `sqlite`, with `engine` in the configuration. */
function sqlConnector(databases: Databases): DatabaseConnector {
  const about = {
    name: 'sql',
    title: 'SQL',
    description:
      'A database of SQLite or PostgreSQL: the older form of the connectors `sqlite` and `postgres`.',
    configSchema: sqlSchema,
    destinations: (config: JsonObject) => (config['engine'] === 'sqlite' ? [] : toDatabase(config)),
    getStateOfNode: (config: JsonObject) =>
      config['engine'] === 'sqlite' ? ('data-on-disk' as const) : undefined,
  };
  // The schema requires `engine`.
  const engine = (config: EngineConfig) => databases.engine(config, (config as SqlConfig).engine);
  return connector(about, sqliteDialect, { engine });
}

/** Drivers take a server that is not named for the one of this machine. */
function toDatabase({ host = 'localhost', port = null }: JsonObject): Destination[] {
  return serverDestination({ host, port });
}

function ofEngine(engine: SqlConfig['engine'], databases: Databases): Engines {
  return { engine: (config) => databases.engine(config, engine) };
}

/** @param dialect that of statements, as far as it is known before they run */
function connector(about: About, dialect: Dialect, engines: Engines): DatabaseConnector {
  return defineConnector<EngineConfig>({
    ...about,
    actions: sqlActions(engines, dialect),
    errors: databaseErrors,
    entities: rowSource(engines),
    async test({ config, signal }) {
      const engine = await engines.engine(config);
      const { rows } = await engine.transaction('read', signal, (session) =>
        session.run(engine.versionQuery, [], { maxRows: 1, foreign: false }),
      );
      return `${rows[0]?.[0]} answers${config.readOnly ? ', for reading only' : ''}`;
    },
  });
}
