import { toJsonText } from '../../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { decodeStep, isObject, objectOr, parsePointer } from '../../../schemas/json/values.js';
import { type Eventual, whenReady } from '../../concurrency/computing.js';
import { nextTurn } from '../../concurrency/loop-turn.js';
import { LateSignal, untilAborted } from '../../concurrency/signals.js';
import { type Surroundings, withSurroundings } from '../../expressions/index.js';
import {
  acceptForm,
  type ContainerRequest,
  type EffectContext,
  type EffectOptions,
  type EffectSubject,
  FlowError,
  type FlowErrorBody,
  type FlowHost,
  type FlowPlan,
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
  type StoreAction,
  type SubflowCall,
  standardError,
  type TaskEvent,
  type WantedEvents,
} from '../../flows/index.js';
import type { RunVersion } from '../../runs/contract.js';
import {
  childRunId,
  durationExceeded,
  limitExceeded,
  refuseLargeOutput,
  runOutputError,
} from '../../runs/index.js';
import { getDefect, runWhileAwaited, toCodeRequest } from '../record/rehearsed-run.js';
import { toReference } from '../replay/rehearsed-call.js';
import { findReadSecrets } from './read-secrets.js';
import type { RehearsedTest, RehearsedTestCall, UnansweredCall } from './rehearsed-test.js';

/** A run of a test. */
export interface TestedRun {
  readonly id: string;
  readonly plan: FlowPlan;
  readonly startedAt: number;
  /** Precedes the keys of its steps in the test. */
  readonly prefix: StepKey;
  /** The runs above. */
  readonly depth: number;
}

interface OpenedTask {
  readonly task: OpenHumanTask;
  readonly form: JsonObject;
  readonly reference: string;
  readonly arguments: Json;
  readonly answer: Awaited<ReturnType<RehearsedTest['takeAnswer']>>;
}

const never = Number.POSITIVE_INFINITY;

/** Serves one run of a test from its given answers: nothing leaves the process, and waits take no time. */
export class TestHost implements FlowHost {
  readonly isRehearsal = true;
  readonly run: FlowHost['run'];
  readonly metadata: JsonObject;
  readonly usesSecrets = true;
  readonly ending = new LateSignal();
  readonly #values = new Map<StepKey, Json>();
  readonly #opened = new Map<StepKey, OpenedTask>();
  /** The events that each step has received, by number. */
  readonly #received = new Set<number>();
  #positions = 0;
  #exceeded: FlowErrorBody | undefined;

  constructor(
    private readonly test: RehearsedTest,
    private readonly tested: TestedRun,
    private readonly runVersion: RunVersion,
  ) {
    this.run = { id: tested.id, startedAt: tested.startedAt };
    this.metadata = withVariables(runVersion.metadata, test.plan.variables);
    test.ending.addEventListener('abort', () => this.ending.abort(test.ending.reason));
  }

  /** Runs the plan to its end, within the limits of a run. @throws FlowError; Interrupted */
  async execute(input: Json): Promise<Json> {
    const { plan, startedAt } = this.tested;
    const { flowDurationMs } = this.test.limits;
    const silence =
      plan.definition['timeout'] === undefined
        ? this.test.callAt(startedAt + flowDurationMs, () => {
            if (!this.test.endListening()) this.#exceed(durationExceeded(flowDurationMs));
          })
        : () => {};
    try {
      const output = await plan.execute(input, this);
      const error = runOutputError(output);
      if (error !== null) throw new FlowError(error);
      return output;
    } catch (error) {
      if (error instanceof Interrupted && this.#exceeded) throw new FlowError({ ...this.#exceeded });
      throw error;
    } finally {
      silence();
    }
  }

  get surroundings(): Surroundings {
    return this.test;
  }

  get signal(): AbortSignal {
    return this.ending.signal;
  }

  get maxTasks(): number {
    return this.test.limits.tasks;
  }

  throwIfAborted(): void {
    this.ending.throwIfAborted();
  }

  tooManyTasks(): Error {
    return this.#exceed(limitExceeded('RunTasks', this.maxTasks));
  }

  #exceed(error: FlowErrorBody): Error {
    this.#exceeded ??= error;
    const reason = new Interrupted('The run is over a limit');
    this.ending.abort(reason);
    return reason;
  }

  note({ type, reference, data }: TaskEvent): void {
    if (this.test.ending.aborted) return;
    const { name, definition } = this.tested.plan;
    if (type === 'started') this.test.noteTask(name, definition, reference);
    if (type === 'completed' && data !== undefined)
      refuseLargeOutput(toJsonText(data), this.test.limits.taskOutput);
  }

