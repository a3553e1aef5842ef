import type { Snapshot } from '../../catalog/index.js';
import { pauseAfter } from '../../concurrency/back-off.js';
import { LongTimer } from '../../concurrency/long-timer.js';
import { coalesce, KeyedMutex } from '../../concurrency/turns.js';
import type { RunEngine } from '../../runs/contract.js';
import type { Storage } from '../../storage/index.js';
import { BranchTimes, type BranchTimesOptions } from './branch-times.js';
import { findDefinition, type TriggerDefinition } from './definitions.js';
import { Firing, type FiringOptions } from './firing.js';
import { type TriggerRow, TriggerStore } from './trigger-store.js';

type Common = Pick<BranchTimesOptions, 'snapshots' | 'committedAt' | 'report'>;

/** `committedAt` returns the time of a commit, ms since the epoch; undefined where there is none. */
export interface SchedulerOptions extends Common, Pick<FiringOptions, 'failed' | 'missed' | 'settled'> {
  storage: Storage;
  runs: Pick<RunEngine, 'start' | 'cancel' | 'onEnded'>;
  /** Production and the active branches. */
  branches: readonly string[];
  now?: () => number;
}

/** Triggers that act at the same time. */
const batch = 200;
/** The clock of the machine may be set: it is read at least this often. */
const maxWaitMs = 60_000;
/** The pauses of a trigger that fails inside svc, and of the timer when the database fails. */
const retries = { firstMs: 2_000, maxMs: 300_000 };
const retryMs = 1_000;

type Act = (row: TriggerRow, definition: TriggerDefinition) => Promise<void>;

