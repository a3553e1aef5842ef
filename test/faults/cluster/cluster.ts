import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import { eventually } from '../../eventually.js';
import type { Proof, ProofOptions } from '../proof.js';
import type { Random } from '../random.js';
import { findMax, percentile, type Report } from '../report.js';
import { files, mixedOutput } from '../runs/flows.js';
import { isFinal, type Order, RunsApi, type SeenRun } from '../runs/runs-api.js';
import { StepServer } from '../runs/step-server.js';
import { Nodes } from './nodes.js';
import { getProcess } from './process-of.js';

const count = 3;
/** Longer than a lease. */
const stoppedMs = 13_000;
/** The longest time until another node serves. */
const takeOverMs = 15_000;

/** A schedule fires each second. */
const tick = `document: { dsl: '1.0.3', namespace: test, name: tick, version: '1.0.0' }
schedule: { every: { seconds: 1 } }
do:
  - say: { set: { ticked: true } }
`;

/** A flow that answers with the number of its version. */
const edited = (n: number) => `document: { dsl: '1.0.3', namespace: test, name: edited, version: '1.0.${n}' }
do:
  - say: { set: { n: ${n} } }
`;

/** Breaks nodes, the database and the network between them while runs are in progress. */
export const proof: Proof = {
  summary:
    'three nodes on PostgreSQL: kill -9, stopped nodes, restarts of the database, cut connections (100 rounds)',
  async run({ random, report, rounds = 100, hasTime }: ProofOptions) {
    let started: Nodes | undefined;
    const pids = (): number[] => started?.nodes.map(({ service: { pid = 0 } }) => pid) ?? [];
    const steps = await StepServer.start((socket) => getProcess(socket, pids()));
    const nodes = await Nodes.start(count, entities(steps.port));
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

function entities(stepPort: number): Record<string, string> {
  const { 'svc.yaml': _, ...flows } = files(stepPort);
  return {
    ...flows,
    'flows/tick.yaml': tick,
    'flows/edited.yaml': edited(0),
  };
}

class Rounds {
  readonly #api: RunsApi;
  readonly #open = new Map<string, Order>();
  readonly #counts: Record<string, number> = {};
  readonly #takeOvers: number[] = [];
  #number = 0;
  #runs = 0;
  #edits = 0;
  /** The last change that was acknowledged. */
  #edited = 0;

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
    // Members have read the change of the round before by then, or not.
    await new Promise((resolve) => setTimeout(resolve, random.whole(0, 1_500)));
    const orders = Array.from({ length: random.whole(3, 10) }, () => this.#order());
    const asking = Promise.all(orders.map((order) => this.#ask(order)));
    await new Promise((resolve) => setTimeout(resolve, random.whole(0, 900)));
    const fault = random.pick(['kill', 'kill', 'stop', 'restart', 'hang', 'cut', 'line', 'remote'] as const);
    this.#counts[fault] = (this.#counts[fault] ?? 0) + 1;
    await this.nodes.serving();
    await this.#faults[fault]?.(await this.#target());
    await asking;
    await this.#edit();
    this.#check(await this.#api.all());
  }

  /** The leader or any node, with the same chance. */
  async #target(): Promise<number> {
    const leader = await this.nodes.leader();
    this.steps.leading = this.nodes.nodes[leader]?.service.pid ?? 0;
    return leader >= 0 && this.random.whole(0, 1) === 0 ? leader : this.random.whole(0, count - 1);
  }

  /** Changes a flow through one node, and runs it through another: a change that was acknowledged counts at once. */
  async #edit(): Promise<void> {
    const n = ++this.#edits;
    const path = '/api/v1/main/flows/edited';
    const definition = parse(edited(n));
    const answer = await this.nodes.request(path, { method: 'PUT', body: JSON.stringify(definition) });
    if (!answer.ok) return;
    this.#edited = n;
    const run = await this.nodes.request(`${path}/runs`, {
      method: 'POST',
      body: '{}',
      headers: { prefer: 'wait=10' },
    });
    const { output } = (await run.json()) as { output: { n: number } | null };
    if (output?.n !== n)
      this.report.fail(`a run after the acknowledged change ${n} has the output ${JSON.stringify(output)}`);
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
    const parents: Record<string, number> = {
      child: counted('mixed'),
      loose: counted('mixed'),
    };
    for (const [flow, expected] of Object.entries(parents))
      if (counted(flow) !== expected)
        report.fail(`there are ${counted(flow)} runs of ${flow}, not ${expected}`);
    this.#check(runs);
    await this.#checkTicks();
    if (this.#edited === 0) report.fail('no change was acknowledged');
    const kept = this.nodes.committed('flows/edited.yaml');
    if (Number(/n: (\d+)/.exec(kept)?.[1]) < this.#edited)
      report.fail(`the acknowledged change ${this.#edited} is not at the remote: ${kept}`);
    if (this.steps.byOthers === 0) report.fail('no member made a call');
    const audit = await this.nodes.request('/api/v1/platform/audit/verification');
    const verdict = (await audit.json()) as { ok: boolean };
    if (!verdict.ok) report.fail(`the audit log is broken: ${JSON.stringify(verdict)}`);
  }

  figures(): void {
    const { report, steps } = this;
    for (const [fault, times] of Object.entries(this.#counts).sort())
      report.figure(names[fault] ?? fault, times);
    report.figure('runs acknowledged', this.#runs);
    report.figure('calls of runs', steps.total);
    report.figure('of them again, as their answer was not durable', steps.repeated);
    report.figure('of the calls by members', steps.byOthers);
    report.figure('changes acknowledged', this.#edited);
    report.figure('take-over, median', percentile(this.#takeOvers, 0.5), 'ms');
    report.figure('take-over, longest', findMax(this.#takeOvers), 'ms', takeOverMs);
  }

  readonly #faults: Record<string, (index: number) => Promise<void>> = {
    kill: async (index) => {
      const isLeader = index === (await this.nodes.leader());
      this.nodes.held.add(index);
      await this.nodes.nodes[index]?.service.kill();
      if (isLeader) await this.#takeOver();
      this.nodes.held.delete(index);
      await this.nodes.begin(index);
    },
    /** A stopped leader must find itself replaced when it continues, and end without a write or a call. */
    stop: async (index) => {
      const isLeader = index === (await this.nodes.leader());
      const service = this.nodes.nodes[index]?.service;
      const pid = service?.pid;
      service?.signal('SIGSTOP');
      if (service) this.nodes.silent.add(service);
      const begin = performance.now();
      if (isLeader) await this.#takeOver();
      await new Promise((resolve) =>
        setTimeout(resolve, Math.max(0, stoppedMs - (performance.now() - begin))),
      );
      service?.signal('SIGCONT');
      if (service) this.nodes.silent.delete(service);
      const isGone = async () => !isLeader || !service?.isRunning || service.pid !== pid;
      await eventually(isGone).catch(() =>
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

  /** Waits for an answer that only a leader gives. */
  async #takeOver(): Promise<void> {
    const begin = performance.now();
    await this.nodes.request('/api/v1/main/runs?limit=1');
    this.#takeOvers.push(performance.now() - begin);
    this.steps.leading = this.nodes.nodes[await this.nodes.leader()]?.service.pid ?? 0;
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
    const flow = this.random.pick(['mixed', 'mixed', 'mixed', 'mixed', 'parked']);
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
