import { table } from '../measure.js';
import { makeDatabase } from '../peers/databases.js';
import { calibrateDatabase, calibrateRun } from './calibration.js';
import { type Costs, type Shape, simulate } from './cluster.js';

const seconds = 2;
/** The load that grows with the cluster; triggers and parked runs are those of the installation. */
const runsPerNode = 40;
const base = {
  triggers: 100_000,
  triggerSeconds: 600,
  parked: 1_000_000,
  parkedSeconds: 3_600,
  hintsPerSecond: 0.1,
  cores: 16,
  databases: 1,
  batchMs: 0,
};

const maxNodes = 1_000;
/** The next steps, where one database is not enough. */
const variants: Record<string, Partial<Shape>> = {
  'as above': {},
  'hints 1 /s of each node': { hintsPerSecond: 1 },
  'no hints': { hintsPerSecond: 0 },
  'a transaction every 50 ms': { batchMs: 50 },
  '64 cores': { cores: 64 },
  '4 databases, 250 nodes each': { databases: 4 },
  '4 databases, every 50 ms': { databases: 4, batchMs: 50 },
};

/** Measures the costs of a run and of the database here, and simulates clusters that share one PostgreSQL. */
export async function bench(): Promise<void> {
  const costs = await calibrate();
  console.log('Measured here, in ms of a processor (`flush` and `roundTrip`: ms of waiting):\n');
  table(Object.keys(costs), [Object.values(costs).map((ms: number) => ms.toPrecision(2))]);
  const { triggers, triggerSeconds, parked, parkedSeconds, cores, hintsPerSecond } = base;
  console.log(`
${runsPerNode} runs of one task a second on each node; ${triggers} triggers, each every ${triggerSeconds / 60} minutes; ${parked}
parked runs, each for ${parkedSeconds / 60} minutes; ${hintsPerSecond} hints a second of each node; a database with ${cores} cores; seed 1.
`);
  const sized = [10, 30, 100, 300, maxNodes];
  table(
    heads('nodes'),
    sized.map((nodes) => row(String(nodes), costs, { ...base, nodes })),
  );
  console.log();
  const loads = [1, 2, 4].map((factor) => factor * runsPerNode);
  table(
    heads(`${maxNodes} nodes, runs a second of each`),
    loads.map((each) => row(String(each), costs, { ...base, nodes: maxNodes }, each)),
  );
  console.log();
  const max = 4 * runsPerNode;
  table(
    heads(`${maxNodes} nodes, ${max} runs a second of each`),
    Object.entries(variants).map(([name, change]) =>
      row(name, costs, { ...base, nodes: maxNodes, ...change }, max),
    ),
  );
  console.log(
    '\n`nodes`, `cores`, `log`: the share of the time that they work. A flush of the log covers all transactions that wait for\nit, so a busy log is no limit. Times: from the request to the commit; from a hint to its last receiver.',
  );
}

async function calibrate(): Promise<Costs> {
  const closers: (() => Promise<unknown>)[] = [];
  const place = { databases: [], onStop: (close: () => Promise<unknown>) => closers.push(close) };
  try {
    const database = await calibrateDatabase(await makeDatabase(place, 'costs'));
    return { run: await calibrateRun(await makeDatabase(place, 'run')), ...database };
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

function heads(first: string): string[] {
  const figures = ['offered /s', 'done /s', 'p50 ms', 'p99 ms', 'hint ms', 'transactions /s'];
  return [first, ...figures, 'nodes', 'cores', 'log'];
}

function row(
  name: string,
  costs: Costs,
  shape: Omit<Shape, 'runsPerSecond'>,
  perNode = runsPerNode,
): string[] {
  const found = simulate(costs, { ...shape, runsPerSecond: shape.nodes * perNode }, seconds);
  const shares = [found.nodeUse, found.coreUse, found.flushUse].map(
    (share) => `${Math.round(share * 100)} %`,
  );
  const rates = [found.offered, found.completed].map((rate) => String(Math.round(rate)));
  const times = [found.p50Ms, found.p99Ms, found.hintP50Ms].map((ms) =>
    Number.isNaN(ms) ? '-' : ms.toFixed(1),
  );
  return [name, ...rates, ...times, String(Math.round(found.transactions)), ...shares];
}
