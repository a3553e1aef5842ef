import type { Json, JsonObject } from '../../../schemas/json/types.js';
import type { Eventual } from '../../concurrency/computing.js';
import { nextTurn } from '../../concurrency/loop-turn.js';
import { LateSignal } from '../../concurrency/signals.js';
import {
  FlowError,
  type FlowErrorBody,
  type FlowHost,
  type HumanTaskResult,
  Interrupted,
  type MessageStream,
  type OpenHumanTask,
  type ReceivedEvent,
  type StepKey,
  type TaskEvent,
} from '../../flows/index.js';
import type { RunRecord } from '../../runs/contract.js';
import type { AnswerCut } from '../../runs/index.js';
import { type RecordedJournal, toOpaque } from './recorded-journal.js';
import { RecordedOrder } from './recorded-order.js';

/** Receives the data of tasks as a rehearsal computes them. */
export interface DataReader {
  note(event: TaskEvent): void;
  observe(key: StepKey, stage: 'transformedInput' | 'rawOutput', value: Json): void;
}

/**
 * Why a plan was ended before its end: the record goes no further, the caller has what it wants, the time is up, or the run read a
 * secret in a version of svc that did not note it.
 */
export type RehearsalEnd = 'recorded' | 'complete' | 'late' | 'unrecorded-secret' | AnswerCut;

/** Task events that the run did not have: so many mean that the plan goes on where the run did not. */
const maxUnrecorded = 1_000;
const never = Number.POSITIVE_INFINITY;

/**
 * Answers the plan of a run from its journal, without any effect: the plan computes what it computed in the run, in the same
 * order. What the run did not come to never happens, so that the plan stops where the run did. Secrets are opaque.
 */
export class RecordedHost implements FlowHost {
  readonly isRehearsal = true;
  readonly run: FlowHost['run'];
  readonly metadata: JsonObject;
  readonly takesFirst: boolean;
  readonly maxTasks = never;
  readonly usesSecrets = true;
  readonly #ending = new LateSignal();
  readonly #order: RecordedOrder;
  readonly #secretReads = new Map<string, number>();
  /** Values that the run did not record: the plan is past the end of the run. */
  readonly #beyond = new Map<StepKey, Json>();
  #unrecorded = 0;
  #ended: RehearsalEnd | undefined;

  constructor(
    private readonly record: Pick<RunRecord, 'state' | 'metadata' | 'transform'>,
    private readonly journal: RecordedJournal,
    private readonly reader: DataReader,
  ) {
    const { id, startedAt, createdAt, hasSingleResults } = record.state;
    this.run = { id, startedAt: startedAt ?? createdAt };
    this.metadata = record.metadata;
    this.takesFirst = !hasSingleResults;
    this.#order = new RecordedOrder(journal.getOrders(), () => this.end('recorded'));
  }

  /** The reason why the plan was ended; undefined while it goes on, and for one that came to its end. */
  get ended(): RehearsalEnd | undefined {
    return this.#ended;
  }

  /** Ends the plan, which unwinds with `Interrupted`. The first reason counts. */
  end(reason: RehearsalEnd): void {
    this.#ended ??= reason;
    this.#ending.abort(new Interrupted('The rehearsal has ended'));
    this.#order.close();
  }

