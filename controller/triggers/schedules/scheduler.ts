import type { Snapshot, Snapshots } from '../../catalog/index.js';
import { LongTimer } from '../../concurrency/long-timer.js';
import { coalesce, KeyedMutex } from '../../concurrency/turns.js';
import type { RunService } from '../../runs/contract.js';
import type { Storage } from '../../storage/index.js';
import { definitionOf, definitionsOf, type TriggerDefinition } from './definitions.js';
import { Firing, type FiringOptions, stepTo } from './firing.js';
import { type TriggerRow, TriggerStore } from './trigger-store.js';

export interface SchedulerOptions extends Pick<FiringOptions, 'failed' | 'missed' | 'settled'> {
  storage: Storage;
  runs: Pick<RunService, 'start' | 'cancel'>;
  snapshots: Pick<Snapshots, 'current'>;
  /** Production and the active branches. */
  branches: readonly string[];
  /** Returns the time of a commit, ms since the epoch; undefined where there is none. */
  committedAt(branch: string, revision: string): Promise<number | undefined>;
  now?: () => number;
  /** Called with failures of the database; the work is tried again. */
  report(error: unknown): void;
}

/** Triggers that act at the same time. */
const batch = 200;
/** The clock of the machine may be set: it is read at least this often. */
const longestWaitMs = 60_000;
const retryMs = 1_000;

