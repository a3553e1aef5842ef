import { Events } from './events.js';
import { Random } from './random.js';
import { Flushes, Lock, Servers } from './stations.js';

/** Measured costs, in ms: of a processor unless another thing is named. */
export interface Costs {
  /** A run on the event loop of its node. */
  readonly run: number;
  /** A transaction without rows. */
  readonly transaction: number;
  /** Each row that a transaction writes. */
  readonly row: number;
  /** The wait until the log of the database is on disk. */
  readonly flush: number;
  /** The way to the database and back. */
  readonly roundTrip: number;
  /** The renewal of the lease of a node. */
  readonly renewal: number;
  /** Finding and locking a parked run, or a job, that is due. */
  readonly wake: number;
  /** Sending a notification, and each receiver of it. */
  readonly notify: number;
  readonly listener: number;
}

export interface Shape {
  readonly nodes: number;
  /** Runs that callers start, of all nodes. */
  readonly runsPerSecond: number;
  /** Triggers, each of which starts a run in this time. */
  readonly triggers: number;
  readonly triggerSeconds: number;
  /** Parked runs, and the mean time that one is parked. */
  readonly parked: number;
  readonly parkedSeconds: number;
  /** Notifications that each node sends. */
  readonly hintsPerSecond: number;
  /** Cores of each database. */
  readonly cores: number;
  /** Databases, each for its share of the nodes. */
  readonly databases: number;
  /** The shortest time between the beginnings of two transactions of a node. */
  readonly batchMs: number;
}

export interface Figures {
  readonly offered: number;
  readonly completed: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** From the sending of a hint until all its receivers have it. */
  readonly hintP50Ms: number;
  readonly transactions: number;
  readonly rows: number;
  /** Shares of the time that is available. */
  readonly nodeUse: number;
  readonly coreUse: number;
  readonly flushUse: number;
}

/** Rows of a run without effects: its own and its journal's. */
const rowsOfRun = 2;
/** Rows that a job of the queue writes: added, locked, removed. */
const rowsOfJob = 3;
const renewEveryMs = 3_000;
/** As in `PostgresCommit`. */
const maxUnits = 2_000;

/** Simulates a cluster for some seconds, after one that is not counted. */
export function simulate(costs: Costs, shape: Shape, seconds: number, seed = 1): Figures {
  const cluster = new Cluster(costs, shape, new Random(seed));
  cluster.events.run(1_000);
  cluster.beginCounting();
  cluster.events.run(1_000 + seconds * 1_000);
  return cluster.figures(seconds);
}

class Database {
  readonly cores: Servers;
  readonly log: Flushes;
  readonly notifications = new Lock();

  constructor(events: Events, { flush }: Costs, { cores }: Shape) {
    this.cores = new Servers(events, cores);
    this.log = new Flushes(events, flush);
  }

  commit(ms: number, done: () => void): void {
    this.cores.serve(ms, () => this.log.flush(done));
  }
}

interface Unit {
  readonly rows: number;
  /** Work of the database beside the rows. */
  readonly extraMs: number;
  readonly beganAt: number;
}

class Cluster {
  readonly events = new Events();
  readonly databases: readonly Database[];
  readonly nodes: readonly Node[];
  readonly latencies: number[] = [];
  readonly hints: number[] = [];
  transactions = 0;
  rows = 0;
  offered = 0;
  #before = { node: 0, core: 0, flush: 0 };

  constructor(
    readonly costs: Costs,
    readonly shape: Shape,
    readonly random: Random,
  ) {
    const { nodes, databases, triggers, triggerSeconds, parked, parkedSeconds } = shape;
    this.databases = Array.from({ length: databases }, () => new Database(this.events, costs, shape));
    this.nodes = Array.from({ length: nodes }, (_, index) => {
      return new Node(this, this.databases[index % databases] as Database);
    });
    this.#arrive(shape.runsPerSecond, { rows: rowsOfRun, extraMs: 0 });
    const jobRows = rowsOfRun + rowsOfJob;
    // A trigger also records the occurrence.
    this.#arrive(triggers / triggerSeconds, { rows: jobRows + 1, extraMs: costs.wake });
    this.#arrive(parked / parkedSeconds, { rows: jobRows, extraMs: 2 * costs.wake });
    for (const node of this.nodes) node.beginUpkeep();
  }

  beginCounting(): void {
    this.latencies.length = 0;
    this.hints.length = 0;
    this.transactions = 0;
    this.rows = 0;
    this.offered = 0;
    this.#before = this.#busy();
  }

