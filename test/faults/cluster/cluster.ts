import { isDeepStrictEqual } from 'node:util';
import { eventually } from '../../eventually.js';
import type { Proof, ProofOptions } from '../proof.js';
import type { Random } from '../random.js';
import { largest, percentile, type Report } from '../report.js';
import { mixedOutput } from '../runs/flows.js';
import { isFinal, type Order, RunsApi, type SeenRun } from '../runs/runs-api.js';
import { StepServer } from '../runs/step-server.js';
import { Nodes } from './nodes.js';
import { processOf } from './process-of.js';

const count = 3;
/** Longer than a lease. */
const stoppedMs = 13_000;
/** The longest time until another node serves. */
const takeOverMs = 15_000;

/** Breaks nodes, the database and the network between them while runs are in progress. */
export const proof: Proof = {
  summary:
    'three nodes on PostgreSQL: kill -9, stopped nodes, restarts of the database, cut connections (100 rounds)',
  async run({ random, report, rounds = 100, hasTime }: ProofOptions) {
    let started: Nodes | undefined;
    const pids = (): number[] => started?.nodes.map(({ service: { pid = 0 } }) => pid) ?? [];
    const steps = await StepServer.start((socket) => processOf(socket, pids()));
    const nodes = await Nodes.start(count, steps.port);
    started = nodes;
    const rounding = new Rounds(nodes, steps, random, report);
    try {
      let done = 0;
      for (; done < rounds && hasTime(); done++) {
        await rounding.round();
        if (done % 10 === 9) report.progress(`${done + 1} of ${rounds} rounds`);
      }
      await rounding.drain();
      report.figure('rounds', done);
      rounding.figures();
    } catch (error) {
      for (const { service } of nodes.nodes)
        report.progress(`A node wrote:\n${service.output.slice(-3_000)}`);
      throw error;
    } finally {
      await nodes.dispose();
      steps.stop();
    }
  },
};

class Rounds {
  readonly #api: RunsApi;
  readonly #open = new Map<string, Order>();
  readonly #counts: Record<string, number> = {};
  readonly #takeOvers: number[] = [];
  #number = 0;
  #runs = 0;

  constructor(
    private readonly nodes: Nodes,
    private readonly steps: StepServer,
    private readonly random: Random,
    private readonly report: Report,
  ) {
    this.#api = new RunsApi(nodes, 'main');
  }

