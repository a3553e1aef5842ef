import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { objectOr } from '../../../schemas/json/values.js';
import type { Eventual } from '../../concurrency/computing.js';
import { nextTurn } from '../../concurrency/loop-turn.js';
import { LateSignal } from '../../concurrency/signals.js';
import { type Surroundings, withSurroundings } from '../../expressions/index.js';
import {
  type ContainerRequest,
  type EffectContext,
  type EffectOptions,
  FlowError,
  type FlowHost,
  type HumanTaskRequest,
  type HumanTaskResult,
  type HumanTaskWaiting,
  Interrupted,
  type MessageStream,
  type OpenHumanTask,
  type ReceivedEvent,
  type ScriptRequest,
  type ScriptResult,
  type StepKey,
  type SubflowCall,
  type TaskEvent,
  type WantedEvents,
} from '../../flows/index.js';
import type { RunVersion } from '../../runs/contract.js';
import { childRunId } from '../../runs/index.js';
import { toOpaque } from '../record/recorded-journal.js';
import { getDefect, runWhileAwaited, toCodeRequest } from '../record/rehearsed-run.js';
import { createSample } from './assumed-answer.js';
import type { RecordedRun } from './recorded-runs.js';
import { type Rehearsal, toTextName } from './rehearsal.js';
import {
  type CallMeaning,
  type CallOutcome,
  createMeaning,
  describeEffect,
  type RehearsedCall,
  toReference,
} from './rehearsed-call.js';

const never = Number.POSITIVE_INFINITY;

/** Which run of a version a host serves. */
export interface RehearsedRun {
  readonly id: string;
  readonly flow: string;
  readonly namespace: string;
  readonly startedAt: number;
  /** Precedes the keys of its steps in the rehearsal. */
  readonly prefix: StepKey;
}

/**
 * Serves one run of a version in a rehearsal, without effects: calls are answered from the record, time passes as it did in the
 * recorded run, JavaScript runs in the sandbox, and other flows run in the same rehearsal.
 */
export class RehearsalHost implements FlowHost {
  readonly isRehearsal = true;
  readonly run: FlowHost['run'];
  readonly maxTasks = 1_000_000;
  readonly usesSecrets = true;
  readonly takesFirst: boolean;
  readonly ending = new LateSignal();
  readonly #values = new Map<StepKey, Json>();
  /** The recorded run of the same steps, if there is one. */
  readonly #recorded: RecordedRun | undefined;

  constructor(
    private readonly rehearsal: Rehearsal,
    private readonly rehearsed: RehearsedRun,
    private readonly runVersion: RunVersion,
  ) {
    this.run = { id: rehearsed.id, startedAt: rehearsed.startedAt };
    this.#recorded = rehearsal.recorded.find(rehearsed.prefix);
    this.takesFirst = !rehearsal.recorded.root.record.state.hasSingleResults;
    rehearsal.ending.addEventListener('abort', () => this.ending.abort(rehearsal.ending.reason));
  }

  get surroundings(): Surroundings {
    return this.rehearsal;
  }

  get metadata(): JsonObject {
    return this.runVersion.metadata;
  }

  get version(): string | undefined {
    const { root } = this.rehearsal.recorded;
    return root.journal.getVersion(0);
  }

  get signal(): AbortSignal {
    return this.ending.signal;
  }

  throwIfAborted(): void {
    this.ending.throwIfAborted();
  }

  tooManyTasks(): Error {
    this.rehearsal.end('it starts more than a million tasks');
    return new Interrupted('The rehearsal has ended');
  }