  log(): void {}

  yieldTurn(): Promise<void> {
    return this.test.whileComputing(() => nextTurn(true));
  }

  whileComputing<Result>(compute: () => Promise<Result>): Promise<Result> {
    return this.test.whileComputing(compute);
  }

  async effect(
    key: StepKey,
    perform: (context: EffectContext) => Promise<Json>,
    { describe }: EffectOptions = {},
  ): Promise<Json> {
    if (describe === undefined) throw new Error('An effect without a description cannot be tested');
    const subject = await this.whileComputing(async () => describe());
    if (subject.kind === 'log') return null;
    const isSandboxed =
      subject.kind === 'code' && this.runVersion.isSandboxed(toCodeRequest(subject.arguments));
    const isInner = isSandboxed || subject.kind === 'store';
    const call = this.#createCall(key, {
      group: subject.kind === 'code' ? 'run' : 'call',
      names: this.#getNames(key, subject),
      arguments: toArguments(subject),
      isInner,
    });
    this.test.addCall(call);
    this.throwIfAborted();
    const answer = await this.test.takeAnswer(call);
    if ('entry' in answer) {
      const output = await this.test.answer(answer.entry, call.arguments, call.reference);
      return subject.kind === 'message' ? { message: output } : output;
    }
    // The messages of a subscription come to an end with the entries for it.
    if (subject.kind === 'message' && answer.passedOver.length > 0) return null;
    if (!isInner) this.test.refuse(answer);
    const output = await this.whileComputing(() => perform({ idempotencyKey: '', log: () => {} }));
    refuseLargeOutput(toJsonText(output ?? null), this.test.limits.taskOutput);
    return output;
  }

  #createCall(
    key: StepKey,
    call: Pick<RehearsedTestCall, 'group' | 'names' | 'arguments' | 'isInner'>,
  ): RehearsedTestCall {
    const reference = toReference(key);
    const task = decodeStep(reference.slice(reference.lastIndexOf('/') + 1));
    return { ...call, reference, task, flow: this.tested.plan.name };
  }

  /** The names by which a test may mean an effect: what is called, in all its forms, and as the flow has it. */
  #getNames(key: StepKey, { kind, target }: EffectSubject): string[] {
    const names = [target];
    const own = this.#findDefinition(toReference(key));
    if (typeof own?.['call'] === 'string') names.push(own['call']);
    const [first = target] = target.split(' ', 1);
    if (kind === 'http') names.push('http');
    else if (first !== target) names.push(first);
    if (target.startsWith('script/')) names.push(target.slice('script/'.length));
    return names;
  }

  #findDefinition(reference: string): JsonObject | undefined {
    let value: Json | undefined = this.tested.plan.definition;
    for (const name of parsePointer(reference) ?? []) {
      if (Array.isArray(value)) value = value[Number(name)];
      else value = isObject(value) ? value[name] : undefined;
    }
    return isObject(value) ? value : undefined;
  }

  script(
    request: ScriptRequest | ContainerRequest,
    context: EffectContext,
    signal: AbortSignal,
  ): Promise<ScriptResult> {
    return this.runVersion.script(request, context, signal);
  }

  store(name: string, action: StoreAction, input: JsonObject): Promise<Json> {
    return this.runVersion.store(this.test.stores, { name, action, input });
  }

  value<Value extends Eventual<Json>>(key: StepKey, compute: () => Value): Json | Value {
    const existing = this.#values.get(key);
    if (existing !== undefined) return existing;
    const keep = (value: Json): Json => {
      this.#values.set(key, value);
      return value;
    };
    return whenReady(compute() as Eventual<Json>, keep) as Json | Value;
  }

  recordedValue(key: StepKey): Json | undefined {
    return this.#values.get(key);
  }

  alarm(_verdict: StepKey, due: number, ring: () => void): () => void {
    return this.test.callAt(due, ring);
  }

  sleep(_key: StepKey, ms: number): Promise<void> {
    return this.test.reachTime(this.test.now() + ms);
  }

  async runFlow(key: StepKey, call: SubflowCall, signal: AbortSignal): Promise<Json> {
    const { name } = call.flow;
    const rehearsed = this.#createCall(key, {
      group: 'run',
      names: [`flow/${name}`, name],
      arguments: call.input,
      isInner: true,
    });
    this.test.addCall(rehearsed);
    const id = childRunId(this.run.id, key);
    const answer = await this.test.takeAnswer(rehearsed);
    if ('entry' in answer) {
      const output = await this.test.answer(answer.entry, call.input, rehearsed.reference);
      return call.wait ? output : { runId: id };
    }
    const { plan, input } = await this.whileComputing(() => this.runVersion.subflow(call));
    const depth = this.tested.depth + 1;
    this.#refuseMany(depth);
    const prefix = `${this.tested.prefix}${key}>`;
    const child = { id, plan, startedAt: this.test.now(), prefix, depth };
    const host = new TestHost(this.test, child, this.runVersion);
    if (!call.wait) {
      this.test.detached.push(host.execute(input).then(() => undefined, getDefect));
      return { runId: id };
    }
    return runWhileAwaited(host.ending, signal, () => host.execute(input));
  }

  /** @throws FlowError where there are too many runs, or too many inside each other */
  #refuseMany(depth: number): void {
    const { nesting, children } = this.test.limits;
    if (depth >= nesting) {
      const detail = `More than the ${nesting} runs inside each other that \`Limits.RunNesting\` allows`;
      throw standardError('runtime', { title: 'Flows nested too deep', detail, code: 'nesting_limit' });
    }
    if (++this.test.runs <= children) return;
    const detail = `More than the ${children} other runs that \`Limits.RunChildren\` allows`;
    throw standardError('runtime', { title: 'Too many other runs', detail, code: 'children_limit' });
  }

  async emit(key: StepKey, event: JsonObject): Promise<JsonObject | undefined> {
    const type = String(event['type']);
    const call = { group: 'emit', names: [type], arguments: event, isInner: false } as const;
    this.test.addCall(this.#createCall(key, call));
    const sent = { id: this.test.randomId(), ...event };
    this.test.addEvent(sent);
    return sent;
  }

  async receive(key: StepKey, { fits }: WantedEvents, signal: AbortSignal): Promise<ReceivedEvent> {
    const call = this.#createCall(key.replace(/:event\/\d+$/, ''), {
      group: 'listen',
      names: [],
      arguments: null,
      isInner: false,
    });
    const named = { ...call, names: [call.task] };
    const isFit = (event: JsonObject): Promise<boolean> =>
      this.whileComputing(async () => fits(event, this.#positions));
    for (;;) {
      const answer = await this.test.takeAnswer(named);
      if ('entry' in answer) {
        const { entry } = answer;
        const event = this.#toEvent(await this.test.answer(entry, null, call.reference));
        if (await isFit(event)) return { event, position: this.#positions++ };
        const reason = `the event is not one that \`${call.task}\` listens for`;
        this.test.refuseAnswer(entry.pointer, reason);
      }
      for (const [index, event] of this.test.events.entries()) {
        if (this.#received.has(index) || !(await isFit(event))) continue;
        this.#received.add(index);
        return { event, position: this.#positions++ };
      }
      await this.#awaitEvent(key, answer, signal);
    }
  }

  /** Waits for an event of the runs of the test. Fails where no entry is about the step, and no run sends events. */
  async #awaitEvent(key: StepKey, unanswered: UnansweredCall, signal: AbortSignal): Promise<void> {
    const { definition } = this.tested.plan;
    const mayCome = unanswered.passedOver.length > 0 || this.tested.depth > 0 || sendsEvents(definition);
    if (!mayCome) this.test.refuse(unanswered);
    const waiting = this.test.nextEvent(`${this.tested.prefix}${key}`, unanswered);
    try {
      await untilAborted(waiting.next, signal);
    } finally {
      waiting.stop();
    }
  }

  /** A given event with the attributes that each event has. */
  #toEvent(answer: Json): JsonObject {
    const time = new Date(this.test.now()).toISOString();
    const defaults = { specversion: '1.0', id: this.test.randomId(), source: '/flow-test', time };
    return { ...defaults, type: 'flow-test', ...objectOr(answer) };
  }

  async openHumanTask(key: StepKey, request: HumanTaskRequest): Promise<OpenHumanTask> {
    const { reference, ...rest } = request;
    const args = { ...rest } as unknown as JsonObject;
    const call = this.#createCall(key, { group: 'humanTask', names: [], arguments: args, isInner: false });
    const named = { ...call, names: [call.task] };
    this.test.addCall(named);
    const answer = await this.test.takeAnswer(named);
    if (!('entry' in answer) && answer.passedOver.length === 0) this.test.refuse(answer);
    const openedAt = this.test.now();
    const task: OpenHumanTask = {
      id: this.test.randomId(),
      openedAt,
      dueAt: request.dueMs === undefined ? null : openedAt + request.dueMs,
      people: request.assignees.map((assignee) => ({ assignee, link: '***', unlinked: () => undefined })),
      unanswerable: () => undefined,
    };
    this.#opened.set(key, { task, form: request.form, reference, arguments: args, answer });
    return task;
  }

  abandonHumanTask(): void {}

  noteUnnotified(): void {}

  async awaitHumanTask(key: StepKey, { until }: HumanTaskWaiting): Promise<HumanTaskResult | null> {
    const opened = this.#opened.get(key.slice(0, key.lastIndexOf(':answer/')));
    if (opened === undefined) throw new Error('A human task is awaited that was not opened');
    const { task, answer, reference } = opened;
    const { openedAt, dueAt } = task;
    const entry = 'entry' in answer ? answer.entry : undefined;
    const answeredAt = entry === undefined ? never : openedAt + entry.takesMs;
    const endsAt = Math.min(answeredAt, dueAt ?? never);
    if (until < endsAt) {
      await this.test.reachTime(until);
      return null;
    }
    if (endsAt === never && !('entry' in answer)) return this.#awaitNever(key, answer);
    await this.test.reachTime(endsAt);
    if (entry === undefined || (dueAt !== null && dueAt < answeredAt)) {
      const detail = 'The human task was not completed in time';
      throw standardError('timeout', { title: 'Human task overdue', detail, instance: reference });
    }
    const output = await this.test.answer({ ...entry, takesMs: 0 }, opened.arguments, reference);
    return this.#toResult(output, opened.form, entry.pointer);
  }

  /** No person answers, and the task has no end: only a timeout around it ends the wait. */
  async #awaitNever(key: StepKey, unanswered: UnansweredCall): Promise<never> {
    const waiting = this.test.nextEvent(`${this.tested.prefix}${key}`, unanswered);
    try {
      await untilAborted(new Promise<never>(() => {}), this.signal);
    } finally {
      waiting.stop();
    }
    throw new Interrupted('The test has ended');
  }

  async #toResult(answer: Json, form: JsonObject, pointer: string): Promise<HumanTaskResult> {
    const { values = {}, completedBy = null, completedAt } = objectOr(answer);
    const accepted = await this.whileComputing(async () => acceptForm(form, values));
    if (accepted.findings.length > 0) {
      const list = accepted.findings.map((each) => `\`${each.pointer || '/'}\` ${each.message}`).join('; ');
      const reason = `the values do not fit the form: ${list}`;
      this.test.refuseAnswer(pointer, reason);
    }
    const at = typeof completedAt === 'string' ? completedAt : new Date(this.test.now()).toISOString();
    const by = completedBy === null ? null : String(completedBy);
    return { values: accepted.value, completedBy: by, completedAt: at };
  }

  async secret(name: string): Promise<Json> {
    const value = this.test.plan.secrets.get(name);
    return value ?? findReadSecrets(this.tested.plan.definition).get(name) ?? {};
  }

  transform(key: StepKey, kind: 'mapping' | 'template', name: string, input: Json): Eventual<Json> {
    const value = <Value extends Eventual<Json>>(at: StepKey, compute: () => Value): Json | Value =>
      this.value(at, () => withSurroundings(this.test, compute) as Value);
    const recorder = { value, whileComputing: this.whileComputing.bind(this) };
    return this.runVersion.transform(key, { kind, name, input }, recorder);
  }

  readonly fetch = outside;
  readonly transfer = outside;
  readonly invoke = outside;
  readonly callProtocol = outside;

  follow(): MessageStream {
    return outside();
  }
}

function withVariables(metadata: JsonObject, variables: JsonObject): JsonObject {
  if (Object.keys(variables).length === 0) return metadata;
  const environment = objectOr(metadata['environment']);
  const all = { ...objectOr(environment['variables']), ...variables };
  return { environment: { name: 'flow-test', ...environment, variables: all } };
}

/** The arguments as conditions see them: of HTTP with the method and the origin. */
export function toArguments({
  kind,
  target,
  arguments: args,
}: Pick<EffectSubject, 'kind' | 'target' | 'arguments'>): Json {
  if (kind !== 'http' || !isObject(args)) return args;
  const [method = '', origin = ''] = target.split(' ', 2);
  return { method, origin, ...args };
}

/** True where a task of a flow sends events, or runs another flow, which may. */
function sendsEvents(value: Json): boolean {
  if (Array.isArray(value)) return value.some(sendsEvents);
  if (!isObject(value)) return false;
  if (isObject(value['emit']) || isObject(objectOr(value['run'])['workflow'])) return true;
  return Object.values(value).some(sendsEvents);
}

function outside(): never {
  throw new Error('A test reaches nothing outside of the process');
}
