import type { Json } from '../../../schemas/json/types.js';
import { version } from '../../../schemas/version.js';
import { LongTimer } from '../../concurrency/long-timer.js';
import { LateSignal, untilAborted } from '../../concurrency/signals.js';
import { FlowError, type FlowErrorBody, type FlowPlan, Interrupted } from '../../flows/index.js';
import {
  durationExceeded,
  internalError,
  journalUnwritable,
  runOutputError,
} from '../journal/journal-entry.js';
import type { JournalWriter } from '../journal/journal-writer.js';
import { iso, type RunState, type RunStatus } from '../journal/run-state.js';
import { type Phase, transitions } from './run-phases.js';
import type { RunWaits } from './run-waits.js';
import { Sleepers } from './sleepers.js';

/** The part of `RunContext` that the lifecycle works on. */
interface ActiveRun {
  readonly state: RunState;
  readonly plan: Pick<FlowPlan, 'definition'>;
  readonly journal: JournalWriter;
  /** `version` is that of svc which executed the run last. */
  readonly recorded: { readonly version: string | undefined };
  readonly waits: Pick<RunWaits, 'description' | 'isChanged' | 'freeze'> | undefined;
  readonly services: {
    readonly settings: { current(): { readonly Limits: { readonly FlowDuration: number } } };
    readonly parkAfterMs: number;
  };
  /** Gives back the run's place in the queue. */
  release(): void;
  /** Undefined when the run has its place; else resolves when it has it again. @throws Interrupted when it is to end */
  regainSlot(): Promise<void> | undefined;
  /** Called when all branches sleep; `regainSlot` before one continues. */
  rest(): void;
  /** Called before the state is written with which the run ends or leaves memory. */
  leaving(): void;
  /** Reports a defect of svc, as opposed to an error of the flow. */
  reportDefect(error: unknown): void;
}

/** The statuses that a run can leave memory with on request: `running` continues in the next process. */
type LeaveStatus = 'suspended' | 'running';

/**
 * The life of one run in memory. A run has one or several branches; each works, sleeps, or waits for another run or a server.
 *
 * | phase             | event                                             | next phase | status in the database            |
 * | ----------------- | ------------------------------------------------- | ---------- | --------------------------------- |
 * | queued            | the queue begins the run                          | working    | running                           |
 * | working           | all branches wait, a time up to `parkAfterMs`     | sleeping   | waiting                           |
 * | working, sleeping | all branches wait for longer, or for events       | left       | waiting, with the time to wake it |
 * | sleeping          | a branch wakes, and none sleeps                   | working    | running                           |
 * | working, sleeping | suspension, or stop of the process                | leaving    | unchanged                         |
 * | leaving           | no branch works                                   | left       | suspended, or running             |
 * | any but queued    | the plan ends                                     | ended      | completed, faulted or cancelled   |
 * | any but queued    | a write of the journal failed                     | ended      | faulted, else as last written     |
 *
 * A suspended run that is resumed but finds no place in the queue stays queued, with status pending. Cancellation and
 * the time limit abort `signal`, which makes the plan end. A branch that wants to continue in a run that is leaving is
 * blocked until the run has left and then throws `Interrupted`, as every call of a run that is over does; the plan
 * unwinds without effects and entries, and its result is ignored.
 */
export class RunLifecycle {
  /** Resolves when the run has ended or left memory, and that is durable. */
  readonly released: Promise<void>;
  readonly #abort = new LateSignal();
  /** Undefined until a branch of the run sleeps. */
  #sleepers: Sleepers | undefined;
  #phase: Phase = 'queued';
  /** Branches that work, or wait for something that ends by itself. */
  #working = 0;
  #awaiting = 0;
  #leaveAs: LeaveStatus = 'running';
  #deadline: LongTimer | undefined;
  /** The error of a limit that the flow cannot catch. */
  #exceeded: FlowErrorBody | undefined;
  #resolveReleased: () => void = () => {};

  constructor(private readonly run: ActiveRun) {
    this.released = new Promise((resolve) => {
      this.#resolveReleased = resolve;
    });
  }

  /** Aborted when the run is to end at once. */
  get ending(): LateSignal {
    return this.#abort;
  }

  /** @throws Interrupted when the run is to end at once */
  throwIfAborted(): void {
    this.#abort.throwIfAborted();
  }

  /** Branches that work or wait for something that ends by itself; all others wait for a time, a run or a message. */
  get working(): number {
    return this.#working;
  }

  /** True when the run has ended or left memory. */
  get isOver(): boolean {
    return this.#phase === 'ended' || this.#phase === 'left';
  }

  /** Records that a resumed run waits for a place in the queue. */
  queue(): void {
    this.#setStatus('pending');
  }

