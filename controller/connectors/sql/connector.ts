import { type Connector, defineConnector } from '../contract.js';
import { open, sqlActions } from './actions.js';
import { configSchema, type SqlConfig } from './config-schema.js';
import type { Databases } from './databases.js';
import { rowSource } from './rows.js';

/** Databases of SQLite and PostgreSQL. Without `databases` it checks files and nothing else. */
export function sqlConnector(databases: Databases | undefined): Connector<SqlConfig> {
  return defineConnector<SqlConfig>({
    name: 'sql',
    title: 'SQL',
    description: 'A database of SQLite or PostgreSQL: its tables as entities, and SQL as actions.',
    configSchema,
    actions: sqlActions(databases),
    entities: rowSource(databases),
    async test({ config, signal }) {
      const engine = await open(databases, config);
      const { rows } = await engine.transaction('read', signal, (session) =>
        session.run(engine.versionQuery, [], { maxRows: 1, foreign: false }),
      );
      return `${rows[0]?.[0]} answers${config.readOnly ? ', for reading only' : ''}`;
    },
  });
}