  note({ type, key, reference, task, data }: TaskEvent): void {
    if (this.rehearsal.ending.aborted) return;
    this.rehearsal.note({ type, key: this.#toFull(key), flow: this.rehearsed.flow, reference, task }, data);
  }

  log(): void {}

  yieldTurn(): Promise<void> {
    return this.rehearsal.order.whileComputing(() => nextTurn(true));
  }

  whileComputing<Result>(compute: () => Promise<Result>): Promise<Result> {
    return this.rehearsal.order.whileComputing(compute);
  }

  async effect(
    key: StepKey,
    perform: (context: EffectContext) => Promise<Json>,
    { describe }: EffectOptions = {},
  ): Promise<Json> {
    if (describe === undefined) throw new Error('An effect without a description cannot be rehearsed');
    const subject = await this.whileComputing(async () => describe());
    if (subject.kind === 'log') {
      this.rehearsal.logged.add(this.#toFull(key));
      return null;
    }
    const meaning = describeEffect(subject, this.runVersion, this.rehearsed.flow, this.rehearsal.connectors);
    const isComputed =
      subject.kind === 'code' && this.runVersion.isSandboxed(toCodeRequest(subject.arguments));
    const recorded = this.#findRecorded(key, meaning);
    if (recorded === undefined && isComputed) return this.#compute(perform);
    return this.#answer(recorded ?? this.#assume(key, meaning));
  }

  /** The call as the recorded version made it, by its key, or else by its meaning; undefined where there is none. */
  #findRecorded(key: StepKey, meaning: CallMeaning): RehearsedCall | undefined {
    const { pool, recorded } = this.rehearsal;
    const full = this.#toFull(key);
    const at = { key: full, reference: toReference(full), flow: this.rehearsed.flow };
    if (pool === undefined) {
      const own = this.#recorded;
      const effect = own?.journal.effects.get(key);
      const place = own && effect ? recorded.toPlace(own, effect.order) : never;
      return this.rehearsal.addCall(at, meaning, { place, outcome: effect, isAssumed: false });
    }
    const call = pool.take(full, meaning);
    if (call === undefined) return undefined;
    const { place, outcome } = call;
    return this.rehearsal.addCall(at, meaning, { place, outcome, isAssumed: false });
  }

  /** An answer for a call that the recorded version did not make. */
  #assume(key: StepKey, meaning: CallMeaning): RehearsedCall {
    const full = this.#toFull(key);
    const like = this.rehearsal.pool?.findLike(full, meaning);
    const outcome = like?.outcome ?? { output: this.#createAnswer(meaning) };
    const at = { key: full, reference: toReference(full), flow: this.rehearsed.flow };
    return this.rehearsal.addCall(at, meaning, { place: like?.place ?? 0, outcome, isAssumed: true });
  }

  #createAnswer({ kind, definition }: CallMeaning): Json {
    if (kind !== 'action') return null;
    return createSample(objectOr(objectOr(definition)['action'])['output']);
  }

  async #answer({ place, outcome }: RehearsedCall): Promise<Json> {
    await this.rehearsal.reach(place);
    return replay(outcome ?? {});
  }