  /** Starts or continues the run. */
  begin(execute: () => Promise<Json>): void {
    this.#enter('working');
    const { state, journal, recorded } = this.run;
    const { startedAt, status } = state;
    state.startedAt ??= Date.now();
    this.#setStatus('running');
    if (startedAt === null) journal.append({ t: 'status', status: 'running', version });
    else if (status === 'suspended' || status === 'pending' || recorded.version !== version)
      journal.append({ t: 'status', status: 'running', version, resumed: true });
    execute().then(
      (output) => this.#complete(output),
      (error) => this.#fail(error),
    );
  }

  /** Ends the run as cancelled; resolves when that is durable. */
  async cancel(): Promise<void> {
    this.#abort.abort(new Interrupted('The run was cancelled'));
    await this.released;
  }

  /** Lets effects that have begun end, begins none, and removes the run from memory. */
  async leave(as: LeaveStatus): Promise<void> {
    this.#leaveAs = as;
    if (this.#phase !== 'leaving' && !this.isOver) this.#enter('leaving');
    this.#checkIdleLater();
    await this.released;
  }

  /** @throws Interrupted when the run is over */
  assertNotOver(): void {
    if (this.isOver) throw gone();
  }

  /** Blocks a branch of a run that is leaving. @throws Interrupted when the run is over or aborted */
  mayContinue(): Promise<void> | undefined {
    this.throwIfAborted();
    this.assertNotOver();
    if (this.#phase !== 'leaving') return undefined;
    this.#checkIdleLater();
    return this.released.then(() => this.assertNotOver());
  }

  /**
   * To be awaited before a branch continues that has waited for something outside of the run, which may have given its place
   * back meanwhile. @throws Interrupted when the run is over or aborted
   */
  async mayGoOn(): Promise<void> {
    const regained = this.run.regainSlot();
    if (!regained) return;
    await this.whileAwaiting(() => untilAborted(regained, this.#abort));
    await this.mayContinue();
  }

  /** Counts the branch as working until `work` has settled. */
  async whileWorking<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#working++;
    try {
      return await work();
    } finally {
      this.#working--;
      this.#checkIdleLater();
    }
  }

  /**
   * Waits for another run, or for a message of a server. The branch does not count as working, as a later execution finds
   * the run again by its id, and asks for the message again.
   */
  async whileAwaiting<Result>(wait: () => Promise<Result>): Promise<Result> {
    this.#awaiting++;
    try {
      return await wait();
    } finally {
      this.#awaiting--;
      this.#checkIdleLater();
    }
  }

  /** Resolves at `due`, ms since the epoch. @throws the signal's reason; Interrupted when the run is over */
  sleep(due: number, signal: AbortSignal): Promise<void> {
    return this.#rested(this.#openSleepers().until(due, signal));
  }

  /**
   * Resolves when an event has arrived. @param until the time at which the run has to be in memory at the latest
   * @throws as `sleep`
   */
  listen(until: number, signal: AbortSignal, arrived: Promise<void>): Promise<void> {
    return this.#rested(this.#openSleepers().wait(until, signal, arrived));
  }

  get #sleeping(): number {
    return this.#sleepers?.size ?? 0;
  }

  #openSleepers(): Sleepers {
    this.#sleepers ??= new Sleepers();
    return this.#sleepers;
  }

  async #rested(slept: Promise<void>): Promise<void> {
    this.#checkIdleLater();
    await slept;
    await this.mayGoOn();
    await this.mayContinue();
    if (this.#sleeping > 0) return;
    if (this.#phase === 'sleeping') this.#enter('working');
    this.#setStatus('running');
  }

  /** Starts the time limit of the run, unless the flow has a `timeout` of its own. */
  startDeadline(): void {
    if (this.#deadline) return;
    const latestEnd = this.#latestEnd();
    if (latestEnd === Number.POSITIVE_INFINITY) return;
    this.#deadline = new LongTimer();
    this.#deadline.start(latestEnd, () => {
      this.#abort.abort(new Interrupted('The run took longer than a flow may'));
    });
  }

  /** Ends the run with an error that its flow cannot catch; returns what to throw. */
  exceed(error: FlowErrorBody): Interrupted {
    this.#exceeded ??= error;
    const reason = new Interrupted(error.detail);
    this.#abort.abort(reason);
    return reason;
  }

  #enter(phase: Phase): void {
    if (!transitions[this.#phase].includes(phase)) {
      throw new Error(`The run ${this.run.state.id} cannot go from ${this.#phase} to ${phase}`);
    }
    this.#phase = phase;
  }

  /**
   * @param wakeAt the time to wake the run, ms since the epoch
   * @param waitingFor what the run says it waits for
   */
  #setStatus(status: RunStatus, wakeAt: number | null = null, waitingFor: string | null = null): void {
    const { state, journal, waits } = this.run;
    const isSame = state.status === status && state.wakeAt === wakeAt && state.waitingFor === waitingFor;
    if (isSame && !waits?.isChanged) return;
    state.status = status;
    state.wakeAt = wakeAt;
    state.waitingFor = waitingFor;
    journal.rowChanged();
  }

