import { join } from 'node:path';
import { makeDatabase } from './databases.js';
import { startBareRoute, startFlow } from './one-step.js';
import { greetAt, type Peer, type Place, type RunningPeer } from './peer.js';
import { startServer } from './processes.js';
import { startRedis } from './redis.js';
import { restate } from './restate.js';

const head = (name: string) =>
  `document: { dsl: '1.0.3', namespace: bench, name: ${name}, version: 1.0.0 }\n`;

/** A call of `log` is an effect: its outcome is on disk before the flow goes on. */
const effects = `${head('three-effects')}do:
  - first: { call: 'log:1.0.0@default', with: { message: first }, output: { as: '\${ { greeting: "Hello, \\(.name)" } }' } }
  - second: { call: 'log:1.0.0@default', with: { message: second }, output: { as: '\${ . + { length: (.greeting | length) } }' } }
  - third: { call: 'log:1.0.0@default', with: { message: third }, output: { as: '\${ . + { done: true } }' } }
`;

const script = (name: string, code: string) =>
  `  - ${name}: { run: { script: { language: js, arguments: { given: '\${ . }' }, code: '${code}' } } }\n`;

const scripts = `${head('three-scripts')}do:
${script('first', 'return { greeting: "Hello, " + given.name }')}${script(
  'second',
  'return { ...given, length: given.greeting.length }',
)}${script('third', 'return { ...given, done: true }')}`;

const journalled = 'the run, then each step, then its end';

/** An HTTP request, three steps of which each is on disk before the next one begins, the answer. */
export const threeSteps: readonly Peer[] = [
  {
    name: 'bare durable route, 3 rows',
    packages: [],
    durable: 'three rows of SQLite, one after the other',
    start: (place) => startBareRoute(place, join(place.scratch, 'rows.db'), 3),
  },
  {
    name: 'DBOS',
    packages: ['@dbos-inc/dbos-sdk'],
    durable: `${journalled}; PostgreSQL`,
    start: (place) => onPostgres(place, 'dbos'),
  },
  {
    name: 'Restate',
    packages: ['@restatedev/restate-server', '@restatedev/restate-sdk'],
    durable: `${journalled}; its own log`,
    start: restate,
  },
  {
    name: 'BullMQ',
    packages: ['bullmq', 'ioredis'],
    durable: 'each job, then its end; Redis, fsync always',
    async start(place) {
      const port = await startRedis(place);
      return atServer(await startServer(place, 'bullmq.mjs', [String(port)]));
    },
  },
  {
    name: 'graphile-worker',
    packages: ['graphile-worker'],
    durable: 'each job, then its end but for the last; PostgreSQL',
    start: (place) => onPostgres(place, 'graphile-worker'),
  },
  {
    name: 'pg-boss',
    packages: ['pg-boss'],
    durable: 'each job, then its end but for the last; PostgreSQL',
    start: (place) => onPostgres(place, 'pg-boss'),
  },
  {
    name: 'svc, SQLite',
    packages: [],
    durable: `${journalled}; SQLite`,
    start: (place) => startFlow(place, { node: process.execPath, name: 'three-effects', flow: effects }),
  },
  {
    name: 'svc, SQLite, on Node 24',
    packages: [],
    durable: `${journalled}; SQLite`,
    start: (place) => startFlow(place, { node: place.node, name: 'three-effects', flow: effects }),
  },
  {
    name: 'svc, PostgreSQL, on Node 24',
    packages: [],
    durable: `${journalled}; PostgreSQL`,
    async start(place) {
      const settings = { SVC_Database__Url: await makeDatabase(place, 'svc') };
      return startFlow(place, { node: place.node, name: 'three-effects', flow: effects, settings });
    },
  },
  {
    name: 'svc, scripts in the sandbox, on Node 24',
    packages: [],
    durable: `${journalled}; SQLite`,
    start: (place) => startFlow(place, { node: place.node, name: 'three-scripts', flow: scripts }),
  },
];

async function onPostgres(place: Place, name: string): Promise<RunningPeer> {
  const url = await makeDatabase(place, name.replaceAll('-', '_'));
  return atServer(await startServer(place, `${name}.mjs`, [url]));
}

function atServer({ port, runtime }: { port: number; runtime: string }): RunningPeer {
  return { load: greetAt(`http://127.0.0.1:${port}/greet`), runtime };
}
