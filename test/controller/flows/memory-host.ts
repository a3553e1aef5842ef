import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { LongTimer } from '../../../controller/concurrency/long-timer.js';
import type { ActionFiles } from '../../../controller/connectors/index.js';
import {
  type ConnectionCall,
  type ContainerRequest,
  type EffectContext,
  FlowError,
  type FlowErrorBody,
  type FlowHost,
  type FlowReference,
  type HumanTaskRequest,
  type HumanTaskResult,
  type HumanTaskWaiting,
  Interrupted,
  type MessageSource,
  type MessageStream,
  type OpenHumanTask,
  type ProtocolCall,
  type ReceivedEvent,
  type ScriptRequest,
  type ScriptResult,
  type StepKey,
  type StoreAction,
  type SubflowCall,
  type TaskEvent,
  type WantedEvents,
} from '../../../controller/flows/index.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';

type Recorded = { output: Json } | { error: FlowErrorBody };

/** The state of a host that survives a crash. */
export class MemoryJournal {
  readonly effects = new Map<StepKey, Recorded>();
  readonly values = new Map<StepKey, Json>();
  readonly sleeps = new Map<StepKey, number>();
  readonly received = new Map<StepKey, ReceivedEvent>();
  /** Events that the flow sent, by step. */
  readonly emitted = new Map<StepKey, JsonObject>();

  /** As a process sees it that starts after a crash. */
  copy(): MemoryJournal {
    const copy = new MemoryJournal();
    for (const [key, value] of this.effects) copy.effects.set(key, value);
    for (const [key, value] of this.values) copy.values.set(key, value);
    for (const [key, value] of this.sleeps) copy.sleeps.set(key, value);
    for (const [key, value] of this.received) copy.received.set(key, value);
    for (const [key, value] of this.emitted) copy.emitted.set(key, value);
    return copy;
  }
}

export interface MemoryHostOptions {
  journal?: MemoryJournal;
  signal?: AbortSignal;
  metadata?: JsonObject;
  secrets?: Readonly<Record<string, Json>>;
  fetch?: typeof globalThis.fetch;
  /** As `fetch`, for files; `fetch` by default. */
  transfer?: typeof globalThis.fetch;
  /** Answers `call: <connection>.<action>`. */
  invoke?: (connection: string, action: string, input: JsonObject, signal: AbortSignal) => Promise<Json>;
  /** Answers `call: openapi`, `grpc`, `asyncapi`, `a2a` and `mcp`. */
  callProtocol?: (call: ProtocolCall, signal: AbortSignal) => Promise<Json>;
  /** Opens the messages of a server. */
  follow?: (source: MessageSource) => MessageStream;
  /** Answers `run: workflow`. */
  runFlow?: (flow: FlowReference, input: Json) => Promise<Json>;
  /** Answers `call: mapping/…` and `call: template/…`. */
  transform?: FlowHost['transform'];
  /** Answers `call: store/…`. */
  store?: FlowHost['store'];
  /** Answers `run: script` and `run: shell`. */
  script?: (request: ScriptRequest, context: EffectContext, signal: AbortSignal) => Promise<ScriptResult>;
  /** Answers `run: container`. */
  container?: (
    request: ContainerRequest,
    context: EffectContext,
    signal: AbortSignal,
  ) => Promise<ScriptResult>;
  /** Answers `call: human-task@default`. */
  humanTask?: (request: HumanTaskRequest) => HumanTaskResult;
  /** Stores and opens the files of the run. */
  files?: ActionFiles;
  /** Sleeping takes no time, only its record does. Default true. */
  instant?: boolean;
  /** The events that the flow receives; those that it sends are added. */
  events?: readonly JsonObject[];
  /** Called after every durable record. */
  recorded?: (key: StepKey) => void;
}

