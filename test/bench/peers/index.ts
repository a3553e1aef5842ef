import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../../remove-folder.js';
import { median, table } from '../measure.js';
import { describePostgres } from './databases.js';
import { getVersion, install } from './installation.js';
import { processorMs } from './meter.js';
import { oneStep } from './one-step.js';
import { checkAnswer, type Peer, type Place, type RunningPeer } from './peer.js';
import { threeSteps } from './three-steps.js';
import { Turns } from './turns.js';

const rounds = 3;
/** The numbers of connections with which each part is measured. */
const connections = { 'one step': [1, 10, 64], 'three durable steps': [1, 64] };
type Part = keyof typeof connections;
const seconds = 2;
const only = (process.env['SVC_BENCH_ONLY'] ?? '').split(',');

interface Started extends RunningPeer {
  readonly peer: Peer;
  readonly version: string;
  readonly place: Place;
  readonly turns: readonly Turns[];
  /** ms of a processor for a request, of the turns with the most connections. */
  readonly costs: number[];
}

/** Measures svc beside other programs that do the same work; all run at once and take turns. */
export async function bench(): Promise<void> {
  const postgres = await describePostgres().catch((error: Error) => `no PostgreSQL: ${error.message}`);
  console.log(`Node ${process.versions.node}, ${postgres}\n`);
  await part('one step', oneStep);
  await part('three durable steps', threeSteps);
}

async function part(title: Part, peers: readonly Peer[]): Promise<void> {
  const wanted = peers.filter(({ name }) => only.some((part) => `${title}: ${name}`.includes(part)));
  if (wanted.length === 0) return;
  const refused: string[] = [];
  const started: Started[] = [];
  const closers: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const each of closers.splice(0).reverse()) await each();
  };
  const interrupt = (): void => void close().then(() => process.exit(130));
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    for (const peer of wanted) {
      try {
        started.push(await start(peer, connections[title], closers));
      } catch (error) {
        refused.push(`${peer.name} is not measured: ${(error as Error).message}`);
      }
    }
    for (const { turns } of started) for (const each of turns) await each.warmUp();
    for (let round = 0; round < rounds; round++)
      for (const index of connections[title].keys()) for (const each of started) await takeTurn(each, index);
    print(title, started);
    for (const line of refused) console.log(line);
    console.log();
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    await close();
  }
}

async function takeTurn({ place, turns, costs }: Started, index: number): Promise<void> {
  const before = await processorMs(place);
  const turn = await turns[index]?.take();
  if (turn && index === turns.length - 1) costs.push(((await processorMs(place)) - before) / turn.requests);
}

async function start(
  peer: Peer,
  connections: readonly number[],
  closers: (() => Promise<unknown>)[],
): Promise<Started> {
  const runtime = await install(['node24']);
  const installed = peer.packages.length > 0 ? await install(peer.packages) : runtime;
  const scratch = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  closers.push(async () => removeFolder(scratch));
  const place: Place = {
    installed,
    scratch,
    node: join(runtime, 'node_modules/node24/bin/node'),
    processes: [],
    databases: [],
    onStop: (close) => closers.push(close),
  };
  const running = await peer.start(place);
  await checkAnswer(running.load);
  const version = getVersion(installed, peer.packages[0]);
  const turns = connections.map((number) => new Turns(running.load, number, seconds));
  return { ...running, peer, version, place, turns, costs: [] };
}

function print(title: Part, started: readonly Started[]): void {
  const rows = started.map(({ peer, version, runtime, turns, costs }) => [
    version === '' ? peer.name : `${peer.name} ${version}`,
    runtime,
    ...turns.flatMap(getFigures),
    median(costs).toFixed(2),
    peer.durable,
  ]);
  const heads = connections[title].flatMap((number) => [`${number} conn. /s`, 'range', 'p99 ms']);
  table([title, 'on', ...heads, 'processor ms', 'on disk at the answer'], rows);
}

function getFigures({ done }: Turns): string[] {
  const perSecond = done.map((turn) => turn.perSecond);
  const range = [Math.min(...perSecond), Math.max(...perSecond)].map(shown).join('-');
  return [shown(median(perSecond)), range, String(median(done.map(({ p99Ms }) => p99Ms)))];
}

function shown(rate: number): string {
  return rate < 10 ? rate.toFixed(1) : String(Math.round(rate));
}
