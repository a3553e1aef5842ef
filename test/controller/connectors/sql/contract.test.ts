import { describe, expect, test } from 'vitest';
import { type Connector, configDefaults } from '../../../../controller/connectors/index.js';
import { createDatabases } from '../../../../controller/connectors/sql/actions/databases.js';
import { mysqlConnector, postgresConnector } from '../../../../controller/connectors/sql/connector.js';
import type { JsonObject } from '../../../../schemas/json/types.js';
import { keepsTheContract } from '../contract/suite.js';
import { guardedNetwork, openNetwork } from '../networks.js';
import { findMysql, findPostgres } from './databases.js';

const [hasPostgres, hasMysql] = await Promise.all([findPostgres(), findMysql()]);

/** A connector of databases, also as an installation has it that allows no private addresses. */
function subject(make: typeof mysqlConnector) {
  const within = (network: typeof openNetwork) =>
    createDatabases({ directory: '/nonexistent', allowAnyFile: false, network });
  const [open, guarded] = [within(openNetwork), within(guardedNetwork)];
  return {
    connector: make(open) as unknown as Connector,
    own: { close: () => open.close(), guarded: make(guarded) as unknown as Connector },
    limit: 'statementTimeout',
    greetsBeforeTls: true,
    reads: { action: 'query', input: { sql: 'select 1 as one' } },
    badConfigs: [
      [{}, ''],
      [{ host: 'mysql://a', database: 'b', user: 'c' }, '/host'],
      [{ host: 'a', database: 'b', user: 'c', password: 'plain' }, '/password'],
      [{ host: 'a', database: 'b', user: 'c', engine: 'postgres' }, '/engine'],
    ] as [JsonObject, string][],
  };
}

const config = (host: string, port: number): JsonObject => ({
  host,
  port,
  database: 'test',
  user: 'root',
  ssl: 'disable',
  pool: 1,
});

describe.skipIf(!hasMysql)('MySQL', () => {
  keepsTheContract({
    ...subject(mysqlConnector),
    port: 3_306,
    config,
    wrongPassword: {
      config: (host, port) => ({ ...config(host, port), password: 'not-the-password' }),
      password: 'not-the-password',
    },
  });
});

describe.skipIf(!hasPostgres)('PostgreSQL', () => {
  keepsTheContract({ ...subject(postgresConnector), port: 5_432, config });
});

test.skipIf(!hasMysql)('a server without encryption is told by the field that does without', async () => {
  const { connector, own } = subject(mysqlConnector);
  const given = configDefaults(connector, { ...config('127.0.0.1', 3_306), ssl: 'require' });
  const about = { connection: 'db', config: given, signal: new AbortController().signal };
  const test = connector.test?.({ ...about, network: openNetwork, client: undefined });
  await expect(test).rejects.toMatchObject({
    kind: 'configuration',
    message: expect.stringContaining('`ssl: disable`'),
  });
  await own.close();
});