/** A host that keeps its journal in memory. */
export class MemoryHost implements FlowHost {
  readonly run = { id: 'run-1', startedAt: 1_700_000_000_000 };
  readonly metadata: JsonObject;
  readonly signal: AbortSignal;
  readonly fetch: typeof globalThis.fetch;
  readonly transfer: typeof globalThis.fetch;
  private readonly asked = new Map<StepKey, HumanTaskRequest>();
  readonly usesSecrets: boolean;
  readonly maxTasks = 1_000_000;
  readonly journal: MemoryJournal;
  readonly events: TaskEvent[] = [];
  /** Keys of the effects that were really performed. */
  readonly performed: StepKey[] = [];
  readonly slept: [StepKey, number][] = [];
  readonly logs: string[] = [];
  /** Evaluations that went on in a thread. */
  computedInThreads = 0;
  /** The events that the flow may receive, in their order. */
  readonly arriving: JsonObject[];
  /** Values that are not durable yet: they ride along with the next record. */
  private readonly pending = new Map<StepKey, Json>();

  constructor(private readonly options: MemoryHostOptions = {}) {
    this.journal = options.journal ?? new MemoryJournal();
    this.signal = options.signal ?? new AbortController().signal;
    this.metadata = options.metadata ?? {};
    this.arriving = [...(options.events ?? [])];
    this.fetch = options.fetch ?? globalThis.fetch;
    this.transfer = options.transfer ?? this.fetch;
    this.usesSecrets = options.secrets !== undefined;
  }

  get ending(): AbortSignal {
    return this.signal;
  }

  throwIfAborted(): void {
    this.signal.throwIfAborted();
  }

  tooManyTasks(): Error {
    return new Error(`more than ${this.maxTasks} tasks`);
  }

  note(event: TaskEvent): void {
    this.events.push(event);
  }

  async effect(key: StepKey, perform: (context: EffectContext) => Promise<Json>): Promise<Json> {
    const known = this.journal.effects.get(key);
    if (known !== undefined) return replay(known);
    this.performed.push(key);
    this.flush();
    const context: EffectContext = {
      idempotencyKey: `${this.run.id}${key}`,
      log: (_level, message) => this.logs.push(message),
      files: this.options.files,
    };
    let record: Recorded;
    try {
      record = { output: await perform(context) };
    } catch (error) {
      if (!(error instanceof FlowError)) throw error;
      record = { error: error.body };
    }
    this.journal.effects.set(key, record);
    this.flush();
    this.options.recorded?.(key);
    return replay(record);
  }

  yieldTurn(): Promise<void> {
    return nextTurn();
  }

  value<Value extends Json | Promise<Json>>(key: StepKey, compute: () => Value): Json | Value {
    const known = this.journal.values.get(key) ?? this.pending.get(key);
    if (known !== undefined) return known;
    const value: Json | Promise<Json> = compute();
    const record = (computed: Json): Json => {
      this.pending.set(key, computed);
      return computed;
    };
    return value instanceof Promise ? (value.then(record) as Value) : record(value);
  }

  recordedValue(key: StepKey): Json | undefined {
    return this.journal.values.get(key) ?? this.pending.get(key);
  }

  whileComputing<Result>(compute: () => Promise<Result>): Promise<Result> {
    this.computedInThreads++;
    return compute();
  }

  /** Makes everything so far durable. */
  flush(): void {
    for (const [key, value] of this.pending) this.journal.values.set(key, value);
    this.pending.clear();
  }

  alarm(_verdict: StepKey, due: number, ring: () => void): () => void {
    const timer = new LongTimer(true);
    timer.start(due, ring);
    return () => timer.stop();
  }

  async sleep(key: StepKey, ms: number, signal: AbortSignal): Promise<void> {
    const since = this.journal.sleeps.get(key) ?? Date.now();
    if (!this.journal.sleeps.has(key)) {
      this.journal.sleeps.set(key, since);
      this.slept.push([key, ms]);
      this.flush();
      this.options.recorded?.(key);
    }
    if (this.options.instant === true) return;
    const left = since + ms - Date.now();
    if (left > 0) await delay(left, undefined, { signal });
  }

  invoke(
    { connection, action, input }: ConnectionCall,
    _context: EffectContext,
    signal: AbortSignal,
  ): Promise<Json> {
    if (this.options.invoke === undefined) throw new Error(`${connection}.${action} is not there`);
    return this.options.invoke(connection, action, input, signal);
  }

  callProtocol(call: ProtocolCall, _context: EffectContext, signal: AbortSignal): Promise<Json> {
    if (this.options.callProtocol === undefined) throw new Error(`${call.connector} is not there`);
    return this.options.callProtocol(call, signal);
  }

