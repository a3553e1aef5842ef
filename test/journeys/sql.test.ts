import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import mysql from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../schemas/json/types.js';
import { RealService } from '../api/identity/real-service.js';
import { connectClient, type Reached } from '../api/mcp/clients.js';
import { svc, temporaryFolder } from '../cli/test-io.js';
import { type EngineName, findMysql, findPostgres } from '../controller/connectors/sql/databases.js';
import { removeFolder } from '../remove-folder.js';
import { installPackage, isBuilt } from './packed.js';
import { ServiceProcess } from './service-process.js';

type Environment = 'staging' | undefined;

const [hasPostgres, hasMysql] = await Promise.all([findPostgres(), findMysql()]);
const engines: EngineName[] = [
  'sqlite',
  ...(hasPostgres ? (['postgres'] as const) : []),
  ...(hasMysql ? (['mysql'] as const) : []),
];
const schemas = [`svc_flow_${process.pid}`, `svc_flow_staging_${process.pid}`] as const;
const config: Record<EngineName, readonly [string, string]> = {
  sqlite: ['file: stock.db, create: true', 'file: staging.db'],
  postgres: [
    `host: 127.0.0.1, database: test, user: root, ssl: disable, schema: ${schemas[0]}`,
    `schema: ${schemas[1]}`,
  ],
  mysql: [`host: 127.0.0.1, database: ${schemas[0]}, user: root, ssl: disable`, `database: ${schemas[1]}`],
};

const flow = (name: string, tasks: string) =>
  `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0' }\n${tasks}`;

const files = (engine: EngineName): Record<string, string> => ({
  'connections/stock.yaml': `kind: connection\nname: stock\nconnector: ${engine}\nconfig: { ${config[engine][0]} }\n`,
  'environments/staging.yaml': `kind: environment
name: staging
connections: { stock: { config: { ${config[engine][1]} } } }
`,
  'flows/execute.yaml': flow(
    'execute',
    'do:\n  - execute: { call: stock.execute, with: { sql: "${ .sql }" } }\n',
  ),
  'flows/low-stock.yaml': flow(
    'low-stock',
    `input:
  schema:
    document: { type: object, required: [least], properties: { least: { type: integer } } }
do:
  - read:
      call: stock.query
      with:
        sql: select name, quantity from item where quantity < :least order by name
        parameters: { least: '\${ .least }' }
  - name: { set: { low: '\${ [.rows[] | .name] }' } }
`,
  ),
});

const parameters = { least: 5 };
const inProduction = { low: ['Earl Grey', "O'Sulloc"] };
const inStaging = { low: ['Test tea'] };