  async round(): Promise<void> {
    const { random } = this;
    const orders = Array.from({ length: random.whole(3, 10) }, () => this.#order());
    const asking = Promise.all(orders.map((order) => this.#ask(order)));
    await new Promise((resolve) => setTimeout(resolve, random.whole(0, 900)));
    const fault = random.pick(['kill', 'kill', 'stop', 'restart', 'hang', 'cut', 'line', 'remote'] as const);
    this.#counts[fault] = (this.#counts[fault] ?? 0) + 1;
    await this.#faults[fault]?.(await this.nodes.serving());
    await asking;
    this.#check(await this.#api.all());
  }

  async drain(): Promise<void> {
    const { report } = this;
    const runs = await eventually(async () => {
      const found = await this.#api.all();
      return [...this.#open.keys()].every((id) => isEnded(found.get(id))) && found;
    }, 90_000).catch(() => this.#api.all());
    for (const [id, order] of this.#open) {
      const run = runs.get(id);
      if (run?.status === 'completed' && isDeepStrictEqual(run.output, order.output)) continue;
      report.fail(`the run ${id} of ${order.flow} ended as ${JSON.stringify(run)}`);
    }
    const counted = (flow: string): number => [...runs.values()].filter((run) => run.flow === flow).length;
    for (const flow of ['child', 'loose'])
      if (counted(flow) !== counted('mixed'))
        report.fail(`there are ${counted(flow)} runs of ${flow} for ${counted('mixed')} runs of mixed`);
    this.#check(runs);
    await this.#checkTicks();
  }

  figures(): void {
    const { report, steps } = this;
    for (const [fault, times] of Object.entries(this.#counts).sort())
      report.figure(names[fault] ?? fault, times);
    report.figure('runs acknowledged', this.#runs);
    report.figure('calls of runs', steps.total);
    report.figure('of them again, as their answer was not durable', steps.repeated);
    report.figure('take-over, median', percentile(this.#takeOvers, 0.5), 'ms');
    report.figure('take-over, longest', largest(this.#takeOvers), 'ms', takeOverMs);
  }

  readonly #faults: Record<string, (index: number) => Promise<void>> = {
    kill: async (index) => {
      this.nodes.held.add(index);
      await this.nodes.nodes[index]?.service.kill();
      await this.#takeOver();
      this.nodes.held.delete(index);
      await this.nodes.begin(index);
    },
    /** The stopped node must find itself replaced when it continues, and end without a write or a call. */
    stop: async (index) => {
      const service = this.nodes.nodes[index]?.service;
      const pid = service?.pid;
      service?.signal('SIGSTOP');
      const begin = performance.now();
      await this.#takeOver(index);
      await new Promise((resolve) =>
        setTimeout(resolve, Math.max(0, stoppedMs - (performance.now() - begin))),
      );
      service?.signal('SIGCONT');
      await eventually(async () => !service?.isRunning || service.pid !== pid).catch(() =>
        this.report.fail('a node that was replaced while it was stopped did not end'),
      );
      await this.nodes.serving();
    },
    restart: async () => {
      await this.nodes.database.crash();
      await this.nodes.database.start();
    },
    hang: async () => {
      this.nodes.database.hang();
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      this.nodes.database.goOn();
    },
    cut: async () => {
      await this.nodes.database.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname is not null',
      );
    },
    /** Shorter or longer than a lease: the node continues, or another one takes over. */
    line: async (index) => {
      const node = this.nodes.nodes[index];
      const ms = this.random.pick([2_000, 14_000]);
      node?.line.cut();
      await new Promise((resolve) => setTimeout(resolve, ms));
      node?.line.mend();
      await this.nodes.serving();
    },
    remote: async () => {
      const show = this.nodes.hideRepository();
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      show();
    },
  };

  async #takeOver(stopped = -1): Promise<void> {
    const begin = performance.now();
    while ((await this.nodes.serving()) === stopped) await new Promise((resolve) => setTimeout(resolve, 50));
    this.#takeOvers.push(performance.now() - begin);
  }

  async #ask(order: Order): Promise<void> {
    const { id } = await this.#api.start(order);
    this.#open.set(id, order);
    this.#runs += 1;
  }

  #check(runs: ReadonlyMap<string, unknown>): void {
    for (const [id, { flow }] of this.#open)
      if (!runs.has(id)) this.report.fail(`the acknowledged run ${id} of ${flow} is lost`);
    for (const path of this.steps.doneAgain.splice(0))
      this.report.fail(`the call ${path} was repeated although its answer was durable`);
  }

  /** Each time of the schedule has one run at most. */
  async #checkTicks(): Promise<void> {
    const [found = {}] = await this.nodes.database.query(
      `select count(*)::int as times, count(distinct run_id)::int as distinct,
         (select count(*)::int from runs where flow = 'tick') as runs
       from occurrences where run_id is not null and trigger_id like '%tick%'`,
    );
    const { times, distinct, runs } = found as Record<'times' | 'distinct' | 'runs', number>;
    this.report.figure('times of a schedule', times);
    if (times !== distinct || times !== runs)
      this.report.fail(`${times} times of the schedule have ${distinct} runs of ${runs}`);
    if (times === 0) this.report.fail('the schedule never fired');
  }

  #order(): Order {
    const n = ++this.#number;
    const flow = this.random.pick(['mixed', 'mixed', 'mixed', 'parked']);
    return { flow, input: { n }, output: flow === 'mixed' ? mixedOutput(n) : { n } };
  }
}

function isEnded(run: SeenRun | undefined): boolean {
  return run !== undefined && isFinal(run);
}

const names: Record<string, string> = {
  kill: 'nodes killed',
  stop: 'nodes stopped for longer than a lease',
  restart: 'crashes of the database',
  hang: 'times the database hung',
  cut: 'times all connections were ended',
  line: 'times a node lost the network to the database',
  remote: 'times the repository was away',
};