/** Starts flows at their times. The database knows all of them; this is one timer for the earliest. */
export class Scheduler {
  readonly store: TriggerStore;
  readonly firing: Firing;
  /** By branch and id. */
  readonly turns = new KeyedMutex();
  readonly now: () => number;
  readonly wake: () => Promise<void>;
  readonly #timer = new LongTimer();
  readonly #times: BranchTimes;
  /** By branch: the moment since when its triggers act. What was due before was missed. */
  readonly #servedSince = new Map<string, number>();
  /** By branch and id: the attempts of a trigger that failed inside svc, and the next one. */
  readonly #failing = new Map<string, { failures: number; next: number }>();
  #nextRetry = Number.POSITIVE_INFINITY;
  #isStopped = true;
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: SchedulerOptions) {
    const { storage, runs, failed, missed, settled, now = Date.now } = options;
    const { snapshots, committedAt, report } = options;
    this.now = now;
    this.store = new TriggerStore(storage);
    const awaits = (id: string): void => runs.onEnded(id, () => void this.wake());
    const shared = { store: this.store, turns: this.turns, now, awaits };
    this.firing = new Firing({ ...shared, runs, failed, missed, settled });
    const changed = (): void => void (this.#isStopped || this.wake());
    this.#times = new BranchTimes({ ...shared, snapshots, committedAt, report, changed });
    this.wake = coalesce(() => {
      this.#last = this.#tick();
      return this.#last as Promise<void>;
    });
  }

  /** Stores the times of the branches' triggers, and acts on those that were missed, also since a `stop`. */
  async start(): Promise<void> {
    const { branches, snapshots, report } = this.options;
    this.#isStopped = false;
    this.#servedSince.clear();
    await Promise.all(
      branches.map((branch) => snapshots.peek(branch)).map((each) => each && this.sync(each)),
    );
    try {
      for (const branch of await this.store.branches())
        if (!branches.includes(branch)) await this.#times.forget(branch);
    } catch (error) {
      report(error, {});
    }
    await this.wake();
  }

  /** Stores the times of the triggers that a snapshot changes. Never rejects: what fails is reported and tried again. */
  async sync(snapshot: Snapshot): Promise<void> {
    const { branch } = snapshot;
    if (this.#isStopped || !this.options.branches.includes(branch)) return;
    const before = this.#servedSince.get(branch);
    const since = before ?? this.now();
    this.#servedSince.set(branch, since);
    await this.#times.sync(snapshot, since);
    // A branch that comes back may have the triggers that it had, some of which are due.
    if (before === undefined && !this.#isStopped) void this.wake();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#timer.stop();
    this.#times.stop();
    await this.#last;
  }

  async #tick(): Promise<void> {
    if (this.#isStopped) return;
    if (this.#nextRetry <= this.now()) this.#nextRetry = Number.POSITIVE_INFINITY;
    try {
      const seen = await this.#act();
      const due = await this.store.nextDue(this.#served(), seen);
      this.#wait(Math.min(due ?? Number.POSITIVE_INFINITY, this.#nextRetry, this.now() + maxWaitMs));
    } catch (error) {
      this.options.report(error, {});
      this.#wait(this.now() + retryMs);
    }
  }

  /** Acts on the triggers that are due or released, until none is. @returns the moment up to which they were looked at */
  async #act(): Promise<number> {
    for (;;) {
      const seen = this.now();
      const branches = this.#served();
      await this.#release(branches);
      if (!(await this.#fire(branches, seen)) || this.#isStopped) return seen;
    }
  }

  /** Returns the branches whose triggers act. */
  #served(): string[] {
    const now = this.now();
    return this.options.branches.filter((branch) => {
      if (this.options.snapshots.peek(branch) === undefined) this.#servedSince.delete(branch);
      const since = this.#servedSince.get(branch);
      // The clock was set back.
      if (since !== undefined && since > now) this.#servedSince.set(branch, now);
      return since !== undefined && this.#times.has(branch);
    });
  }

  /** @returns true when a trigger has acted */
  async #fire(branches: readonly string[], seen: number): Promise<boolean> {
    let hasActed = false;
    for (let last: TriggerRow | undefined; !this.#isStopped; ) {
      const rows = await this.store.due(branches, seen, last, batch);
      if (rows.length === 0) return hasActed;
      last = rows.at(-1);
      const acts = rows.map((row) => this.#attempt(row, (...each) => this.#occur(...each)));
      hasActed = (await Promise.all(acts)).includes(true) || hasActed;
    }
    return hasActed;
  }

  #occur(row: TriggerRow, definition: TriggerDefinition): Promise<void> {
    const now = this.now();
    const since = this.#servedSince.get(row.branch) ?? now;
    const isRetried = this.#failing.has(`${row.branch} ${row.id}`);
    const next = isRetried ? definition.plan.timetable?.next(row.next_at ?? now) : undefined;
    return this.firing.act(row, definition, next !== undefined && next <= now ? now : since);
  }

  async #release(branches: readonly string[]): Promise<void> {
    for (let last: TriggerRow | undefined; !this.#isStopped; ) {
      const rows = await this.store.released(branches, last, batch);
      if (rows.length === 0) return;
      last = rows.at(-1);
      await Promise.all(
        rows.map(({ ended_at, ...row }) =>
          this.#attempt(row, (...each) => this.firing.released(...each, ended_at)),
        ),
      );
    }
  }

  /**
   * Acts on the present state of a trigger. A failure concerns this trigger alone, which pauses.
   * @returns false when it did not act: its times are about to change, or it pauses
   */
  async #attempt(row: TriggerRow, act: Act): Promise<boolean> {
    const { branch, id } = row;
    const key = `${branch} ${id}`;
    if ((this.#failing.get(key)?.next ?? 0) > this.now()) return false;
    try {
      const hasActed = await this.#inTurn(row, act);
      if (hasActed) this.#failing.delete(key);
      return hasActed;
    } catch (error) {
      this.options.report(error, { branch, id });
      const failures = (this.#failing.get(key)?.failures ?? 0) + 1;
      const next = this.now() + pauseAfter(failures, retries);
      this.#failing.set(key, { failures, next });
      this.#nextRetry = Math.min(this.#nextRetry, next);
      if (row.due_at !== null) await this.store.commit([this.store.postpone(row, next)]);
      return false;
    }
  }

  /** @returns false when the trigger has other times than those that are stored */
  #inTurn({ branch, id, awaited_run, due_at }: TriggerRow, act: Act): Promise<boolean> {
    return this.turns.run(`${branch} ${id}`, async () => {
      const snapshot = this.options.snapshots.peek(branch);
      const definition = snapshot && findDefinition(snapshot, id);
      const row = await this.store.find({ branch, id });
      if (!row || definition?.digest !== row.timetable) return false;
      if (row.due_at === due_at && row.awaited_run === awaited_run) await act(row, definition);
      return true;
    });
  }

  /** Waits until a time. A clock that was set forward, or a machine that slept, has missed what was due meanwhile. */
  #wait(next: number): void {
    if (this.#isStopped) return;
    this.#timer.start(next, () => {
      const now = this.now();
      if (now - next > maxWaitMs)
        for (const branch of this.#servedSince.keys()) this.#servedSince.set(branch, now);
      void this.wake();
    });
  }
}
