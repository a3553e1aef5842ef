import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startBuiltService } from '../built-service.js';
import { startChild } from '../child.js';
import { oneTask } from '../runs.js';
import { n8n } from './n8n.js';
import { nodeRed } from './node-red.js';
import { greetAt, type Peer, type Place, type RunningPeer } from './peer.js';
import { ended } from './processes.js';

/** An HTTP request, one step that builds the greeting, the answer. */
export const oneStep: readonly Peer[] = [
  {
    name: 'bare Fastify route',
    packages: [],
    durable: 'nothing',
    start: (place) => startBareRoute(place, '', 0),
  },
  {
    name: 'bare durable route',
    packages: [],
    durable: 'a row of SQLite, group commit',
    start: (place) => startBareRoute(place, join(place.scratch, 'rows.db'), 1),
  },
  nodeRed,
  ...n8n,
  {
    name: 'svc',
    packages: [],
    durable: 'the run and its journal, SQLite',
    start: (place) => startSvc(place, process.execPath),
  },
  {
    name: 'svc on Node 24',
    packages: [],
    durable: 'the run and its journal, SQLite',
    start: (place) => startSvc(place, place.node),
  },
];

/** @param rows written one after the other for each request */
export async function startBareRoute(place: Place, file: string, rows = 1): Promise<RunningPeer> {
  const { child, message } = await startChild<{ port: number }>('./bare-route.ts', [
    file,
    'http://127.0.0.1',
    String(rows),
  ]);
  place.processes.push(child.pid ?? 0);
  place.onStop(() => ended(child));
  return {
    load: greetAt(`http://127.0.0.1:${message.port}/greet`),
    runtime: `Node ${process.versions.node}`,
  };
}

async function startSvc(place: Place, node: string): Promise<RunningPeer> {
  return startFlow(place, { node, name: 'one-task', flow: oneTask });
}

/** Starts the built svc with one flow. */
export async function startFlow(
  place: Place,
  given: { node: string; name: string; flow: string; settings?: Record<string, string> },
): Promise<RunningPeer> {
  const { node, name, flow, settings = {} } = given;
  const folder = join(place.scratch, 'config');
  mkdirSync(folder);
  writeFileSync(join(folder, `${name}.yaml`), flow);
  const svc = await startBuiltService(folder, { node, settings });
  place.processes.push(svc.child.pid ?? 0);
  place.onStop(() => ended(svc.child));
  return {
    load: greetAt(`${svc.url}/api/v1/live/flows/${name}/runs`, { 'x-api-key': svc.apiKey }),
    runtime: node === process.execPath ? `Node ${process.versions.node}` : 'Node 24',
  };
}