  /** Runs JavaScript, which reaches nothing. */
  #compute(perform: (context: EffectContext) => Promise<Json>): Promise<Json> {
    return this.whileComputing(() => perform({ idempotencyKey: '', log: () => {} }));
  }

  script(
    request: ScriptRequest | ContainerRequest,
    context: EffectContext,
    signal: AbortSignal,
  ): Promise<ScriptResult> {
    return this.runVersion.script(request, context, signal);
  }

  value<Value extends Eventual<Json>>(key: StepKey, compute: () => Value): Json | Value {
    const existing = this.#values.get(key);
    if (existing !== undefined) return existing;
    const recorded = this.#findValue(key);
    if (recorded !== undefined) return this.#keep(key, recorded);
    const value: Eventual<Json> = compute();
    if (value instanceof Promise) return value.then((computed) => this.#keep(key, computed)) as Value;
    return this.#keep(key, this.#findRandom(key, value));
  }

  recordedValue(key: StepKey): Json | undefined {
    return this.#values.get(key) ?? this.#findValue(key);
  }

  /** A value of the machine that another time would differ: a loss of a thread, a pause by chance, the start of a task. */
  #findValue(key: StepKey): Json | undefined {
    if (!/:(?:lost|jitter|startedAt)$/.test(key)) return undefined;
    return this.#recorded?.journal.values.get(key)?.value;
  }

  /** A random value as the recorded version had it: of the same step, or else the next one of the same form. */
  #findRandom(key: StepKey, value: Json): Json {
    if (!key.endsWith(':random')) return value;
    const { pool, values, usedRandoms } = this.rehearsal;
    const full = this.#toFull(key);
    if (pool === undefined) {
      const recorded = this.#recorded?.journal.values.get(key)?.value ?? value;
      values.randoms.push({ key: full, value: recorded });
      return recorded;
    }
    const fitting = values.randoms.filter(
      (each) => !usedRandoms.has(each) && toForm(each.value) === toForm(value),
    );
    const random = fitting.find((each) => each.key === full) ?? fitting[0];
    if (random) usedRandoms.add(random);
    return random?.value ?? value;
  }

  #keep(key: StepKey, value: Json): Json {
    this.#values.set(key, value);
    return value;
  }

  async beforeDecision(key: StepKey): Promise<void> {
    const own = this.#recorded;
    const order = own?.journal.decisions.get(key);
    if (own !== undefined && order !== undefined)
      await this.rehearsal.order.settle(this.rehearsal.recorded.toPlace(own, order));
  }

  alarm(_verdict: StepKey, due: number, ring: () => void): () => void {
    return this.rehearsal.callAt(due, ring);
  }

  sleep(_key: StepKey, ms: number): Promise<void> {
    return this.rehearsal.reachTime(this.rehearsal.now() + ms);
  }

  async runFlow(key: StepKey, call: SubflowCall, signal: AbortSignal): Promise<Json> {
    const { plan, input } = await this.whileComputing(() => this.runVersion.subflow(call));
    const prefix = `${this.#toFull(key)}>`;
    const child = { id: childRunId(this.run.id, key), flow: plan.name, namespace: plan.namespace, prefix };
    const startedAt = this.rehearsal.now();
    const host = new RehearsalHost(this.rehearsal, { ...child, startedAt }, this.runVersion);
    if (!call.wait) {
      this.rehearsal.detached.push(plan.execute(input, host).then(() => undefined, getDefect));
      return { runId: child.id };
    }
    return runWhileAwaited(host.ending, signal, async () => {
      try {
        const output = await plan.execute(input, host);
        await this.#reachEnd(key);
        return output;
      } catch (error) {
        if (error instanceof FlowError) await this.#reachEnd(key);
        throw error;
      }
    });
  }

  /** The run that waited for another goes on as soon as the record says so. */
  async #reachEnd(key: StepKey): Promise<void> {
    const own = this.#recorded;
    const effect = own?.journal.effects.get(key);
    if (own && effect) await this.rehearsal.reach(this.rehearsal.recorded.toPlace(own, effect.order));
  }

  async emit(key: StepKey, event: JsonObject): Promise<JsonObject | undefined> {
    const { pool, recorded } = this.rehearsal;
    const full = this.#toFull(key);
    const at = { key: full, reference: toReference(full), flow: this.rehearsed.flow };
    const { time: _time, id: _id, source, ...rest } = event;
    // The version of a flow's document is a part of the source that it has by default.
    const ownSource = `/${encodeURIComponent(this.rehearsed.namespace)}/${encodeURIComponent(this.rehearsed.flow)}/`;
    const isOwn = typeof source === 'string' && source.startsWith(ownSource);
    const args = isOwn ? rest : { ...rest, source: source ?? null };
    const meaning = createMeaning('event', String(event['type']), args);
    const own = this.#recorded;
    const entry = pool === undefined ? own?.journal.emitted.get(key) : undefined;
    const like = pool?.take(full, meaning);
    const recordedPlace = own && entry ? recorded.toPlace(own, entry.order) : undefined;
    const place = like?.place ?? recordedPlace;
    const outcome = like?.outcome ?? { output: entry?.output?.['id'] ?? null };
    this.rehearsal.addCall(at, meaning, {
      place: place ?? 0,
      outcome,
      isAssumed: pool !== undefined && !like,
    });
    if (place !== undefined) await this.rehearsal.reach(place);
    if (entry !== undefined && entry.output === undefined) return undefined;
    return { id: outcome.output ?? `rehearsal ${full}`, ...event };
  }

  async receive(key: StepKey, { fits, after }: WantedEvents): Promise<ReceivedEvent> {
    const { recorded, receivedEvents, receivedAt, listeningSince } = this.rehearsal;
    const full = this.#toFull(key);
    if (!listeningSince.has(full)) listeningSince.set(full, this.rehearsal.now());
    const minPlace = (after === undefined ? undefined : receivedAt.get(this.#toFull(after))) ?? -1;
    const candidates = [...recorded.all]
      .flatMap((run) =>
        [...run.journal.events].map(([eventKey, event]) => ({
          event,
          isOwn: run.prefix + eventKey === full,
          place: recorded.toPlace(run, event.order),
        })),
      )
      .filter(({ event, place }) => !receivedEvents.has(event) && place > minPlace)
      .sort((a, b) => Number(b.isOwn) - Number(a.isOwn) || a.place - b.place);
    for (const { event, place } of candidates) {
      const isFit = await this.whileComputing(async () => fits(event.event, event.position));
      if (!isFit || receivedEvents.has(event)) continue;
      receivedEvents.add(event);
      receivedAt.set(full, place);
      await this.rehearsal.reach(place);
      return { event: event.event, position: event.position };
    }
    await this.rehearsal.reach(never);
    throw new Interrupted('The record has no such event');
  }

  async openHumanTask(key: StepKey, request: HumanTaskRequest): Promise<OpenHumanTask> {
    const { reference: _reference, ...rest } = request;
    const meaning = createMeaning('human-task', 'human-task', { ...rest } as unknown as JsonObject);
    const call = this.#findTask(key, meaning);
    const from = call && this.#findTaskRecord(call.key);
    const full = this.#toFull(key);
    this.rehearsal.opened.set(full, {
      from: from?.run,
      key: from?.key ?? '',
      form: request.form,
    });
    if (call && call.place !== never) await this.rehearsal.reach(call.place);
    const opened = objectOr(from?.run.journal.values.get(`${from.key}:opened`)?.value);
    const { id = `rehearsal ${full}`, openedAt = this.rehearsal.now(), dueAt = null } = opened;
    const people = (Array.isArray(opened['people']) ? opened['people'] : request.assignees).map(String);
    return {
      id: String(id),
      openedAt: Number(openedAt),
      dueAt: dueAt === null ? null : Number(dueAt),
      people: people.map((assignee) => ({ assignee, link: '***', unlinked: () => undefined })),
      unanswerable: () => undefined,
    };
  }

  /** The recorded task that asks the same; the one that is most alike where none does. */
  #findTask(key: StepKey, meaning: CallMeaning): RehearsedCall | undefined {
    const { pool, recorded } = this.rehearsal;
    const full = this.#toFull(key);
    const at = { key: full, reference: toReference(full), flow: this.rehearsed.flow };
    if (pool === undefined) {
      const own = this.#recorded;
      const opened = own?.journal.values.get(`${key}:opened`);
      const place = own && opened ? recorded.toPlace(own, opened.order) : never;
      return this.rehearsal.addCall(at, meaning, { place, outcome: opened && {}, isAssumed: false });
    }
    const call = pool.take(full, meaning);
    const like = call ?? pool.findLike(full, meaning);
    const { place = 0, outcome = {} } = like ?? {};
    this.rehearsal.addCall(at, meaning, { place, outcome, isAssumed: call === undefined });
    return like;
  }

  #findTaskRecord(full: StepKey): { run: RecordedRun; key: StepKey } | undefined {
    const end = full.lastIndexOf('>') + 1;
    const run = this.rehearsal.recorded.find(full.slice(0, end));
    return run && { run, key: full.slice(end) };
  }

  abandonHumanTask(): void {}

  noteUnnotified(): void {}

  async awaitHumanTask(key: StepKey, { until }: HumanTaskWaiting): Promise<HumanTaskResult | null> {
    const { recorded } = this.rehearsal;
    const end = key.lastIndexOf(':answer/');
    const task = this.rehearsal.opened.get(this.#toFull(key.slice(0, end)));
    if (task?.from === undefined) return this.#createResult(task?.form);
    const head = `${task.key}:answer/`;
    const answers = [...task.from.journal.effects].filter(
      ([each, { output, error }]) => each.startsWith(head) && (error !== undefined || output != null),
    );
    const answer = answers.at(-1)?.[1];
    const place = answer === undefined ? never : recorded.toPlace(task.from, answer.order);
    if (answer === undefined || recorded.timeAt(place) > until) {
      if (until === never) await this.rehearsal.reach(never);
      await this.rehearsal.reachTime(until);
      return null;
    }
    await this.rehearsal.reach(place);
    return replay(answer) as unknown as HumanTaskResult;
  }

  /** The answer of a person whom the recorded version did not ask. */
  #createResult(form: JsonObject | undefined): HumanTaskResult {
    const completedAt = new Date(this.rehearsal.now()).toISOString();
    return { values: createSample(form), completedBy: null, completedAt };
  }

  async secret(name: string): Promise<Json> {
    for (const { journal } of this.rehearsal.recorded.all) {
      const read = journal.secrets.get(name)?.at(-1);
      if (read?.error !== undefined) throw new FlowError({ ...read.error });
      if (read !== undefined) return toOpaque(read.digests ?? {});
    }
    const { pool, values } = this.rehearsal;
    if (pool === undefined) values.unreadSecrets.add(name);
    // The run ended, or cancelled the task, before it read the secret.
    if (values.unreadSecrets.has(name)) await this.rehearsal.reach(never);
    this.rehearsal.doubt(`The secret \`${name}\` was not read in the run: what depends on it is not known`);
    return {};
  }

  transform(key: StepKey, kind: 'mapping' | 'template', name: string, input: Json): Eventual<Json> {
    const value = <Value extends Eventual<Json>>(at: StepKey, compute: () => Value): Json | Value =>
      kind === 'mapping'
        ? withSurroundings(this.rehearsal, compute)
        : this.#findText(
            at,
            toTextName(name, this.runVersion.definition(kind, name) ?? null, input),
            compute,
          );
    const recorder = { value, whileComputing: this.whileComputing.bind(this) };
    return this.runVersion.transform(key, { kind, name, input }, recorder);
  }

  /** The text of a template that may differ another time, as the recorded version had it for the same input. */
  #findText<Value extends Eventual<Json>>(key: StepKey, name: string, compute: () => Value): Json | Value {
    const { pool, values } = this.rehearsal;
    const text = pool === undefined ? this.#recorded?.journal.values.get(key)?.value : values.texts.get(name);
    if (text === undefined) return compute();
    values.texts.set(name, text);
    return text;
  }

  #toFull(key: StepKey): StepKey {
    return this.rehearsed.prefix + key;
  }

  readonly fetch = outside;
  readonly transfer = outside;
  readonly invoke = outside;
  readonly callProtocol = outside;
  readonly store = outside;

  follow(): MessageStream {
    return outside();
  }
}

/** @throws FlowError the error of the call */
function replay({ output = null, error }: CallOutcome): Json {
  if (error !== undefined) throw new FlowError({ ...error });
  return output;
}

/** The form of a random value: its type, and the length of a text. */
function toForm(value: Json): string {
  return typeof value === 'string' ? `string ${value.length}` : typeof value;
}

function outside(): never {
  throw new Error('A rehearsal reaches nothing outside of the process');
}
