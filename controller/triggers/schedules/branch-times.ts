import type { Snapshot } from '../../catalog/index.js';
import { pauseAfter } from '../../concurrency/back-off.js';
import { isTurnOver, nextTurn } from '../../concurrency/loop-turn.js';
import type { KeyedMutex } from '../../concurrency/turns.js';
import type { Timetable } from '../../flows/index.js';
import type { TriggerKey } from '../items/trigger-key.js';
import { orderedDefinitions, type TriggerDefinition } from './definitions.js';
import { maxMissed, stepTo } from './firing.js';
import type { TriggerRow, TriggerStore } from './trigger-store.js';

export interface BranchTimesOptions {
  store: TriggerStore;
  /** By branch and id, and by branch. */
  turns: KeyedMutex;
  snapshots: { peek(branch: string): Snapshot | undefined };
  now(): number;
  committedAt(branch: string, revision: string): Promise<number | undefined>;
  /** Called with each run whose end decides the next start of a trigger. */
  awaits(runId: string): void;
  /** Called with what could not be stored; it is tried again. */
  report(error: unknown, about: Partial<TriggerKey>): void;
  /** Called when the triggers of a branch may have changed. */
  changed(): void;
}

/** Triggers read, and triggers stored, at once. */
const readAtOnce = 500;
const storedAtOnce = 32;
/** Triggers of one attempt whose failures are reported. */
const maxReported = 10;
const retries = { firstMs: 1_000, maxMs: 60_000 };

/** Keeps the stored times of the triggers of each branch as its snapshot has them. */
export class BranchTimes {
  /** By branch and trigger: the digest of the stored times. */
  readonly #armed = new Map<string, Map<string, string>>();
  /** By stored times, the triggers with which they were last brought in line. */
  readonly #inLine = new WeakMap<ReadonlyMap<string, string>, object>();
  readonly #failures = new Map<string, number>();
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(private readonly options: BranchTimesOptions) {}

  /** True when the triggers of a branch have been stored. */
  has(branch: string): boolean {
    return this.#armed.has(branch);
  }

  /**
   * Stores the times of the triggers that a snapshot changes; those that fail are tried again later. A commit that
   * changes a trigger costs a comparison for each one of the branch.
   * @param since the first moment of an occurrence of a new trigger
   */
  async sync(snapshot: Snapshot, since: number): Promise<void> {
    const { branch } = snapshot;
    const { turns, report } = this.options;
    try {
      const outcome = await turns.run(`branch ${branch}`, () => this.#sync(snapshot, since));
      if (outcome === 'failed') this.#retry(branch, since);
      else this.#failures.delete(branch);
      if (outcome === 'unchanged') return;
    } catch (error) {
      report(error, { branch });
      this.#armed.delete(branch);
      this.#retry(branch, since);
    }
    this.options.changed();
  }

  /** Removes the times of a branch that fires no more. Its pauses go with them. */
  async forget(branch: string): Promise<void> {
    const { store } = this.options;
    for (;;) {
      const rows = await store.ofBranch(branch, '', readAtOnce);
      if (rows.length === 0) return;
      await store.commit(
        rows.flatMap((row) => [store.skipQueued(row, 'disabled', this.options.now()), store.remove(row)]),
      );
    }
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  #retry(branch: string, since: number): void {
    const failures = (this.#failures.get(branch) ?? 0) + 1;
    this.#failures.set(branch, failures);
    clearTimeout(this.#timers.get(branch));
    const again = (): void => {
      const snapshot = this.options.snapshots.peek(branch);
      if (snapshot) void this.sync(snapshot, since);
    };
    this.#timers.set(branch, setTimeout(again, pauseAfter(failures, retries)).unref());
  }

  /** @returns `unchanged` when the triggers are those of the last snapshot, `failed` when some could not be stored */
  async #sync(snapshot: Snapshot, since: number): Promise<'unchanged' | 'stored' | 'failed'> {
    const { branch } = snapshot;
    const armed = this.#armed.get(branch) ?? (await this.#stored(branch));
    this.#armed.set(branch, armed);
    const definitions = await orderedDefinitions(snapshot);
    const { all: wantedDefinitions, failed } = definitions;
    // Most commits change no trigger.
    if (this.#inLine.get(armed) === definitions && failed.size === 0) return 'unchanged';
    for (const [id, error] of failed) this.options.report(error, { branch, id });
    const changed = [...wantedDefinitions.values()].filter(
      ({ id, digest }) => (armed.get(id) ?? '') !== digest,
    );
    const gone = [...armed.keys()].filter((id) => !wantedDefinitions.has(id) && !failed.has(id));
    if (changed.length === 0 && gone.length === 0) {
      this.#inLine.set(armed, definitions);
      return 'stored';
    }
    const committed = await this.options.committedAt(branch, snapshot.revision).catch(() => undefined);
    const areArmed = await this.#each(branch, changed, async (each) => {
      await this.#arm(branch, each, committed, since);
      armed.set(each.id, each.digest);
    });
    const areGone = await this.#each(
      branch,
      gone.map((id) => ({ id })),
      async (key) => {
        await this.#retire({ branch, ...key });
        armed.delete(key.id);
      },
    );
    if (!areArmed || !areGone) return 'failed';
    this.#inLine.set(armed, definitions);
    return 'stored';
  }

