import type { Random } from '../random.js';
import type { Report } from '../report.js';
import { Caller } from './caller.js';
import { checkHistory } from './check-history.js';
import { Clients } from './clients.js';
import { readEndState } from './end-state.js';
import type { Stretch } from './recording.js';
import { type Site, sleep } from './site.js';

/** Rounds after which the history is checked. */
const perCheck = 10;
/** A time of the schedule is not judged this close to the next fault. */
const margin = 1_500;
/** The longest time until the schedule fires again after a fault. */
const restMs = 60_000;

/** Rounds of faults on one site while clients work. */
export class Rounds {
  readonly #ready: Stretch[] = [];
  readonly #counts = new Map<string, number>();
  #checked = 0;

  private constructor(
    private readonly site: Site,
    private readonly random: Random,
    private readonly report: Report,
    private readonly clients: Clients,
    private readonly caller: Caller,
  ) {}

  static async create(site: Site, random: Random, report: Report): Promise<Rounds> {
    const caller = new Caller(site, random.fork(1));
    const clients = new Clients(site, random.fork(2), await makePersonKey(caller));
    return new Rounds(site, random, report, clients, caller);
  }

  /** @param name of the site, for figures */
  async run(name: string, rounds: number, hasTime: () => boolean): Promise<void> {
    let done = 0;
    let isWorking = false;
    while (done < rounds && hasTime()) {
      if (!isWorking) this.clients.start();
      isWorking = true;
      await this.#round();
      done += 1;
      if (done % perCheck !== 0 && done !== rounds && hasTime()) continue;
      await this.#check();
      isWorking = false;
      this.report.progress(
        `${name}: ${done} of ${rounds} rounds, ${this.clients.operations.length} operations`,
      );
    }
    this.#figures(name, done);
  }

  async #round(): Promise<void> {
    const { random, site } = this;
    const from = await this.#untilFired();
    await sleep(random.whole(1_500, 4_000));
    this.#ready.push({ from, to: this.#now() - margin });
    const fault = random.pick(site.faults);
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

  /** Lets all operations and runs end, and checks all that was recorded so far. */
  async #check(): Promise<void> {
    const { clients, caller, report } = this;
    await clients.stop();
    const end = await readEndState({ site: this.site, caller, clients, ready: this.#ready });
    for (const violation of checkHistory({ operations: clients.operations, end })) report.fail(violation);
    this.#checked = end.firings.length;
  }

  #figures(name: string, rounds: number): void {
    const { report, clients } = this;
    report.figure(`${name}: rounds`, rounds);
    for (const [fault, times] of [...this.#counts].sort()) report.figure(`${name}: ${fault}`, times);
    report.figure(`${name}: operations`, clients.operations.length);
    for (const outcome of ['acknowledged', 'refused', 'unknown'])
      report.figure(
        `${name}: operations ${outcome}`,
        clients.operations.filter((each) => each.outcome === outcome).length,
      );
    report.figure(`${name}: times of the schedule`, this.#checked);
  }
}

/** Makes the key of a person. */
async function makePersonKey(caller: Caller): Promise<string> {
  const body = JSON.stringify({ name: 'ada', role: 'admin', actor: 'person' });
  const reply = await caller.send('/api/v1/platform/api-keys', { method: 'POST', body });
  if (reply?.status !== 201) throw new Error(`the key was not made: ${JSON.stringify(reply)}`);
  return (reply.body as { key: string }).key;
}
