import type { Random } from '../random.js';
import type { Report } from '../report.js';
import { Caller } from './caller.js';
import { checkHistory } from './check-history.js';
import { Clients } from './clients.js';
import { readEndState } from './end-state.js';
import { counters } from './entities.js';
import type { EndState, Stretch } from './recording.js';
import { type Fault, type Site, sleep } from './site.js';

/** Rounds after which the history is checked. */
const perCheck = 10;
const kinds = ['increment', 'count', 'write', 'read', 'answer', 'start'] as const;
/** A time of the schedule is not judged this close to the next fault. */
const margin = 1_000;
/** The longest time until the schedule fires again after a fault. */
const restMs = 60_000;

/** Rounds of faults on one site while clients work. */
export class Rounds {
  readonly #ready: Stretch[] = [];
  /** The faults of the next rounds: each comes once before one comes again. */
  #faults: Fault[] = [];
  readonly #counts = new Map<string, number>();
  readonly #clients: Clients;
  /** The state at the last check. */
  #end: EndState | undefined;

  private constructor(
    private readonly site: Site,
    private readonly random: Random,
    private readonly report: Report,
    private readonly caller: Caller,
  ) {
    this.#clients = new Clients(caller, random.fork(2));
  }

  static async create(site: Site, random: Random, report: Report): Promise<Rounds> {
    const key = await makePersonKey(new Caller(site, random));
    return new Rounds(site, random, report, new Caller(site, random.fork(1), key));
  }

  /** Runs at least one round. @param name of the site, for figures */
  async run(name: string, rounds: number, hasTime: () => boolean): Promise<void> {
    let done = 0;
    do {
      this.#clients.start();
      do await this.#round();
      while (++done < rounds && done % perCheck !== 0 && hasTime());
      await this.#check();
      const { length } = this.#clients.operations;
      this.report.progress(`${name}: ${done} of ${rounds} rounds, ${length} operations`);
    } while (done < rounds && hasTime());
    this.#figures(name, done);
    if (!this.report.hasFailed) await this.#plantLoss();
  }

  leave(): void {
    this.#clients.leave();
  }

  async #round(): Promise<void> {
    const { random, site } = this;
    const from = await this.#untilFired();
    await sleep(random.whole(1_500, 4_000));
    this.#ready.push({ from, to: this.#now() - margin });
    if (this.#faults.length === 0) this.#faults = random.shuffled(site.faults);
    const fault = this.#faults.pop();
    if (!fault) return;
    this.#counts.set(fault.name, (this.#counts.get(fault.name) ?? 0) + 1);
    await fault.bring(random);
  }

  /** Resolves with the time at which the schedule has fired again, by the clock of the service. */
  async #untilFired(): Promise<number> {
    const newest = async () => {
      const { items } = (await this.caller.read('/api/v1/main/runs?flow=tick&limit=1')) as {
        items: { id: string }[];
      };
      return items[0]?.id;
    };
    const before = await newest();
    const deadline = performance.now() + restMs;
    while ((await newest()) === before) {
      if (performance.now() > deadline) throw new Error(`the schedule rests for ${restMs} ms after a fault`);
      await sleep(100);
    }
    return this.#now();
  }

  #now(): number {
    return this.site.clock?.now() ?? Date.now();
  }

  async #check(): Promise<void> {
    for (const violation of await this.#findViolations()) this.report.fail(violation);
  }

  /** Lets all operations and runs end, and checks all that was recorded so far. */
  async #findViolations(): Promise<string[]> {
    const { site, caller } = this;
    const clients = this.#clients;
    await clients.stop();
    this.#end = await readEndState({ site, caller, clients, ready: this.#ready });
    return checkHistory({ operations: clients.operations, end: this.#end });
  }

  /** A loss that is made on purpose must be found, or the check would find no other one. */
  async #plantLoss(): Promise<void> {
    const [lost] = counters;
    if (lost === undefined) return;
    await this.site.loseEntry(lost);
    const violations = await this.#findViolations();
    const isFound = violations.length > 0 && violations.every((text) => text.startsWith(`counter ${lost}:`));
    if (!isFound) this.report.fail(`the loss of ${lost} was reported as ${JSON.stringify(violations)}`);
  }

  #figures(name: string, rounds: number): void {
    const { report } = this;
    const figure = (what: string, value: number) => report.figure(`${name}: ${what}`, value);
    figure('rounds', rounds);
    for (const [fault, times] of [...this.#counts].sort()) figure(fault, times);
    const { operations } = this.#clients;
    figure('operations', operations.length);
    for (const kind of kinds) {
      const ofKind = operations.filter((each) => each.kind === kind);
      for (const outcome of ['acknowledged', 'refused', 'unknown'] as const) {
        const number = ofKind.filter((each) => each.outcome === outcome).length;
        if (number > 0) figure(`  ${kind}, ${outcome}`, number);
        else if (outcome === 'acknowledged') report.fail(`no operation \`${kind}\` was acknowledged`);
      }
    }
    for (const [refusal, times] of [...this.caller.refusals].sort()) figure(`answers ${refusal}`, times);
    const commits = [...(this.#end?.commits.values() ?? [])].flat();
    figure('writes in the Git history', commits.length);
    figure('times of the schedule', this.#end?.firings.length ?? 0);
    const judgedMs = this.#ready.reduce((sum, { from, to }) => sum + Math.max(0, to - from), 0);
    figure('seconds in which none may be missing', Math.round(judgedMs / 1_000));
  }
}

/** Makes the key of a person. */
async function makePersonKey(caller: Caller): Promise<string> {
  const body = JSON.stringify({ name: 'ada', role: 'admin', actor: 'person' });
  const reply = await caller.send('/api/v1/platform/api-keys', { method: 'POST', body });
  if (reply?.status !== 201) throw new Error(`the key was not made: ${JSON.stringify(reply)}`);
  return (reply.body as { key: string }).key;
}
