import { isDeepStrictEqual } from 'node:util';
import type { Random } from '../random.js';
import type { Report } from '../report.js';
import { RunsApi, type SeenRun } from '../runs/runs-api.js';
import { type Errand, inside } from './errand.js';
import type { Armed, Path } from './path.js';
import { type AnsweredService, innocentOutput, innocents } from './service.js';
import { deliver } from './webhooks.js';

/** Seconds in which each run of a round has to end: its calls end after one. */
const endsWithin = 30;
/** The kinds of errors that all servers can cause. */
const ofServers = ['communication', 'timeout'];
/**
 * A busy machine may be late with an answer, and may use a connection before it hears that the last fault has closed it: so often a
 * run that should complete is started again.
 */
const maxLate = 10;

/** Rounds of faults on one service, which must stay up. */
export class Rounds {
  readonly counts = {
    runs: 0,
    completed: 0,
    faulted: 0,
    late: 0,
    innocents: 0,
    errands: 0,
    deliveries: 0,
    accepted: 0,
  };
  /** Faults that were met on each path. */
  readonly met = new Map<string, Set<string>>();
  readonly #api: RunsApi;
  readonly #pid: number | undefined;
  /** The deliveries by their numbers: true for those that were accepted. */
  readonly #delivered = new Map<number, boolean>();
  #number = 0;

  constructor(
    private readonly target: AnsweredService,
    private readonly paths: readonly Path[],
    private readonly errands: readonly Errand[],
    private readonly report: Report,
  ) {
    this.#api = new RunsApi(target.service, target.branch);
    this.#pid = target.service.pid;
  }

  async run(random: Random): Promise<void> {
    const chosen = random.shuffled(this.paths).slice(0, random.whole(2, 5));
    await Promise.all([
      ...chosen.map((path, part) => this.#goes(path, random.fork(part))),
      ...innocents.map((name) => this.#innocent(name)),
      this.#delivers(random.fork(100)),
      ...this.errands.map((errand, part) => this.#performs(errand, random.fork(200 + part))),
    ]);
    const { service } = this.target;
    if (service.pid !== this.#pid || !service.isRunning) {
      this.report.fail(`the process ended:\n${service.output.slice(-3_000)}`);
    }
  }

  /** Checks that each delivery that was accepted has its run, and no other one has. */
  async finish(): Promise<void> {
    const runs = [...(await this.#api.all()).values()].filter(({ flow }) => flow === 'hook');
    const numbers = new Set(runs.map(({ output }) => (output as { n?: number } | null)?.n));
    for (const [n, isAccepted] of this.#delivered)
      if (numbers.has(n) !== isAccepted)
        this.report.fail(
          `delivery ${n} was ${isAccepted ? 'accepted and has no run' : 'refused and has a run'}`,
        );
    const unfinished = runs.filter(({ status }) => status !== 'completed');
    for (const run of unfinished) this.report.fail(`the run ${run.id} of a delivery ended as ${shown(run)}`);
  }

  async #goes(path: Path, random: Random): Promise<void> {
    for (let late = 0; ; late++) {
      // The same choices each time.
      const armed = path.arm(random.fork(0));
      this.counts.runs += 1;
      const run = await this.#ended(path.name);
      const wrong = findWrong(run, armed);
      const isExcused = getKind(run) === 'timeout' || (!armed.isMet && getKind(run) === 'communication');
      const isLate = armed.end === 'completed' && isExcused && late < maxLate;
      const met = this.met.get(path.name) ?? new Set();
      this.met.set(path.name, armed.isMet ? met.add(armed.fault) : met);
      path.disarm();
      this.counts[run.status === 'completed' ? 'completed' : 'faulted'] += 1;
      if (isLate) this.counts.late += 1;
      else {
        if (wrong) this.report.fail(`${path.name}, the server ${armed.fault}: ${wrong}`);
        return;
      }
    }
  }

  async #performs(errand: Errand, random: Random): Promise<void> {
    if (random.next() >= errand.share) return;
    const { fault, wrong } = await errand.perform(this.target, random);
    this.counts.errands += 1;
    this.met.set(errand.name, (this.met.get(errand.name) ?? new Set()).add(fault));
    if (wrong) this.report.fail(`${errand.name}, the server ${fault}: ${wrong}`);
  }

  async #innocent(name: (typeof innocents)[number]): Promise<void> {
    this.counts.innocents += 1;
    const run = await this.#ended(name);
    const { n } = run;
    if (run.status !== 'completed' || !isDeepStrictEqual(run.output, innocentOutput(name, n)))
      this.report.fail(`the innocent run ${run.id} of ${name} ended as ${shown(run)}`);
  }

  async #ended(flow: string): Promise<SeenRun & { n: number }> {
    const n = ++this.#number;
    const run = await this.#api.start({ flow, input: { n }, output: null }, endsWithin);
    return { ...run, n };
  }

  async #delivers(random: Random): Promise<void> {
    const n = ++this.#number;
    this.counts.deliveries += 1;
    const { fault, end, answer } = await deliver(this.target.port, this.target.branch, n, random);
    const status = Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);
    if (status === 202) this.counts.accepted += 1;
    if (status === 202 || end === 'refused') this.#delivered.set(n, status === 202);
    if ((end !== 'either' && (status === 202) !== (end === 'accepted')) || status >= 500)
      this.report.fail(`a sender that ${fault} was answered ${status}: ${answer.slice(0, 300)}`);
  }
}

/** Returns what is wrong about the end of a run. */
function findWrong(run: SeenRun, { end, output, errors = [] }: Armed): string | undefined {
  if (run.status !== 'completed' && run.status !== 'faulted') return `the run is ${run.status}`;
  if (end !== 'either' && run.status !== end) return `the run ended as ${shown(run)}`;
  if (run.status === 'completed')
    return output === undefined || isDeepStrictEqual(run.output, output)
      ? undefined
      : `the output is ${shown(run)}`;
  if (![...ofServers, ...errors].includes(getKind(run))) return `the error is of another kind: ${shown(run)}`;
  const { detail = '' } = run.error as { detail?: string };
  return detail === '' || inside.test(JSON.stringify(run.error)) ? `the error says ${shown(run)}` : undefined;
}

/** The kind of a run's error, such as `timeout`; empty without one. */
function getKind({ error }: SeenRun): string {
  const { type = '' } = (error ?? {}) as { type?: string };
  return type.slice(type.lastIndexOf('/') + 1);
}

function shown({ status, output, error }: SeenRun): string {
  return JSON.stringify({ status, output, error }).slice(0, 1_000);
}
