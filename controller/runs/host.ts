import { setImmediate } from 'node:timers/promises';
import type { Json, JsonObject } from '../../schemas/json.js';
import type { LogLevel } from '../connectors/contract.js';
import type {
  EffectContext,
  FlowHost,
  FlowReference,
  ScriptRequest,
  ScriptResult,
  StepKey,
  StoreAction,
  TaskEvent,
} from '../flows/contract.js';
import type { Attendance } from './attendance.js';
import { Digests, type Outcome, type Recorded, replay, toTaskEntry } from './journal.js';
import type { Ledger } from './ledger.js';
import { outcomeOf, refuseTooLarge } from './outcome.js';
import type { RunInMemory, Surroundings } from './surroundings.js';
import { spanOf, traceHeaders } from './trace.js';

/** What a run has for its host to work with. */
export interface HostedRun extends RunInMemory {
  readonly surroundings: Surroundings;
  /** What its journal says of an earlier execution. */
  readonly recorded: Recorded;
  readonly ledger: Ledger;
  readonly attendance: Attendance;
  /** Aborted when the run is to end at once. */
  readonly signal: AbortSignal;
  /** From now on somebody looks after the time the run takes. */
  armDeadline(): void;
}

/** What the plan of a run talks to: gives what is recorded, performs the rest and records it. */
export class RunHost implements FlowHost {
  readonly #digests = new Digests();

  constructor(private readonly hosted: HostedRun) {}

  get run(): { readonly id: string; readonly startedAt: number } {
    const { id, startedAt, createdAt } = this.hosted.state;
    return { id, startedAt: startedAt ?? createdAt };
  }

  get metadata(): JsonObject {
    return this.hosted.closure.metadata;
  }

  get fetch(): typeof globalThis.fetch {
    return this.#surroundings.fetch;
  }

  get signal(): AbortSignal {
    return this.hosted.signal;
  }

  note(event: TaskEvent): void {
    const { attendance, recorded, ledger } = this.hosted;
    if (attendance.isOver || recorded.hasNoted(event)) return;
    const { taskOutput } = this.#surroundings.limits;
    ledger.append(toTaskEntry(event, this.#digests, (text) => refuseTooLarge(text, taskOutput)));
  }

  async effect(key: StepKey, perform: (context: EffectContext) => Promise<Json>): Promise<Json> {
    const { attendance, recorded } = this.hosted;
    const known = recorded.effects.get(key);
    if (known) return replay(known);
    await attendance.mayGoOn();
    this.hosted.armDeadline();
    return attendance.busyWith(async () => {
      await this.#settle();
      return replay(await this.#record(key, perform));
    });
  }

  yieldTurn(): Promise<void> {
    return this.hosted.attendance.busyWith(() => setImmediate());
  }

  value(key: StepKey, compute: () => Json): Json {
    const { recorded, ledger } = this.hosted;
    const known = recorded.values.get(key);
    if (known !== undefined) return known;
    const value = compute();
    ledger.append({ t: 'value', key, value });
    recorded.values.set(key, value);
    return value;
  }

  async sleep(key: StepKey, ms: number, signal: AbortSignal): Promise<void> {
    const { attendance, recorded, ledger } = this.hosted;
    let due = recorded.timers.get(key);
    if (due === undefined) {
      due = Date.now() + ms;
      ledger.append({ t: 'timer', key, due });
    }
    if (due <= Date.now()) return;
    await attendance.mayGoOn();
    this.hosted.armDeadline();
    await attendance.sleep(due, signal);
  }

  invoke(
    connection: string,
    action: string,
    input: JsonObject,
    context: EffectContext,
    signal: AbortSignal,
  ): Promise<Json> {
    return this.#surroundings.invoke(this.hosted, { connection, action, input }, context, signal);
  }

  async runFlow(
    key: StepKey,
    flow: FlowReference,
    input: Json,
    wait: boolean,
    signal: AbortSignal,
  ): Promise<Json> {
    const { attendance, recorded } = this.hosted;
    const known = recorded.effects.get(key);
    if (known) return replay(known);
    await attendance.mayGoOn();
    await this.#settle();
    this.hosted.armDeadline();
    const start = (): Promise<Json> =>
      this.#surroundings.runFlow(this.hosted, { key, flow, input, wait }, signal);
    return replay(await attendance.waitForRun(() => this.#record(key, start)));
  }

  secret(name: string): Promise<Json> {
    return this.hosted.attendance.busyWith(() => this.#surroundings.secret(this.hosted, name));
  }

  transform(key: StepKey, kind: 'mapping' | 'template', name: string, input: Json): Json {
    const { state, closure } = this.hosted;
    const value: FlowHost['value'] = (of, compute) => this.value(of, compute);
    return this.#surroundings.transform({ state, closure, value }, { key, kind, name, input });
  }

  store(name: string, action: StoreAction, input: JsonObject, context: EffectContext): Promise<Json> {
    return this.#surroundings.inStore(this.hosted, { name, action, input }, context);
  }

  script(request: ScriptRequest, context: EffectContext, signal: AbortSignal): Promise<ScriptResult> {
    return this.#surroundings.script(this.hosted, request, context, signal);
  }

  log(level: LogLevel, message: string, data?: JsonObject): void {
    this.hosted.ledger.append({ t: 'log', level, message, ...(data ? { data } : {}) });
  }

  get #surroundings(): Surroundings {
    return this.hosted.surroundings;
  }

  /** What the next step may depend on is on disk before it is performed. */
  #settle(): Promise<void> | undefined {
    const { ledger } = this.hosted;
    return ledger.isSettled ? undefined : ledger.flush();
  }

  /** Performs a step and makes its outcome durable. @throws what is neither a result nor a `FlowError` */
  async #record(key: StepKey, perform: (context: EffectContext) => Promise<Json>): Promise<Outcome> {
    const { state, ledger, attendance, signal } = this.hosted;
    const { isTraced } = this.#surroundings;
    const outcome = await outcomeOf(key, perform, this.#surroundings, {
      get trace() {
        return isTraced || state.trace ? traceHeaders(spanOf(state, key)) : undefined;
      },
      idempotencyKey: `${state.id}:${key}`,
      log: (level, message, data) =>
        ledger.append({ t: 'log', level, message, reference: key, ...(data ? { data } : {}) }),
    });
    if (attendance.isOver) return new Promise(() => {});
    if (signal.aborted) throw signal.reason;
    ledger.append(outcome);
    await ledger.flush();
    return outcome;
  }
}