  figures(seconds: number): Figures {
    const { latencies, hints, shape } = this;
    const busy = this.#busy();
    const ms = seconds * 1_000;
    for (const times of [latencies, hints]) times.sort((one, other) => one - other);
    return {
      offered: this.offered / seconds,
      completed: latencies.length / seconds,
      p50Ms: latencies[Math.floor(latencies.length / 2)] ?? Number.NaN,
      p99Ms: latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN,
      hintP50Ms: hints[Math.floor(hints.length / 2)] ?? Number.NaN,
      transactions: this.transactions / seconds,
      rows: this.rows / seconds,
      nodeUse: (busy.node - this.#before.node) / ms / shape.nodes,
      coreUse: (busy.core - this.#before.core) / ms / (shape.cores * shape.databases),
      flushUse: (busy.flush - this.#before.flush) / ms / shape.databases,
    };
  }

  #arrive(perSecond: number, unit: Omit<Unit, 'beganAt'>): void {
    if (perSecond === 0) return;
    const next = (): void => {
      this.offered++;
      this.nodes[this.random.below(this.nodes.length)]?.run({ ...unit, beganAt: this.events.now });
      this.events.after(this.random.exponential(1_000 / perSecond), next);
    };
    this.events.after(this.random.exponential(1_000 / perSecond), next);
  }

  #busy(): { node: number; core: number; flush: number } {
    const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
    return {
      node: sum(this.nodes.map(({ loop }) => loop.busyMs)),
      core: sum(this.databases.map(({ cores }) => cores.busyMs)),
      flush: sum(this.databases.map(({ log }) => log.busyMs)),
    };
  }
}

/** Executes runs on one event loop, and writes what has ended meanwhile in one transaction at a time. */
class Node {
  readonly loop: Servers;
  #waiting: Unit[] = [];
  #isWriting = false;
  #beganAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly cluster: Cluster,
    private readonly database: Database,
  ) {
    this.loop = new Servers(cluster.events, 1);
  }

  run(unit: Unit): void {
    const { random, costs } = this.cluster;
    this.loop.serve(random.exponential(costs.run), () => {
      this.#waiting.push(unit);
      if (!this.#isWriting) this.#write();
    });
  }

  /** Lease and hints, at times that differ between the nodes. */
  beginUpkeep(): void {
    const { events, random, costs, shape } = this.cluster;
    const renew = (): void => {
      this.database.commit(costs.renewal, () => {});
      events.after(renewEveryMs, renew);
    };
    events.after(random.next() * renewEveryMs, renew);
    if (shape.hintsPerSecond === 0) return;
    const hint = (): void => {
      this.#hint();
      events.after(random.exponential(1_000 / shape.hintsPerSecond), hint);
    };
    events.after(random.exponential(1_000 / shape.hintsPerSecond), hint);
  }

  /** A transaction that notifies holds a lock of the whole server until it is on disk; then its receivers work. */
  #hint(): void {
    const { events, costs, shape, hints } = this.cluster;
    const { cores, notifications } = this.database;
    const wanted = events.now;
    const receivers = Math.ceil(shape.nodes / shape.databases);
    const parts = Math.min(receivers, shape.cores);
    notifications.take(() => {
      this.database.commit(costs.transaction + costs.notify, () => {
        notifications.release();
        let left = parts;
        for (let part = 0; part < parts; part++)
          cores.serve((receivers * costs.listener) / parts, () => {
            if (--left === 0) hints.push(events.now - wanted);
          });
      });
    });
  }

  #write(): void {
    const { events, costs, shape } = this.cluster;
    this.#isWriting = true;
    const pause = this.#beganAt + shape.batchMs - events.now;
    if (pause > 0) {
      events.after(pause, () => this.#write());
      return;
    }
    this.#beganAt = events.now;
    const units = this.#waiting.splice(0, maxUnits);
    let ms = costs.transaction;
    for (const { rows, extraMs } of units) {
      ms += rows * costs.row + extraMs;
      this.cluster.rows += rows;
    }
    this.cluster.transactions++;
    events.after(costs.roundTrip, () => this.database.commit(ms, () => this.#written(units)));
  }

  #written(units: readonly Unit[]): void {
    const { events, latencies } = this.cluster;
    for (const { beganAt } of units) latencies.push(events.now - beganAt);
    if (this.#waiting.length > 0) this.#write();
    else this.#isWriting = false;
  }
}
