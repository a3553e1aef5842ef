import type { StepKey } from '../../flows/index.js';
import type { RunEngine, RunRecord } from '../../runs/contract.js';
import { explainCut } from '../../runs/index.js';
import { RecordedJournal } from '../record/recorded-journal.js';

/** Runs and journal entries of one replay. */
const maxRuns = 200;
const maxEntries = 200_000;

/** A run with its place among the runs that one run started. */
export interface RecordedRun {
  /** Precedes the keys of its steps: the keys of the steps that started it, each with `>`. Empty for the outermost run. */
  readonly prefix: StepKey;
  readonly record: RunRecord;
  readonly journal: RecordedJournal;
}

/** The reason why a run cannot be replayed, in words. */
export class NotReplayable extends Error {
  override name = 'NotReplayable';
}

interface Moment {
  readonly at: number;
  readonly depth: number;
  readonly prefix: StepKey;
  readonly order: number;
}

/** The record of a run and of those that it started, with one order for all their entries. */
export class RecordedRuns {
  readonly #runs = new Map<StepKey, RecordedRun>();
  /** The place of each entry in the common order, by run and number. */
  readonly #places = new Map<StepKey, Map<number, number>>();
  #times: number[] = [];

  /** @throws NotReplayable; Problem run_not_found */
  static async read(runs: Pick<RunEngine, 'record' | 'children'>, id: string): Promise<RecordedRuns> {
    const recorded = new RecordedRuns();
    let entries = 0;
    const waiting: { prefix: StepKey; id: string }[] = [{ prefix: '', id }];
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const record = await runs.record(next.id);
      const journal = await RecordedJournal.read(record.entries);
      if (journal.cut !== undefined) throw new NotReplayable(explainCut(journal.cut));
      entries += journal.entryTimes.length;
      if (recorded.#runs.size >= maxRuns || entries > maxEntries) {
        const text = `The record has more than ${maxRuns} runs or ${maxEntries} entries, which is too much to be replayed`;
        throw new NotReplayable(text);
      }
      recorded.#runs.set(next.prefix, { prefix: next.prefix, record, journal });
      const children = await runs.children(next.id, [...journal.subflows]);
      for (const [key, child] of children) waiting.push({ prefix: `${next.prefix}${key}>`, id: child });
    }
    recorded.#merge();
    return recorded;
  }

  get all(): Iterable<RecordedRun> {
    return this.#runs.values();
  }

  get root(): RecordedRun {
    return this.#runs.get('') as RecordedRun;
  }

  find(prefix: StepKey): RecordedRun | undefined {
    return this.#runs.get(prefix);
  }

  /** The place of an entry of a run in the common order; of a number between two entries, the later one. */
  toPlace({ prefix }: Pick<RecordedRun, 'prefix'>, order: number): number {
    return this.#places.get(prefix)?.get(Math.ceil(order)) ?? Number.POSITIVE_INFINITY;
  }

  /** The time of a place, ms since the epoch. */
  timeAt(place: number): number {
    return this.#times[Math.max(0, Math.ceil(place))] ?? this.endsAt;
  }

  get endsAt(): number {
    return this.#times.at(-1) ?? 0;
  }

  /** The place of a time: before the first entry at it or later. Times after the end have places too. */
  findPlace(time: number): number {
    let [low, high] = [0, this.#times.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#times[middle] ?? 0) < time) low = middle + 1;
      else high = middle;
    }
    return low < this.#times.length ? low - 0.5 : low + Math.max(0, time - this.endsAt);
  }

  #merge(): void {
    const moments: Moment[] = [];
    for (const { prefix, journal } of this.#runs.values()) {
      const depth = prefix.split('>').length;
      for (const { order, at } of journal.entryTimes) moments.push({ at, depth, prefix, order });
    }
    // At the same millisecond, a run ends before the one that waits for it goes on.
    moments.sort(
      (a, b) =>
        a.at - b.at ||
        b.depth - a.depth ||
        (a.prefix < b.prefix ? -1 : a.prefix > b.prefix ? 1 : a.order - b.order),
    );
    this.#times = moments.map(({ at }) => at);
    for (const [place, { prefix, order }] of moments.entries()) {
      const places = this.#places.get(prefix) ?? new Map<number, number>();
      places.set(order, place);
      this.#places.set(prefix, places);
    }
  }
}