/** Starts flows at their times. The database knows all of them; this is one timer for the earliest. */
export class Scheduler {
  readonly store: TriggerStore;
  readonly firing: Firing;
  /** By branch and id. */
  readonly turns = new KeyedMutex();
  readonly now: () => number;
  readonly wake: () => Promise<void>;
  readonly #timer = new LongTimer();
  /** By branch: the digests of the stored times. */
  readonly #armed = new Map<string, Map<string, string>>();
  readonly #awaited = new Set<string>();
  #runningSince = Number.POSITIVE_INFINITY;
  #isStopped = true;
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: SchedulerOptions) {
    const { storage, runs, failed, missed, settled, now = Date.now } = options;
    this.now = now;
    this.store = new TriggerStore(storage);
    const awaits = (id: string): void => void this.#awaited.add(id);
    this.firing = new Firing({
      store: this.store,
      runs,
      turns: this.turns,
      now,
      awaits,
      failed,
      missed,
      settled,
    });
    this.wake = coalesce(() => {
      this.#last = this.#tick();
      return this.#last as Promise<void>;
    });
  }

  /** Stores the times of the branches' triggers, and acts on those that were missed. */
  async start(): Promise<void> {
    this.#runningSince = this.now();
    this.#isStopped = false;
    for (const branch of this.options.branches) {
      await this.options.snapshots
        .current(branch)
        .then((snapshot) => this.sync(snapshot), this.options.report);
    }
    for (const branch of await this.store.branches()) {
      if (!this.options.branches.includes(branch)) await this.#forget(branch);
    }
    await this.wake();
  }

  /** Stores the times of the triggers that a snapshot changes. Costs a comparison for each trigger and flow of the branch. */
  async sync(snapshot: Snapshot): Promise<void> {
    const { branch } = snapshot;
    if (this.#isStopped || !this.options.branches.includes(branch)) return;
    await this.turns.run(`branch ${branch}`, () => this.#sync(snapshot));
    void this.wake();
  }

  /** Called when a run has ended. */
  ended(runId: string): void {
    if (this.#awaited.delete(runId)) void this.wake();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#timer.stop();
    await this.#last;
  }

  async #sync(snapshot: Snapshot): Promise<void> {
    const { branch } = snapshot;
    const armed = this.#armed.get(branch) ?? new Map(await this.#stored(branch));
    this.#armed.set(branch, armed);
    const wanted = new Map(definitionsOf(snapshot).map((each) => [each.id, each]));
    const changed = [...wanted.values()].filter(({ id, digest }) => (armed.get(id) ?? '') !== digest);
    const gone = [...armed.keys()].filter((id) => !wanted.has(id));
    if (changed.length === 0 && gone.length === 0) return;
    const committed = await this.options.committedAt(branch, snapshot.revision).catch(() => undefined);
    await Promise.all([
      ...changed.map((each) => this.#arm(branch, each, committed)),
      ...gone.map((id) => this.store.commit([this.store.remove({ branch, id })])),
    ]);
    for (const { id, digest } of changed) armed.set(id, digest);
    for (const id of gone) armed.delete(id);
  }

  async #stored(branch: string): Promise<[string, string][]> {
    const rows = await this.store.ofBranch(branch);
    for (const { awaited_run } of rows) if (awaited_run !== null) this.#awaited.add(awaited_run);
    return rows.map(({ id, timetable }) => [id, timetable]);
  }

  /** Stores the next occurrence of a new or edited trigger: the first one after the commit. */
  #arm(branch: string, definition: TriggerDefinition, committed: number | undefined): Promise<void> {
    const { id, plan, digest } = definition;
    return this.turns.run(`${branch} ${id}`, async () => {
      const key = { branch, id };
      const row = await this.store.find(key);
      const now = this.now();
      const { timetable } = plan;
      const since = row?.since ?? this.#runningSince;
      const from = Math.min(Math.max(committed ?? now, since), now);
      const { after } = timetable?.rules ?? {};
      const isAwaiting = after !== undefined && row?.awaited_run != null;
      const next = isAwaiting ? undefined : after === undefined ? timetable?.next(from) : from + after;
      const jitter = next === undefined ? 0 : (timetable?.jitterOf(`${branch} ${id}`, next) ?? 0);
      const step = stepTo(now, next, jitter, row?.awaited_run ?? null);
      await this.store.commit([this.store.arm(key, { timetable: digest, ...step })]);
    });
  }

  /** Removes the times of a branch that fires no more. Its pauses go with them. */
  async #forget(branch: string): Promise<void> {
    const rows = await this.store.ofBranch(branch);
    await this.store.commit(rows.map((row) => this.store.remove(row)));
  }

  async #tick(): Promise<void> {
    if (this.#isStopped) return;
    const now = this.now();
    // The clock was set back.
    this.#runningSince = Math.min(this.#runningSince, now);
    try {
      await this.#release();
      const isDone = await this.#fire();
      const due = isDone ? await this.store.nextDue() : now + retryMs;
      this.#wait(Math.min(due ?? Number.POSITIVE_INFINITY, this.now() + longestWaitMs));
    } catch (error) {
      this.options.report(error);
      this.#wait(this.now() + retryMs);
    }
  }

  /** @returns false when a trigger is due whose times are about to change */
  async #fire(): Promise<boolean> {
    for (;;) {
      const rows = await this.store.due(this.now(), batch);
      if (rows.length === 0 || this.#isStopped) return true;
      const since = this.#runningSince;
      const acted = await Promise.all(
        rows.map((row) => this.#inTurn(row, (...each) => this.firing.act(...each, since))),
      );
      if (!acted.includes(true)) return false;
    }
  }

  async #release(): Promise<void> {
    const rows = await this.store.released(batch);
    await Promise.all(
      rows.map((row) =>
        this.#inTurn(row, (fresh, definition) => this.firing.released(fresh, definition, row.ended_at)),
      ),
    );
  }

  /** Acts on the present state of a trigger, if it still has the times that are stored. @returns false if it has not */
  #inTurn(
    { branch, id, awaited_run, due_at }: TriggerRow,
    act: (row: TriggerRow, definition: TriggerDefinition) => Promise<void>,
  ): Promise<boolean> {
    return this.turns.run(`${branch} ${id}`, async () => {
      const definition = definitionOf(await this.options.snapshots.current(branch), id);
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
      if (now - next > longestWaitMs) this.#runningSince = now;
      void this.wake();
    });
  }
}