  /** Acts on each trigger in its turn, a few at a time. @returns false when some failed, which are reported */
  async #each<T extends { id: string }>(
    branch: string,
    all: readonly T[],
    act: (each: T) => Promise<void>,
  ): Promise<boolean> {
    let failed = 0;
    for (let index = 0; index < all.length; index += storedAtOnce) {
      if (isTurnOver()) await nextTurn();
      const acted = all.slice(index, index + storedAtOnce).map((each) =>
        this.options.turns
          .run(`${branch} ${each.id}`, () => act(each))
          .catch((error) => {
            failed += 1;
            if (failed <= maxReported) this.options.report(error, { branch, id: each.id });
          }),
      );
      await Promise.all(acted);
    }
    return failed === 0;
  }

  async #stored(branch: string): Promise<Map<string, string>> {
    const reasons = new Map<string, string>();
    for (let after = ''; ; await nextTurn()) {
      const rows = await this.options.store.ofBranch(branch, after, readAtOnce);
      for (const { id, timetable, awaited_run } of rows) {
        reasons.set(id, timetable);
        if (awaited_run !== null) this.options.awaits(awaited_run);
        after = id;
      }
      if (rows.length < readAtOnce) return reasons;
    }
  }

  /** Stores the next occurrence of a new or edited trigger: the first one after the commit. */
  async #arm(
    branch: string,
    { id, plan, digest }: TriggerDefinition,
    committed: number | undefined,
    servedSince: number,
  ): Promise<void> {
    const { store } = this.options;
    const key = { branch, id };
    const row = await store.find(key);
    const now = this.options.now();
    const from = Math.min(Math.max(committed ?? now, row?.since ?? servedSince), now);
    const next = plan.timetable && firstTime(plan.timetable, row, from, now);
    const jitter = next === undefined ? 0 : (plan.timetable?.getJitter(`${branch} ${id}`, next) ?? 0);
    const step = stepTo(now, next, jitter, row?.awaited_run ?? null);
    await store.commit([store.arm(key, { timetable: digest, ...step })]);
  }

  /** Removes the times of a trigger that is gone, and what waits for a run to end. A pause stays for when it comes back. */
  async #retire(key: TriggerKey): Promise<void> {
    const { store, now } = this.options;
    const row = await store.find(key);
    const isPaused = row !== undefined && row.paused_at !== null;
    const removed = isPaused
      ? store.arm(key, { timetable: '', ...stepTo(now(), undefined, 0, null) })
      : store.remove(key);
    await store.commit([store.skipQueued(key, 'disabled', now()), removed]);
  }
}

/** Returns the first time since `from`. Of times that have passed before the commit was applied, the rule for missed ones decides. */
function firstTime(
  timetable: Timetable,
  row: TriggerRow | undefined,
  from: number,
  now: number,
): number | undefined {
  const { after, missed } = timetable.rules;
  if (after !== undefined) return row?.awaited_run == null ? from + after : undefined;
  const next = timetable.next(from);
  if (next === undefined || next > now) return next;
  if (missed === 'skip') return timetable.next(now);
  const [first] = timetable.last(next, now, missed === 'all' ? maxMissed : 1);
  return first ?? next;
}