  get version(): string | undefined {
    return this.journal.getVersion(this.#order.position);
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  get ending(): LateSignal {
    return this.#ending;
  }

  throwIfAborted(): void {
    this.#ending.throwIfAborted();
  }

  tooManyTasks(): Error {
    return new Interrupted('The rehearsal has ended');
  }

  note(event: TaskEvent): void {
    if (this.#ending.aborted) return;
    if (this.journal.hasNote(event.type, event.key)) this.reader.note(event);
    else if (++this.#unrecorded > maxUnrecorded) this.end('recorded');
  }

  observe(key: StepKey, stage: 'transformedInput' | 'rawOutput', value: Json): void {
    this.reader.observe(key, stage, value);
  }

  /** Ends the plan where it needs an answer that is not there. @throws Interrupted */
  #requireKept(cut: AnswerCut | undefined): void {
    if (cut === undefined) return;
    this.end(cut);
    this.throwIfAborted();
  }

  async effect(key: StepKey): Promise<Json> {
    const recorded = this.journal.effects.get(key);
    await this.#order.reach(recorded?.order ?? never);
    this.#requireKept(recorded?.cut);
    return replay(recorded ?? {});
  }

  yieldTurn(): Promise<void> {
    return this.#order.whileComputing(() => nextTurn(true));
  }

  value<Value extends Eventual<Json>>(key: StepKey, compute: () => Value): Json | Value {
    const recorded = this.recordedValue(key);
    if (recorded !== undefined) return recorded;
    const value: Eventual<Json> = compute();
    if (value instanceof Promise) return value.then((computed) => this.#keep(key, computed)) as Value;
    return this.#keep(key, value);
  }

  async beforeDecision(key: StepKey): Promise<void> {
    const order = this.journal.decisions.get(key);
    if (order !== undefined) await this.#order.settle(order);
  }

  recordedValue(key: StepKey): Json | undefined {
    return this.journal.values.get(key)?.value ?? this.#beyond.get(key);
  }

  #keep(key: StepKey, value: Json): Json {
    this.#beyond.set(key, value);
    return value;
  }

  alarm(verdict: StepKey, _due: number, ring: () => void): () => void {
    const order = this.journal.decisions.get(verdict);
    return order === undefined ? () => {} : this.#order.call(order, ring);
  }

  sleep(key: StepKey): Promise<void> {
    return this.#order.reach(this.journal.getSleepOrder(key));
  }

  whileComputing<Result>(compute: () => Promise<Result>): Promise<Result> {
    return this.#order.whileComputing(compute);
  }

  runFlow(key: StepKey): Promise<Json> {
    return this.effect(key);
  }

  async emit(key: StepKey): Promise<JsonObject | undefined> {
    const recorded = this.journal.emitted.get(key);
    // An event is sent to its end, also by a task that is cancelled meanwhile: one that is not recorded must not keep the task.
    if (recorded !== undefined) await this.#order.reach(recorded.order);
    return recorded?.output;
  }

  async receive(key: StepKey): Promise<ReceivedEvent> {
    const recorded = this.journal.events.get(key);
    await this.#order.reach(recorded?.order ?? never);
    this.#requireKept(recorded?.cut);
    return recorded ?? outside();
  }

  async openHumanTask(key: StepKey): Promise<OpenHumanTask> {
    const recorded = this.journal.values.get(`${key}:opened`);
    await this.#order.reach(recorded?.order ?? never);
    const { id, openedAt, dueAt, people } = (recorded?.value ?? {}) as unknown as OpenedHumanTask;
    return {
      id,
      openedAt,
      dueAt,
      people: people.map((assignee) => ({ assignee, link: '***', unlinked: () => undefined })),
      unanswerable: () => undefined,
    };
  }

  abandonHumanTask(): void {}

  noteUnnotified(): void {}

  async awaitHumanTask(key: StepKey): Promise<HumanTaskResult | null> {
    return (await this.effect(key)) as unknown as HumanTaskResult | null;
  }

  async secret(name: string): Promise<Json> {
    const reads = this.journal.secrets.get(name) ?? [];
    const number = this.#secretReads.get(name) ?? 0;
    const read = reads[number];
    if (read === undefined && !this.journal.hasVersion) this.end('unrecorded-secret');
    // A plan reads a secret again after a refusal.
    if (read?.error !== undefined && number + 1 < reads.length) this.#secretReads.set(name, number + 1);
    await this.#order.reach(read?.order ?? never);
    if (read?.error !== undefined) throw new FlowError({ ...read.error });
    return toOpaque(read?.digests ?? {});
  }

  transform(key: StepKey, kind: 'mapping' | 'template', name: string, input: Json): Eventual<Json> {
    return this.record.transform(key, { kind, name, input }, this);
  }

  log(): void {}

  readonly fetch = outside;
  readonly transfer = outside;
  readonly invoke = outside;
  readonly callProtocol = outside;
  readonly store = outside;
  readonly script = outside;

  follow(): MessageStream {
    return outside();
  }
}

/** The value that a run records of a human task that it opened. */
interface OpenedHumanTask extends Pick<OpenHumanTask, 'id' | 'openedAt' | 'dueAt'> {
  readonly people: readonly string[];
}

/** @throws FlowError the error of the effect */
function replay({
  output = null,
  error,
}: {
  output?: Json | undefined;
  error?: FlowErrorBody | undefined;
}): Json {
  if (error !== undefined) throw new FlowError({ ...error });
  return output;
}

/** Steps outside of the process are answered by the journal and never performed. */
function outside(): never {
  throw new Error('A rehearsal reaches nothing outside of the process');
}