function write(folder: string, engine: EngineName): void {
  for (const [path, content] of Object.entries(files(engine))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

async function runOverRest({ url, apiKey }: Reached, name: string, input: JsonObject, env: Environment) {
  const query = env === undefined ? '' : `?env=${env}`;
  const answer = await fetch(`${url}/api/v1/live/flows/${name}/runs${query}`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
  const run = (await answer.json()) as { status?: string; output?: JsonObject; error?: JsonObject };
  expect({ status: run.status, error: run.error ?? null }).toEqual({ status: 'completed', error: null });
  return run.output;
}

/** Databases of MySQL are there before a connection opens. */
async function inMysql(...statements: string[]): Promise<void> {
  const client = await mysql.createConnection({ host: '127.0.0.1', user: 'root' });
  for (const sql of statements) await client.query(sql);
  await client.end();
}

/** Fills the databases of production and `staging` through a flow. */
async function fill(service: Reached, engine: EngineName): Promise<void> {
  const items = {
    production: `('Earl Grey', 3), ('O''Sulloc', 1), ('Sencha', 12)`,
    staging: `('Test tea', 0)`,
  };
  for (const [index, env] of ([undefined, 'staging'] as const).entries()) {
    const execute = (sql: string) => runOverRest(service, 'execute', { sql }, env);
    if (engine === 'postgres') await execute(`create schema ${schemas[index]}`);
    await execute('create table item (name varchar(100) primary key, quantity integer not null)');
    await execute(`insert into item values ${items[env ?? 'production']}`);
  }
}

async function dropAll(service: Reached, engine: EngineName): Promise<void> {
  if (engine === 'sqlite') return;
  if (engine === 'mysql') return inMysql(`drop database ${schemas[0]}`, `drop database ${schemas[1]}`);
  await runOverRest(service, 'execute', { sql: `drop schema ${schemas.join(', ')} cascade` }, undefined);
}

describe.each(engines)('a flow that queries a database (%s)', (engine) => {
  let service: RealService;
  let reached: Reached;

  beforeAll(async () => {
    if (engine === 'mysql') await inMysql(`create database ${schemas[0]}`, `create database ${schemas[1]}`);
    service = await RealService.start(files(engine));
    const url = await service.app.listen({ port: 0, host: '127.0.0.1' });
    reached = { url, apiKey: service.adminKey };
    await fill(reached, engine);
  });
  afterAll(async () => {
    await dropAll(reached, engine);
    await service.remove();
  });

  const surfaces: Record<string, (env: Environment) => Promise<unknown>> = {
    REST: (env) => runOverRest(reached, 'low-stock', parameters, env),
    GraphQL: async (env) => {
      const query = `mutation ($parameters: JSON, $env: String) {
        runFlow(branch: "live", flow: "low-stock", parameters: $parameters, env: $env) { status output } }`;
      const answer = await service.call('POST', '/graphql', { query, variables: { parameters, env } });
      expect(answer.json()).toMatchObject({ data: { runFlow: { status: 'completed' } } });
      return answer.json().data.runFlow.output;
    },
    MCP: async (env) => {
      const client = await connectClient(reached, 'auto');
      const input = { flow: 'low-stock', parameters, ...(env ? { env } : {}) };
      const { structuredContent } = await client.callTool({ name: 'run-flow', arguments: input });
      expect(structuredContent).toMatchObject({ status: 'completed' });
      return (structuredContent as JsonObject)['output'];
    },
    'the command line': async (env) => {
      const args = ['run-flow', 'low-stock', '-p', 'least=5', '--server', reached.url];
      const more = env === undefined ? [] : ['--env', env];
      const given = { env: { SVC_API_KEY: reached.apiKey } };
      const { exitCode, stdout, stderr } = await svc(temporaryFolder(), [...args, ...more], given);
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      return JSON.parse(stdout);
    },
  };

  test.each(Object.keys(surfaces))('gets the rows of the environment it runs in, over %s', async (name) => {
    const run = surfaces[name];
    expect(await run?.(undefined)).toEqual(inProduction);
    expect(await run?.('staging')).toEqual(inStaging);
  });
});

describe.skipIf(!isBuilt && process.env['CI'] === undefined)('the packed svc', () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-packed-'));
  let installed: ServiceProcess;
  let program = '';

  beforeAll(async () => {
    program = await installPackage(folder);
  });
  afterAll(async () => {
    await installed.dispose();
    removeFolder(folder);
  });

  // SQLite runs in a separate process, whose file is found beside the calling code.
  test('queries a database in each environment', async () => {
    installed = new ServiceProcess([process.execPath, program]);
    write(installed.directory, 'sqlite');
    await installed.start();
    await fill(installed, 'sqlite');
    const asked = async (...more: string[]) => {
      const { exitCode, stdout } = await installed.cli(['run-flow', 'low-stock', '-p', 'least=5', ...more]);
      expect(exitCode).toBe(0);
      return JSON.parse(stdout);
    };
    expect(await runOverRest(installed, 'low-stock', parameters, undefined)).toEqual(inProduction);
    expect(await asked('--env', 'staging')).toEqual(inStaging);
    await installed.stop();
    expect(await asked()).toEqual(inProduction);
  });
});
