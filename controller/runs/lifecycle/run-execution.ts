import { toJsonText } from '../../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import type { Eventual } from '../../concurrency/computing.js';
import { LongTimer } from '../../concurrency/long-timer.js';
import { nextTurn } from '../../concurrency/loop-turn.js';
import type { Abortable } from '../../concurrency/signals.js';
import type { LogLevel } from '../../connectors/contract/connector.js';
import {
  type ConnectionCall,
  type EffectContext,
  FlowError,
  type FlowHost,
  type FlowPlan,
  type HumanTaskRequest,
  type HumanTaskResult,
  type HumanTaskWaiting,
  type MessageSource,
  type MessageStream,
  type OpenHumanTask,
  type ProtocolCall,
  type ReceivedEvent,
  type ScriptResult,
  type StepKey,
  type StoreAction,
  type SubflowCall,
  standardError,
  type TaskEvent,
  type WantedEvents,
} from '../../flows/index.js';
import { askBefore } from '../effects/calls/outgoing-call.js';
import { type CodeRequest, startsProcess, toOutgoing } from '../effects/scripts.js';
import {
  Digests,
  jsonText,
  limitExceeded,
  type Outcome,
  refuseLargeOutput,
  replay,
  secretDigests,
  toTaskEntry,
} from '../journal/journal-entry.js';
import { type JournalWriter, maskError } from '../journal/journal-writer.js';
import { type Run, type RunState, toRun } from '../journal/run-state.js';
import { createSpan, traceHeaders } from '../journal/trace.js';
import type { RunContext } from './run-context.js';
import { emitEvent, receiveEvent } from './run-events.js';
import { abandonHumanTask, awaitHumanTask, noteUnnotified, openHumanTask } from './run-human-tasks.js';
import type { RunLifecycle } from './run-lifecycle.js';
import type { QueuedRun } from './run-queue.js';
import type { RunSlot } from './run-slot.js';

/** Executes the plan of one run as its host: returns what is recorded, performs the rest and records it. */
export class RunExecution implements FlowHost, QueuedRun {
  readonly state: RunState;
  readonly plan: FlowPlan;
  readonly journal: JournalWriter;
  readonly lifecycle: RunLifecycle;
  readonly #digests = new Digests();
  /** Runs that the flow started, those of an earlier execution included. */
  #children = 0;
  /** Effects that are performed at the moment. */
  #calls = 0;
  steps = 0;
  place: RunSlot<QueuedRun> | undefined;

  constructor(readonly context: RunContext) {
    this.state = context.state;
    this.plan = context.plan;
    this.journal = context.journal;
    this.lifecycle = context.lifecycle;
    // Runs of this version of the flow may listen for longer than the branch has it.
    if (this.plan.listens) context.services.events.stream.own.add(this.state.branch, this.plan);
  }

  /** Starts the run or queues it; resolves when the run is durable. It may have ended by then. */
  async accept(): Promise<Run> {
    const { queue, sealing } = this.context.services;
    const claimed = queue.claim(this);
    if (claimed) await claimed;
    queue.admit(this);
    await this.journal.flush();
    return toRun(this.state, sealing);
  }

  begin(): void {
    const { documents, recorded, services } = this.context;
    const execute = (): Promise<Json> => this.plan.execute(this.state.input, this);
    const isFirstStart = this.state.startedAt === null && recorded.lastSeq === 0;
    const isCached = documents.policies !== undefined && isFirstStart;
    this.lifecycle.begin(isCached ? () => services.cachedOutputs.answer(this.context, execute) : execute);
  }

  get run(): { readonly id: string; readonly startedAt: number } {
    const { id, startedAt, createdAt } = this.state;
    return { id, startedAt: startedAt ?? createdAt };
  }

  get metadata(): JsonObject {
    return this.context.documents.metadata;
  }

  get takesFirst(): boolean {
    return !this.state.hasSingleResults;
  }

  get fetch(): typeof globalThis.fetch {
    return this.#judged(this.context.services.fetch);
  }

  get transfer(): typeof globalThis.fetch {
    return this.#judged(this.context.services.transfer);
  }

  get usesSecrets(): boolean {
    return this.context.documents.usesSecrets;
  }

  get signal(): AbortSignal {
    return this.lifecycle.ending.signal;
  }

  get ending(): Abortable {
    return this.lifecycle.ending;
  }

  throwIfAborted(): void {
    this.lifecycle.throwIfAborted();
  }

  get maxTasks(): number {
    return this.context.services.limits.tasks;
  }

  tooManyTasks(): Error {
    return this.lifecycle.exceed(limitExceeded('RunTasks', this.maxTasks));
  }

