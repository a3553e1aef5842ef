import type { Random } from '../random.js';
import type { Report } from '../report.js';
import { checkRuns, drain } from './checks.js';
import { mixedOutput } from './flows.js';
import { Lane } from './lane.js';
import type { Order } from './runs-api.js';
import { sickRound } from './sick.js';

/** Rounds in one folder; then all its runs must have ended, and the next folder begins. */
const perFolder = 24;
/** Rounds after which all runs must have ended. */
const perDrain = 6;
const perSickRound = 12;

/** Rounds of kills, one service after the other. */
export class Rounds {
  readonly counts = {
    kills: 0,
    startKills: 0,
    runs: 0,
    calls: 0,
    repeated: 0,
    suspended: 0,
    sick: 0,
    unblamed: 0,
  };
  readonly helloMs: number[] = [];
  readonly startMs: number[] = [];
  #number = 0;

  constructor(
    private readonly random: Random,
    private readonly report: Report,
  ) {}

  /** @param next returns false when no further round is wanted */
  async run(next: () => boolean): Promise<void> {
    for (let wanted = next(); wanted; ) {
      const lane = await Lane.create();
      try {
        await lane.start();
        for (let round = 1; wanted && round <= perFolder; round++) {
          await this.#round(lane, round);
          wanted = next();
          if (round % perDrain === 0 || !wanted) await this.#drain(lane);
        }
      } catch (error) {
        this.report.progress(
          `The folder was ${lane.service.directory}; the service wrote:\n${lane.service.output}`,
        );
        throw error;
      } finally {
        this.#count(lane);
        await lane.dispose();
      }
    }
  }

  async #round(lane: Lane, round: number): Promise<void> {
    const { random } = this;
    const orders = Array.from({ length: random.whole(2, 8) }, () => this.#order());
    this.counts.runs += orders.length;
    const asking = lane.ask([...lane.unacknowledged, ...orders]);
    await new Promise((resolve) => setTimeout(resolve, random.whole(0, 900)));
    if (round % perSickRound === 0) {
      this.counts.sick += 1;
      await asking;
      await sickRound(lane, { random, report: this.report, n: ++this.#number });
    } else {
      await lane.kill();
      await asking;
      if (random.whole(0, 3) === 0) {
        this.counts.startKills += 1;
        await lane.startAndKill(random.whole(0, 2_000));
      }
      await lane.start();
    }
    await this.#greet(lane);
    for (const { id } of await checkRuns(lane, this.report)) {
      this.counts.suspended += 1;
      await lane.api.change(id, 'resume');
      lane.deaths.delete(id);
    }
  }

  /** A new run must be accepted and end at once. */
  async #greet(lane: Lane): Promise<void> {
    const n = ++this.#number;
    const begin = performance.now();
    const run = await lane.api.start({ flow: 'hello', input: { n }, output: { n } }, 30);
    this.helloMs.push(performance.now() - begin);
    if (run.status !== 'completed') this.report.fail(`a new run after a restart is ${run.status}`);
  }

  async #drain(lane: Lane): Promise<void> {
    await lane.ask(lane.unacknowledged);
    await drain(lane, this.report);
  }

  #order(): Order {
    const n = ++this.#number;
    const flow = this.random.pick(['mixed', 'mixed', 'mixed', 'counting', 'parked']);
    const loops = this.random.whole(500, 8_000);
    if (flow === 'mixed') return { flow, input: { n }, output: mixedOutput(n) };
    if (flow === 'parked') return { flow, input: { n }, output: { n } };
    return { flow, input: { n, loops }, output: { n, i: loops } };
  }

  #count({ kills, unblamed, steps, startMs }: Lane): void {
    this.counts.kills += kills;
    this.counts.unblamed += unblamed;
    this.counts.calls += steps.total;
    this.counts.repeated += steps.repeated;
    this.startMs.push(...startMs);
  }
}