  /** Looks in the next turn of the event loop, when a branch may have begun to work. */
  #checkIdleLater(): void {
    if (this.#sleeping === 0 && this.#phase !== 'leaving') return;
    setImmediate(() => this.#checkIdle());
  }

  /** Acts if no branch works: the run leaves if it is to leave, and rests if all branches sleep. */
  #checkIdle(): void {
    if (this.isOver || this.#working > 0) return;
    if (this.#phase === 'leaving') this.#leave();
    else if (this.#sleeping > 0 && this.#awaiting === 0) this.#rest();
  }

  /** Parks a run whose branches all wait for events or sleep for long, and otherwise records that it waits. */
  #rest(): void {
    const { due } = this.#openSleepers();
    // A parked run has no timer for its time limit, so it is woken for that too.
    const until = Math.min(due, this.#latestEnd());
    const waitingFor = this.run.waits?.description ?? `time ${iso(due)}`;
    if (until - Date.now() > this.run.services.parkAfterMs) {
      this.run.state.owner = null;
      this.#setStatus('waiting', Number.isFinite(until) ? until : null, waitingFor);
      this.run.waits?.freeze();
      this.#finish('left');
      return;
    }
    if (this.#phase === 'working') this.#enter('sleeping');
    this.#setStatus('waiting', Number.isFinite(due) ? due : until, waitingFor);
    this.run.rest();
    this.run.journal.flush().catch((error) => this.run.reportDefect(error));
  }

  #leave(): void {
    const { state, journal } = this.run;
    if (state.owner !== null) {
      // The leader continues the run of a member that stops.
      state.owner = this.#leaveAs === 'running' ? '' : null;
      journal.rowChanged();
    }
    this.#setStatus(this.#leaveAs);
    if (this.#leaveAs === 'suspended') journal.append({ t: 'status', status: 'suspended' });
    this.#finish('left');
  }

  #complete(output: Json): void {
    if (this.isOver) return;
    const error = runOutputError(output);
    if (!error) this.run.state.output = output;
    this.#end(error ? 'faulted' : 'completed', error);
  }

  #fail(error: unknown): void {
    if (this.isOver) return;
    if (this.run.journal.isBroken) {
      this.run.reportDefect(error);
      this.#end('faulted', journalUnwritable());
    } else if (this.#exceeded) {
      this.#end('faulted', this.#exceeded);
    } else if (this.#deadline?.hasFired) {
      this.#end('faulted', durationExceeded(this.#getMaxDurationMs()));
    } else if (error instanceof Interrupted) {
      this.#end('cancelled', null);
    } else if (error instanceof FlowError) {
      this.#end('faulted', error.body);
    } else {
      this.run.reportDefect(error);
      this.#end('faulted', internalError());
    }
  }

  #end(status: 'completed' | 'faulted' | 'cancelled', error: FlowErrorBody | null): void {
    const { state, journal } = this.run;
    this.#setStatus(status);
    state.error = error;
    state.path = journal.path.sign(state);
    state.owner = null;
    state.endedAt = Date.now();
    journal.append(error ? { t: 'status', status, error } : { t: 'status', status });
    this.#finish('ended');
  }

  /**
   * Writes everything that is not on disk yet, or at least the state of a run whose journal cannot be written, then
   * releases the run. A run whose state cannot be written either continues at the next start.
   */
  #finish(phase: 'left' | 'ended'): void {
    this.#enter(phase);
    this.#deadline?.stop();
    this.#sleepers?.stop(gone());
    this.run.leaving();
    const { journal, state } = this.run;
    journal
      .finish((error) => this.run.reportDefect(error))
      .catch((error) => {
        this.run.reportDefect(error);
        Object.assign(state, { status: 'running', endedAt: null });
      })
      .then(() => this.run.release())
      .then(() => this.#resolveReleased());
  }

  /** The time at which the run exceeds its limit, ms since the epoch; infinite for a flow with its own `timeout`. */
  #latestEnd(): number {
    if (this.run.plan.definition['timeout'] !== undefined) return Number.POSITIVE_INFINITY;
    const { startedAt, createdAt } = this.run.state;
    return (startedAt ?? createdAt) + this.#getMaxDurationMs();
  }

  #getMaxDurationMs(): number {
    return this.run.services.settings.current().Limits.FlowDuration * 1_000;
  }
}

const gone = () => new Interrupted('The run is no longer in memory');
