import { setMaxListeners } from 'node:events';
import type { Json, JsonObject } from '../../schemas/json.js';
import type { LogLevel } from '../connectors/contract.js';
import { FlowError, type FlowErrorBody, type FlowPlan, Interrupted } from '../flows/contract.js';
import { Attendance, type Attended } from './attendance.js';
import type { Closure } from './closure.js';
import { Deadline } from './deadline.js';
import { durationExceeded, internalError } from './errors.js';
import { RunHost } from './host.js';
import { type JournalEntry, Recorded } from './journal.js';
import { Ledger } from './ledger.js';
import { refusalOf } from './outcome.js';
import { Standing } from './standing.js';
import type { RunState } from './state.js';
import type { BeginningRun, Surroundings } from './surroundings.js';

/** The life of one run in memory: it begins or goes on, and ends or is put away, once. */
export class Execution implements BeginningRun {
  readonly #surroundings: Surroundings;
  readonly #ledger: Ledger;
  readonly #standing: Standing;
  readonly #attendance: Attendance;
  readonly #host: RunHost;
  readonly #abort = new AbortController();
  readonly #deadline = new Deadline();
  /** Whether nothing is known of what it would give, but what is to be executed. */
  readonly #isNew: boolean;
  /** Resolves when the run has ended or was put away, and that is durable. */
  readonly released: Promise<void>;
  #release: () => void = () => {};

  /**
   * @param stored whether the run's row is in the database
   * @param recorded what its journal says of an earlier execution
   */
  constructor(
    surroundings: Surroundings,
    readonly state: RunState,
    readonly plan: FlowPlan,
    readonly closure: Closure,
    stored: boolean,
    recorded = new Recorded(),
  ) {
    this.#surroundings = surroundings;
    this.#isNew = recorded.lastSeq === 0;
    const ledger = new Ledger(surroundings, state, closure, stored, recorded);
    const attendance = new Attendance(this.#attended());
    this.#ledger = ledger;
    this.#attendance = attendance;
    this.#standing = new Standing(state, ledger);
    const armDeadline = (): void => this.#armDeadline();
    const { signal } = this;
    this.#host = new RunHost({
      ...{ state, closure, surroundings, recorded, ledger, attendance, signal, armDeadline },
    });
    this.released = new Promise((resolve) => {
      this.#release = resolve;
    });
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Starts or goes on; runs as far as it can without anything durable before it yields. */
  begin(): void {
    const hasBegun = this.#standing.begin();
    const execute = (): Promise<Json> => this.plan.execute(this.state.input, this.#host);
    const mayBeKnown = this.closure.policies !== undefined && !hasBegun && this.#isNew;
    const output = mayBeKnown ? this.#surroundings.begin(this, execute) : execute();
    output.then(
      (output) => this.#complete(output),
      (error) => this.#fail(error),
    );
  }

  /** A run that was suspended and is to go on waits for its place from now on. */
  queue(): void {
    this.#standing.become('pending');
  }

  /** Resolves when everything that has happened so far is on disk. */
  flush(): Promise<void> {
    return this.#ledger.flush();
  }

  /** Journal entries that are not on disk yet. */
  pending(): readonly JournalEntry[] {
    return this.#ledger.pending();
  }

  log(level: LogLevel, message: string, data?: JsonObject): void {
    this.#host.log(level, message, data);
  }

  /** Ends the run as cancelled; resolves when that is durable. */
  async cancel(): Promise<void> {
    this.#abort.abort(new Interrupted('The run was cancelled'));
    await this.released;
  }

  /**
   * Lets effects under way come to their end, starts none, and puts the run away.
   * @param as the status it waits in: `suspended`, or `running` when the process stops and the next one goes on
   */
  async putAway(as: 'suspended' | 'running'): Promise<void> {
    this.#attendance.putAway(as);
    await this.released;
  }

  #attended(): Attended {
    return {
      signal: this.signal,
      parkAfterMs: this.#surroundings.parkAfterMs,
      latestEnd: () => this.#latestEnd,
      isAwake: () => this.#standing.become('running'),
      sleeps: (until) => {
        this.#standing.become('waiting', until);
        this.flush().catch((error) => this.#surroundings.defect(this, error));
      },
      leave: (as) => {
        if (as === 'suspended') this.#standing.suspend();
        else this.#standing.become(as);
        this.#end();
      },
      park: (until, waitsUntil) => {
        this.#standing.become('waiting', until, waitsUntil);
        this.#end();
      },
    };
  }

  #complete(output: Json): void {
    if (this.#attendance.isOver) return;
    const tooLarge = refusalOf(output);
    if (!tooLarge) this.state.output = output;
    this.#finish(tooLarge ? 'faulted' : 'completed', tooLarge);
  }

  #fail(error: unknown): void {
    if (this.#attendance.isOver) return;
    if (this.#ledger.isBroken) {
      this.#surroundings.defect(this, error);
      this.#end();
    } else if (this.#deadline.hasPassed) {
      this.#finish('faulted', durationExceeded(this.#surroundings.limits.flowDurationMs));
    } else if (error instanceof Interrupted) {
      this.#finish('cancelled', null);
    } else if (error instanceof FlowError) {
      this.#finish('faulted', error.body);
    } else {
      this.#surroundings.defect(this, error);
      this.#finish('faulted', internalError());
    }
  }

  #finish(status: 'completed' | 'faulted' | 'cancelled', error: FlowErrorBody | null): void {
    this.#standing.end(status, error);
    this.#end();
  }

  /** Stores what there is and gives the run's memory back. */
  #end(): void {
    this.#attendance.end();
    this.#deadline.clear();
    const done = (): void => {
      this.#surroundings.released(this);
      this.#release();
    };
    if (this.#ledger.isBroken) {
      done();
      return;
    }
    this.#ledger.flush().then(done, (error) => {
      this.#surroundings.defect(this, error);
      done();
    });
  }

  /** When the run has taken as long as it may, ms since the epoch; a flow that sets a `timeout` sees to that itself. */
  get #latestEnd(): number {
    const isLimited = this.plan.definition['timeout'] === undefined;
    const { startedAt, createdAt } = this.state;
    return isLimited
      ? (startedAt ?? createdAt) + this.#surroundings.limits.flowDurationMs
      : Number.POSITIVE_INFINITY;
  }

  #armDeadline(): void {
    if (this.#deadline.isArmed || this.#latestEnd === Number.POSITIVE_INFINITY) return;
    // Whatever the run has under way from now on listens.
    setMaxListeners(0, this.signal);
    const expire = (): void => this.#abort.abort(new Interrupted('The run took longer than a flow may'));
    this.#deadline.arm(this.#latestEnd, expire);
  }
}
