import { type Connector, defineConnector } from '../contract/connector.js';
import { sqlActions } from './actions/actions.js';
import type { Databases } from './actions/databases.js';
import { configSchema, type SqlConfig } from './engine/config-schema.js';
import { rowSource } from './rows/rows.js';

/** Databases of SQLite and PostgreSQL. */
export function sqlConnector(databases: Databases): Connector<SqlConfig> {
  return defineConnector<SqlConfig>({
    name: 'sql',
    title: 'SQL',
    description: 'A database of SQLite or PostgreSQL: its tables as entities, and SQL as actions.',
    configSchema,
    actions: sqlActions(databases),
    entities: rowSource(databases),
    async test({ config, signal }) {
      const engine = await databases.engine(config);
      const { rows } = await engine.transaction('read', signal, (session) =>
        session.run(engine.versionQuery, [], { maxRows: 1, foreign: false }),
      );
      return `${rows[0]?.[0]} answers${config.readOnly ? ', for reading only' : ''}`;
    },
  });
}