  note(event: TaskEvent): void {
    const { recorded, services } = this.context;
    if (this.lifecycle.isOver || recorded.hasNoted(event)) return;
    const { taskOutput } = services.limits;
    this.journal.append(toTaskEntry(event, this.#digests, (text) => refuseLargeOutput(text, taskOutput)));
  }

  async effect(
    key: StepKey,
    perform: (context: EffectContext) => Promise<Json>,
    { ending = this.lifecycle.ending, waits = false }: { ending?: Abortable; waits?: boolean } = {},
  ): Promise<Json> {
    const effect = this.context.recorded.effects.get(key);
    if (effect) return replay(effect);
    this.#refuseFullJournal();
    await this.lifecycle.mayContinue();
    this.lifecycle.startDeadline();
    const work = async (): Promise<Outcome> => {
      const settled = this.journal.settled();
      if (settled) await settled;
      return this.#record(key, perform, ending, waits);
    };
    const outcome = await (waits ? this.lifecycle.whileAwaiting(work) : this.lifecycle.whileWorking(work));
    if (!this.place?.isHeld) await this.lifecycle.mayGoOn();
    return replay(outcome);
  }

  yieldTurn(isShort: boolean): Promise<void> {
    return this.lifecycle.whileWorking(async () => {
      this.#refuseFullJournal();
      // Memory holds only the last entries of a run that computes for long.
      if (this.journal.isDue) await this.journal.flush();
      await nextTurn(!isShort);
      this.context.services.computing?.note(this.state.id);
    });
  }

  value<Value extends Eventual<Json>>(key: StepKey, compute: () => Value): Json | Value {
    const recordedValue = this.context.recorded.values.get(key);
    if (recordedValue !== undefined) return recordedValue;
    this.lifecycle.assertNotOver();
    const value: Eventual<Json> = compute();
    if (value instanceof Promise) return value.then((computed) => this.#recordValue(key, computed)) as Value;
    return this.#recordValue(key, value);
  }

  recordedValue(key: StepKey): Json | undefined {
    return this.context.recorded.values.get(key);
  }

  #recordValue(key: StepKey, value: Json): Json {
    this.lifecycle.assertNotOver();
    this.journal.append({ t: 'value', key, value });
    this.context.recorded.values.set(key, value);
    return value;
  }

  alarm(_verdict: StepKey, due: number, ring: () => void): () => void {
    const timer = new LongTimer(true);
    timer.start(due, ring);
    return () => timer.stop();
  }

  async sleep(key: StepKey, ms: number, signal: AbortSignal): Promise<void> {
    this.lifecycle.assertNotOver();
    let due = this.context.recorded.timers.get(key);
    if (due === undefined) {
      due = Date.now() + ms;
      this.journal.append({ t: 'timer', key, due });
    }
    if (due <= Date.now()) return;
    await this.lifecycle.mayContinue();
    this.lifecycle.startDeadline();
    await this.lifecycle.sleep(due, signal);
  }

  invoke(call: ConnectionCall, context: EffectContext, signal: AbortSignal): Promise<Json> {
    return this.context.services.calls.invoke(this.context, call, context, signal);
  }

  callProtocol(call: ProtocolCall, context: EffectContext, signal: AbortSignal): Promise<Json> {
    return this.context.services.calls.protocols.call(this.context, call, context, signal);
  }

  follow(source: MessageSource, log: EffectContext['log']): MessageStream {
    const stream = this.context.services.calls.protocols.follow(this.context, source, log);
    void this.lifecycle.released.then(() => stream.close());
    return stream;
  }

  async runFlow(key: StepKey, call: SubflowCall, signal: AbortSignal): Promise<Json> {
    const { children } = this.context.services.limits;
    if (++this.#children > children) {
      const detail = `The run started more than the ${children} runs that \`Limits.RunChildren\` allows`;
      throw standardError('runtime', { title: 'Too many runs', detail, code: 'children_limit' });
    }
    const effect = this.context.recorded.effects.get(key);
    if (effect) return replay(effect);
    await this.lifecycle.mayContinue();
    const settled = this.journal.settled();
    if (settled) await settled;
    this.lifecycle.startDeadline();
    const run = (): Promise<Json> => this.context.services.runSubflow(this.context, key, call, signal);
    const outcome = await this.lifecycle.whileAwaiting(() =>
      this.#record(key, run, this.lifecycle.ending, true),
    );
    if (!this.place?.isHeld) await this.lifecycle.mayGoOn();
    return replay(outcome);
  }

  emit(key: StepKey, event: JsonObject): Promise<JsonObject | undefined> {
    return emitEvent(this.context, key, event);
  }

  receive(key: StepKey, request: WantedEvents, signal: AbortSignal): Promise<ReceivedEvent> {
    return receiveEvent(this.context, key, request, signal);
  }

  openHumanTask(key: StepKey, request: HumanTaskRequest, signal: AbortSignal): Promise<OpenHumanTask> {
    return openHumanTask(this.context, key, request, signal);
  }

  abandonHumanTask(key: StepKey): void {
    abandonHumanTask(this.context, key);
  }

  noteUnnotified(key: StepKey, people: readonly string[], code: string | undefined): void {
    noteUnnotified(this.context, key, people, code);
  }

  awaitHumanTask(key: StepKey, waiting: HumanTaskWaiting): Promise<HumanTaskResult | null> {
    return awaitHumanTask(this.context, key, waiting);
  }

  async secret(name: string): Promise<Json> {
    const { calls } = this.context.services;
    try {
      const values = await this.lifecycle.whileWorking(() => calls.secret(this.context, name));
      this.#recordSecret(name, values);
      return { ...values };
    } catch (error) {
      if (error instanceof FlowError && !this.lifecycle.isOver)
        this.journal.append({ t: 'secret', name, error: error.body });
      throw error;
    }
  }

  /** Records which values the run had, so that it can be recomputed without them. */
  #recordSecret(name: string, values: Readonly<Record<string, string>>): void {
    if (this.lifecycle.isOver) return;
    const { sign } = this.context.services.sealing;
    const digests = secretDigests(values, sign);
    const text = toJsonText(digests);
    if (this.context.recorded.secrets.get(name) === text) return;
    this.context.recorded.secrets.set(name, text);
    this.journal.append({ t: 'secret', name, digests });
  }

  transform(key: StepKey, kind: 'mapping' | 'template', name: string, input: Json): Eventual<Json> {
    return this.context.services.entities.transform(this.context, key, { kind, name, input }, this);
  }

  store(name: string, action: StoreAction, input: JsonObject, context: EffectContext): Promise<Json> {
    return this.context.services.entities.store(this.context, { name, action, input }, context);
  }

  whileComputing<Result>(compute: () => Promise<Result>): Promise<Result> {
    return this.lifecycle.whileWorking(compute);
  }

  async script(request: CodeRequest, context: EffectContext, signal: AbortSignal): Promise<ScriptResult> {
    const { documents, services } = this.context;
    if (startsProcess(documents, request)) {
      await services.calls.secrets.runFence(this.context, { kind: 'process' });
      await askBefore(services.beforeWrite, toOutgoing(request));
    }
    return services.scripts.run(documents, request, context, signal);
  }

  log(level: LogLevel, message: string, data?: JsonObject): void {
    this.journal.append({ t: 'log', level, message, ...(data ? { data } : {}) });
  }

  get isCalling(): boolean {
    return this.#calls > 0;
  }

  get isWaiting(): boolean {
    return this.lifecycle.working <= this.#calls;
  }

  /** Returns `fetch` with the places that the secrets of the run may be sent to. */
  #judged(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
    return this.context.services.calls.secrets.fetchFor(this.context, fetch);
  }

