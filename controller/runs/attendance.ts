import { setImmediate } from 'node:timers/promises';
import { Sleepers } from './sleepers.js';

/** What a run does as its branches come and go. */
export interface Attended {
  /** Aborted when the run is to end at once. */
  readonly signal: AbortSignal;
  /** A run that sleeps longer than this is put away. */
  readonly parkAfterMs: number;
  /** When the run has taken as long as it may, ms since the epoch. */
  latestEnd(): number;
  /** All branches that are left sleep, the first of them until then. */
  sleeps(until: number): void;
  /** None sleeps any more. */
  isAwake(): void;
  /** Nothing is under way, and the run is to leave memory: until a time, or until it is taken up. */
  leave(as: 'suspended' | 'running'): void;
  park(until: number, waitsUntil: number): void;
}

/** Who of a run's branches works, sleeps, or waits for another run; and how the run is put away once none works. */
export class Attendance {
  readonly #sleepers = new Sleepers();
  /** Branches that work, or wait for something that comes by itself. */
  #busy = 0;
  #runsAwaited = 0;
  /** Set while the run is being put away: the status it will wait in. */
  #leavingAs: 'suspended' | 'running' | undefined;
  #isOver = false;

  constructor(private readonly run: Attended) {}

  /** Whether the run has ended or is put away. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** While `work` is under way the run is not idle. */
  async busyWith<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#busy++;
    try {
      return await work();
    } finally {
      this.#busy--;
      this.#noticeIdle();
    }
  }

  /** No work of its own: the other run lives on when this one is put away, and is found again by its id. */
  async waitForRun<Result>(wait: () => Promise<Result>): Promise<Result> {
    this.#runsAwaited++;
    try {
      return await wait();
    } finally {
      this.#runsAwaited--;
      this.#noticeIdle();
    }
  }

  /** Resolves at `due`, ms since the epoch. @throws the signal's reason */
  async sleep(due: number, signal: AbortSignal): Promise<void> {
    const slept = this.#sleepers.until(due, signal);
    this.#noticeIdle();
    await slept;
    await this.mayGoOn();
    if (this.#sleepers.size === 0) this.run.isAwake();
  }

  /** Holds back whoever wants to go on in a run that is put away: dropped with it, they are never heard of again. */
  mayGoOn(): Promise<void> | undefined {
    if (this.run.signal.aborted) throw this.run.signal.reason;
    if (!this.#isOver && this.#leavingAs === undefined) return undefined;
    this.#noticeIdle();
    return new Promise(() => {});
  }

  /** Lets what is under way come to its end, and nothing begin; then the run leaves. */
  putAway(as: 'suspended' | 'running'): void {
    this.#leavingAs = as;
    this.#noticeIdle();
  }

  /** The run has ended or is put away. */
  end(): void {
    this.#isOver = true;
    this.#sleepers.clear();
  }

  /** Once nothing but sleepers is left of the run, says that it waits, and parks it when the wait is long. */
  #noticeIdle(): void {
    if (this.#sleepers.size === 0 && this.#leavingAs === undefined) return;
    void setImmediate().then(() => {
      if (this.#isOver || this.#busy > 0) return;
      if (this.#leavingAs !== undefined) return this.run.leave(this.#leavingAs);
      if (this.#sleepers.size === 0 || this.#runsAwaited > 0) return;
      const wakeAt = this.#sleepers.earliest();
      // Nobody looks after a run that is not in memory: it is woken when its time is up, too.
      const until = Math.min(wakeAt, this.run.latestEnd());
      if (until - Date.now() > this.run.parkAfterMs) this.run.park(until, wakeAt);
      else this.run.sleeps(wakeAt);
    });
  }
}
