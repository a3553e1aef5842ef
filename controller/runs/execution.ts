import { setMaxListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { Json, JsonObject } from '../../schemas/json.js';
import type { LogLevel } from '../connectors/contract.js';
import {
  type EffectContext,
  FlowError,
  type FlowErrorBody,
  type FlowHost,
  type FlowPlan,
  type FlowReference,
  Interrupted,
  type ScriptRequest,
  type ScriptResult,
  type StepKey,
  type StoreAction,
  type TaskEvent,
} from '../flows/contract.js';
import type { Closure } from './closure.js';
import { Deadline } from './deadline.js';
import { durationExceeded, internalError } from './errors.js';
import { Digests, type JournalEntry, type Outcome, Recorded, replay, toTaskEntry } from './journal.js';
import { Ledger } from './ledger.js';
import { outcomeOf, refusalOf, refuseTooLarge } from './outcome.js';
import { Sleepers } from './sleepers.js';
import { isFinal, iso, type RunState } from './state.js';
import type { Surroundings } from './surroundings.js';
import { spanOf, traceHeaders } from './trace.js';

/** One run in memory: executes its plan, makes its effects durable, keeps its time. */
export class Execution implements FlowHost {
  readonly metadata: JsonObject;
  readonly fetch: typeof globalThis.fetch;
  readonly #surroundings: Surroundings;
  readonly #recorded: Recorded;
  readonly #ledger: Ledger;
  readonly #abort = new AbortController();
  readonly #sleepers = new Sleepers();
  readonly #deadline = new Deadline();
  readonly #digests = new Digests();
  /** Resolves when the run has ended or was put away, and that is durable. */
  readonly released: Promise<void>;
  #release: () => void = () => {};
  #isReleased = false;
  /** Branches that work, or wait for something that comes by itself. */
  #busy = 0;
  #childrenAwaited = 0;
  /** Set while the run is being put away: the status it will wait in. */
  #leavingAs: 'suspended' | 'running' | undefined;

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
    this.#recorded = recorded;
    this.#ledger = new Ledger(surroundings, state, closure, stored, recorded);
    this.metadata = closure.metadata;
    this.fetch = surroundings.fetch;
    this.released = new Promise((resolve) => {
      this.#release = resolve;
    });
  }

  get run(): { readonly id: string; readonly startedAt: number } {
    return { id: this.state.id, startedAt: this.state.startedAt ?? this.state.createdAt };
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Starts or goes on; runs as far as it can without anything durable before it yields. */
  begin(): void {
    const isFirst = this.state.startedAt === null;
    const isResumed = this.state.status === 'suspended' || this.state.status === 'pending';
    this.state.startedAt ??= Date.now();
    this.#setStatus('running');
    if (isFirst) this.#ledger.append({ t: 'status', status: 'running' });
    else if (isResumed) this.#ledger.append({ t: 'status', status: 'running', resumed: true });
    const execute = (): Promise<Json> => this.plan.execute(this.state.input, this);
    const mayBeKnown = this.closure.policies !== undefined && isFirst && this.#recorded.lastSeq === 0;
    const output = mayBeKnown ? this.#surroundings.begin(this, execute) : execute();
    output.then(
      (output) => this.#complete(output),
      (error) => this.#fail(error),
    );
  }

  /** A run that was suspended and is to go on waits for its place from now on. */
  queue(): void {
    this.#setStatus('pending');
  }

  /** Resolves when everything that has happened so far is on disk. */
  flush(): Promise<void> {
    return this.#ledger.flush();
  }

  /** Journal entries that are not on disk yet. */
  pending(): readonly JournalEntry[] {
    return this.#ledger.pending();
  }

  note(event: TaskEvent): void {
    if (this.#isReleased || this.#recorded.hasNoted(event)) return;
    const { taskOutput } = this.#surroundings.limits;
    const entry = toTaskEntry(event, this.#digests, (text) => refuseTooLarge(text, taskOutput));
    this.#ledger.append(entry);
  }

  async effect(key: StepKey, perform: (context: EffectContext) => Promise<Json>): Promise<Json> {
    const known = this.#recorded.effects.get(key);
    if (known) return replay(known);
    await this.#mayGoOn();
    this.#armDeadline();
    return this.#busyWith(async () => {
      if (!this.#ledger.isSettled) await this.#ledger.flush();
      return replay(await this.#record(key, perform));
    });
  }

  yieldTurn(): Promise<void> {
    return this.#busyWith(() => setImmediate());
  }

  value(key: StepKey, compute: () => Json): Json {
    const known = this.#recorded.values.get(key);
    if (known !== undefined) return known;
    const value = compute();
    this.#ledger.append({ t: 'value', key, value });
    this.#recorded.values.set(key, value);
    return value;
  }

  async sleep(key: StepKey, ms: number, signal: AbortSignal): Promise<void> {
    let due = this.#recorded.timers.get(key);
    if (due === undefined) {
      due = Date.now() + ms;
      this.#ledger.append({ t: 'timer', key, due });
    }
    if (due <= Date.now()) return;
    await this.#mayGoOn();
    this.#armDeadline();
    const slept = this.#sleepers.until(due, signal);
    this.#noticeIdle();
    await slept;
    await this.#mayGoOn();
    if (this.#sleepers.size === 0) this.#setStatus('running');
  }

  invoke(
    connection: string,
    action: string,
    input: JsonObject,
    context: EffectContext,
    signal: AbortSignal,
  ): Promise<Json> {
    return this.#surroundings.invoke(this, { connection, action, input }, context, signal);
  }

  async runFlow(
    key: StepKey,
    flow: FlowReference,
    input: Json,
    wait: boolean,
    signal: AbortSignal,
  ): Promise<Json> {
    const known = this.#recorded.effects.get(key);
    if (known) return replay(known);
    await this.#mayGoOn();
    if (!this.#ledger.isSettled) await this.#ledger.flush();
    this.#armDeadline();
    // Not an effect under way: the other run lives on when this one is put away, and is found again by its id.
    this.#childrenAwaited++;
    try {
      return replay(
        await this.#record(key, () => this.#surroundings.runFlow(this, { key, flow, input, wait }, signal)),
      );
    } finally {
      this.#childrenAwaited--;
      this.#noticeIdle();
    }
  }

  secret(name: string): Promise<Json> {
    return this.#busyWith(() => this.#surroundings.secret(this, name));
  }

  transform(key: StepKey, kind: 'mapping' | 'template', name: string, input: Json): Json {
    return this.#surroundings.transform(this, { key, kind, name, input });
  }

  store(name: string, action: StoreAction, input: JsonObject, context: EffectContext): Promise<Json> {
    return this.#surroundings.inStore(this, { name, action, input }, context);
  }

  script(request: ScriptRequest, context: EffectContext, signal: AbortSignal): Promise<ScriptResult> {
    return this.#surroundings.script(this, request, context, signal);
  }

  log(level: LogLevel, message: string, data?: JsonObject): void {
    this.#ledger.append({ t: 'log', level, message, ...(data ? { data } : {}) });
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
    this.#leavingAs = as;
    this.#noticeIdle();
    await this.released;
  }

  /** Performs a step and makes its outcome durable. @throws what is neither a result nor a `FlowError` */
  async #record(key: StepKey, perform: (context: EffectContext) => Promise<Json>): Promise<Outcome> {
    const { isTraced } = this.#surroundings;
    const { state } = this;
    const outcome = await outcomeOf(key, perform, this.#surroundings, {
      get trace() {
        return isTraced || state.trace ? traceHeaders(spanOf(state, key)) : undefined;
      },
      idempotencyKey: `${this.state.id}:${key}`,
      log: (level, message, data) =>
        this.#ledger.append({ t: 'log', level, message, reference: key, ...(data ? { data } : {}) }),
    });
    if (this.#isReleased) return new Promise(() => {});
    if (this.#abort.signal.aborted) throw this.#abort.signal.reason;
    this.#ledger.append(outcome);
    await this.#ledger.flush();
    return outcome;
  }

  /** While `work` is under way the run is not idle. */
  async #busyWith<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#busy++;
    try {
      return await work();
    } finally {
      this.#busy--;
      this.#noticeIdle();
    }
  }

  /** Holds back whoever wants to go on in a run that is put away: dropped with it, they are never heard of again. */
  #mayGoOn(): Promise<void> | undefined {
    if (this.#abort.signal.aborted) throw this.#abort.signal.reason;
    if (!this.#isReleased && this.#leavingAs === undefined) return undefined;
    this.#noticeIdle();
    return new Promise(() => {});
  }

  /** Once nothing but sleepers is left of the run, says that it waits, and parks it when the wait is long. */
  #noticeIdle(): void {
    if (this.#sleepers.size === 0 && this.#leavingAs === undefined) return;
    void setImmediate().then(() => {
      if (this.#isReleased || this.#busy > 0 || isFinal(this.state.status)) return;
      if (this.#leavingAs !== undefined) return this.#leave(this.#leavingAs, null);
      if (this.#sleepers.size === 0 || this.#childrenAwaited > 0) return;
      const wakeAt = this.#sleepers.earliest();
      // Nobody looks after a run that is not in memory: it is woken when its time is up, too.
      const until = Math.min(wakeAt, this.#latestEnd);
      if (until - Date.now() > this.#surroundings.parkAfterMs) return this.#leave('waiting', until, wakeAt);
      this.#setStatus('waiting', wakeAt);
      this.#ledger.flush().catch((error) => this.#surroundings.defect(this, error));
    });
  }

  #leave(status: 'suspended' | 'running' | 'waiting', wakeAt: number | null, waitsUntil = wakeAt): void {
    this.#setStatus(status, wakeAt, waitsUntil);
    if (status === 'suspended') this.#ledger.append({ t: 'status', status });
    this.#end();
  }

  #complete(output: Json): void {
    if (this.#isReleased) return;
    const tooLarge = refusalOf(output);
    if (!tooLarge) this.state.output = output;
    this.#finish(tooLarge ? 'faulted' : 'completed', tooLarge);
  }

  #fail(error: unknown): void {
    if (this.#isReleased) return;
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
    this.#setStatus(status);
    this.state.error = error;
    this.state.endedAt = Date.now();
    this.#ledger.append(error ? { t: 'status', status, error } : { t: 'status', status });
    this.#end();
  }

  /** Stores what there is and gives the run's memory back. */
  #end(): void {
    this.#isReleased = true;
    this.#deadline.clear();
    this.#sleepers.clear();
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

  #setStatus(status: RunState['status'], wakeAt: number | null = null, waitsUntil = wakeAt): void {
    if (this.state.status === status && this.state.wakeAt === wakeAt) return;
    this.state.status = status;
    this.state.wakeAt = wakeAt;
    this.state.waitingFor = waitsUntil === null ? null : `time ${iso(waitsUntil)}`;
    this.#ledger.rowChanged();
  }

  /** When the run has taken as long as it may, ms since the epoch; a flow that sets a `timeout` sees to that itself. */
  get #latestEnd(): number {
    const isLimited = this.plan.definition['timeout'] === undefined;
    return isLimited
      ? this.run.startedAt + this.#surroundings.limits.flowDurationMs
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