  #refuseFullJournal(): void {
    if (!this.journal.isFull) return;
    throw this.lifecycle.exceed(limitExceeded('RunJournal', this.context.services.limits.journal));
  }

  /**
   * Performs a step and begins to make its outcome durable: effects that follow wait for that, and what the run computes until
   * then goes to disk with it. @throws errors that are not a `FlowError`
   */
  async #record(
    key: StepKey,
    perform: (context: EffectContext) => Promise<Json>,
    ending: Abortable,
    waits: boolean,
  ): Promise<Outcome> {
    const { lease } = this.context.services;
    // Else another process may have taken over and perform the same effect.
    if (lease && !lease.isValid) await lease.whenValid();
    const outcome = await this.#perform(key, perform, ending, waits);
    this.lifecycle.assertNotOver();
    this.throwIfAborted();
    this.journal.append(outcome);
    // A failure ends the run with its next effect, or with its end.
    this.journal.flush().catch(() => {});
    return outcome;
  }

  async #perform(
    key: StepKey,
    perform: (context: EffectContext) => Promise<Json>,
    ending: Abortable,
    waits: boolean,
  ): Promise<Outcome> {
    if (waits) return this.#getOutcome(key, perform);
    const { callPlaces } = this.context.services;
    this.#calls++;
    this.steps++;
    try {
      const entered = callPlaces.enter(this.state, ending);
      if (entered) await entered;
      try {
        return await this.#getOutcome(key, perform);
      } finally {
        callPlaces.leave(this.state);
      }
    } finally {
      this.#calls--;
      this.steps++;
    }
  }

  async #getOutcome(key: StepKey, perform: (context: EffectContext) => Promise<Json>): Promise<Outcome> {
    const { limits, sealing } = this.context.services;
    try {
      const output = (await perform(new StepContext(this, key))) ?? null;
      refuseLargeOutput(jsonText(output), limits.taskOutput);
      return { t: 'effect', key, output };
    } catch (error) {
      // Masked before its first use, so that a replay sees the same error.
      if (error instanceof FlowError) return { t: 'effect', key, error: maskError(error.body, sealing) };
      throw error;
    }
  }
}

/** The means of a step while it is performed. A class, as V8 takes 1 µs to make an object literal with accessors. */
class StepContext implements EffectContext {
  readonly idempotencyKey: string;

  constructor(
    private readonly execution: RunExecution,
    private readonly key: StepKey,
  ) {
    this.idempotencyKey = `${execution.state.id}:${key}`;
  }

  get files(): EffectContext['files'] {
    return this.execution.context.files(this.idempotencyKey, this.execution.signal);
  }

  get trace(): EffectContext['trace'] {
    const { context, state } = this.execution;
    return context.services.isTraced || state.trace ? traceHeaders(createSpan(state, this.key)) : undefined;
  }

  readonly log: EffectContext['log'] = (level, message, data) => {
    const { journal } = this.execution;
    journal.append({ t: 'log', level, message, reference: this.key, ...(data ? { data } : {}) });
  };
}
