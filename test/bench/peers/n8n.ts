import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { makeDatabase } from './databases.js';
import { checkAnswer, greetAt, type Peer, type Place, type RunningPeer } from './peer.js';
import { eventually, freePort, startProgram } from './processes.js';

const workflow = {
  id: 'svcBenchGreeting',
  name: 'bench',
  active: true,
  settings: { executionOrder: 'v1' },
  nodes: [
    {
      id: '1',
      name: 'Webhook',
      type: 'n8n-nodes-base.webhook',
      typeVersion: 2,
      position: [0, 0],
      webhookId: '7e4f5d0a-53a5-4c54-9a0e-6f6e2f6f2c11',
      parameters: { httpMethod: 'POST', path: 'greet', responseMode: 'lastNode', options: {} },
    },
    {
      id: '2',
      name: 'Greet',
      type: 'n8n-nodes-base.set',
      typeVersion: 3.4,
      position: [200, 0],
      parameters: {
        assignments: {
          assignments: [
            { id: '1', name: 'greeting', type: 'string', value: "={{ 'Hello, ' + $json.body.name }}" },
          ],
        },
        options: {},
      },
    },
  ],
  connections: { Webhook: { main: [[{ node: 'Greet', type: 'main', index: 0 }]] } },
};

/** Everything that n8n would send or ask for is switched off. */
const quiet = {
  N8N_DIAGNOSTICS_ENABLED: 'false',
  N8N_DIAGNOSTICS_CONFIG_FRONTEND: '',
  N8N_DIAGNOSTICS_CONFIG_BACKEND: '',
  N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
  N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
  N8N_DYNAMIC_BANNERS_ENABLED: 'false',
  N8N_TEMPLATES_ENABLED: 'false',
  N8N_PERSONALIZATION_ENABLED: 'false',
  N8N_HIRING_BANNER_ENABLED: 'false',
  N8N_COMMUNITY_PACKAGES_ENABLED: 'false',
  N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
  EXTERNAL_FRONTEND_HOOKS_URLS: '',
};

const common = { packages: ['n8n'], durable: 'the execution, PostgreSQL, at its end' };

/** n8n saves each execution by default; in PostgreSQL here, as its driver for SQLite has to be compiled. */
export const n8n: readonly Peer[] = [
  { ...common, name: 'n8n', start: (place) => start(place, 'vm') },
  { ...common, name: 'n8n, engine legacy', start: (place) => start(place, 'legacy') },
];

/** @param engine that evaluates expressions: `vm`, the default, uses isolates */
async function start(place: Place, engine: string): Promise<RunningPeer> {
  const port = await freePort();
  const {
    hostname,
    port: databasePort,
    pathname,
    username,
    password,
  } = new URL(await makeDatabase(place, `n8n_${engine}`));
  const environment = {
    ...quiet,
    N8N_USER_FOLDER: place.scratch,
    N8N_LISTEN_ADDRESS: '127.0.0.1',
    N8N_PORT: String(port),
    N8N_RUNNERS_BROKER_PORT: String(await freePort()),
    N8N_LOG_LEVEL: 'error',
    N8N_EXPRESSION_ENGINE: engine,
    DB_TYPE: 'postgresdb',
    DB_POSTGRESDB_POOL_SIZE: '20',
    N8N_DISABLED_MODULES: 'mcp-registry',
    DB_POSTGRESDB_HOST: hostname,
    DB_POSTGRESDB_PORT: databasePort || '5432',
    DB_POSTGRESDB_DATABASE: pathname.slice(1),
    DB_POSTGRESDB_USER: username,
    DB_POSTGRESDB_PASSWORD: password,
  };
  const file = join(place.scratch, 'workflow.json');
  writeFileSync(file, JSON.stringify([workflow]));
  const program = join(place.installed, 'node_modules/n8n/bin/n8n');
  const run = (...args: string[]) =>
    execa(place.node, [program, ...args], { env: environment, cwd: place.scratch, timeout: 120_000 });
  await run('import:workflow', `--input=${file}`);
  await run('publish:workflow', `--id=${workflow.id}`);
  const child = startProgram(place, [place.node, program, 'start'], environment);
  const load = greetAt(`http://127.0.0.1:${port}/webhook/greet`);
  await eventually(place, child, () => checkAnswer(load));
  return { load, runtime: 'Node 24' };
}
