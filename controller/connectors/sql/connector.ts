import { type Connector, defineConnector } from '../contract/connector.js';
import { toServer } from '../contract/destinations.js';
import { sqlActions } from './actions/actions.js';
import type { Databases, Engines } from './actions/databases.js';
import {
  type EngineConfig,
  mysqlSchema,
  postgresSchema,
  type SqlConfig,
  sqliteSchema,
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

/** The connectors of database systems. */
export function databaseConnectors(databases: Databases): DatabaseConnector[] {
  return [postgresConnector, mysqlConnector, sqliteConnector].map((make) => make(databases));
}

export function postgresConnector(databases: Databases): DatabaseConnector {
  const about = {
    name: 'postgres',
    title: 'PostgreSQL',
    description:
      'A database of PostgreSQL: its tables as entities, SQL as actions, and notifications as messages.',
    configSchema: postgresSchema,
    destinations: toServer,
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
    destinations: toServer,
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

function ofEngine(engine: SqlConfig['engine'], databases: Databases): Engines {
  return { engine: (config) => databases.engine(config, engine) };
}

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