  follow(source: MessageSource): MessageStream {
    if (this.options.follow === undefined) throw new Error(`${source.connector} is not there`);
    return this.options.follow(source);
  }

  runFlow(key: StepKey, { flow, input }: SubflowCall): Promise<Json> {
    const { runFlow } = this.options;
    if (runFlow === undefined) throw new Error(`${flow.name} is not there`);
    return this.effect(key, () => runFlow(flow, input));
  }

  async emit(key: StepKey, event: JsonObject): Promise<JsonObject> {
    const before = this.journal.emitted.get(key);
    if (before) return before;
    const sent = { id: `${this.run.id}${key}`, ...event };
    this.journal.emitted.set(key, sent);
    this.arriving.push(sent);
    this.flush();
    this.options.recorded?.(key);
    return sent;
  }

  async receive(key: StepKey, { fits, after }: WantedEvents, signal: AbortSignal): Promise<ReceivedEvent> {
    const { received } = this.journal;
    let position = (after === undefined ? undefined : received.get(after)?.position) ?? 0;
    while (!received.has(key)) {
      const event = this.arriving[position];
      if (event === undefined)
        await delay(2, undefined, { signal }).catch(() => Promise.reject(signal.reason));
      else if (this.isConsumed(++position) || !(await fits(event, position))) continue;
      else {
        received.set(key, { position, event });
        this.flush();
        this.options.recorded?.(key);
      }
    }
    return received.get(key) as ReceivedEvent;
  }

  async openHumanTask(key: StepKey, request: HumanTaskRequest): Promise<OpenHumanTask> {
    this.asked.set(key, request);
    const people = request.assignees.map((assignee) => ({
      assignee,
      link: `https://svc.test/${assignee}`,
      unlinked: () => undefined,
    }));
    return { id: key, openedAt: 0, dueAt: request.dueMs ?? null, people, unanswerable: () => undefined };
  }

  abandonHumanTask(key: StepKey): void {
    this.asked.delete(key);
  }

  noteUnnotified(): void {}

  async awaitHumanTask(_key: StepKey, { task }: HumanTaskWaiting): Promise<HumanTaskResult> {
    const request = this.asked.get(task.id);
    if (!this.options.humanTask || !request) throw new Error('Nobody answers');
    return this.options.humanTask(request);
  }

  private isConsumed(position: number): boolean {
    return [...this.journal.received.values()].some((each) => each.position === position);
  }

  transform(
    ...[key, kind, name, input]: Parameters<FlowHost['transform']>
  ): ReturnType<FlowHost['transform']> {
    if (this.options.transform === undefined) throw new Error(`${kind}/${name} is not there`);
    return this.options.transform(key, kind, name, input);
  }

  async store(name: string, action: StoreAction, input: JsonObject, context: EffectContext): Promise<Json> {
    if (this.options.store === undefined) throw new Error(`store/${name} is not there`);
    return this.options.store(name, action, input, context);
  }

  async script(
    request: ScriptRequest | ContainerRequest,
    context: EffectContext,
    signal: AbortSignal,
  ): Promise<ScriptResult> {
    if ('image' in request) {
      if (this.options.container === undefined) throw new Error('containers are not there');
      return this.options.container(request, context, signal);
    }
    if (this.options.script === undefined) throw new Error('scripts are not there');
    return this.options.script(request, context, signal);
  }

  async secret(name: string): Promise<Json> {
    const secret = this.options.secrets?.[name];
    if (secret !== undefined) return secret;
    throw new FlowError({
      type: 'https://open-workflow-specification.org/spec/1.0.0/errors/authorization',
      status: 403,
      title: 'Forbidden',
    });
  }

  log(_level: string, message: string): void {
    this.logs.push(message);
  }
}

function replay(record: Recorded): Json {
  if ('error' in record) throw new FlowError(record.error);
  return record.output;
}

/** A host whose process dies after `records` durable records. */
export function dyingHost(options: MemoryHostOptions, records: number): MemoryHost {
  const controller = new AbortController();
  let left = records;
  const count = () => {
    if (--left <= 0) controller.abort(new Interrupted('the process died'));
  };
  return new MemoryHost({ ...options, signal: controller.signal, recorded: count });
}
