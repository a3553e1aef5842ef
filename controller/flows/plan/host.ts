import type { Json, JsonObject } from '../../../schemas/json/types.js';
import type { Eventual } from '../../concurrency/computing.js';
import type { Abortable } from '../../concurrency/signals.js';
import type { ActionFiles, LogLevel } from '../../connectors/contract/connector.js';
import type { IncomingMessage } from '../../connectors/contract/event-source.js';
import type { Surroundings } from '../../expressions/index.js';
import type { FlowErrorBody } from './errors.js';

/**
 * Identifies one execution of one step of one run, the same on every replay: the task's reference with the iteration
 * of each loop around it and the attempt of each retry, such as `/do/1/pages@3/do/0/get#2`.
 */
export type StepKey = string;

export interface TaskEvent {
  type: 'started' | 'completed' | 'faulted' | 'skipped' | 'retried' | 'cancelled' | 'waiting';
  key: StepKey;
  /** JSON-pointer reference of the task in the document. */
  reference: string;
  name: string;
  /** The task type: `set`, `call`, `do`, … */
  task: string;
  /** 1 for the first; counts up with each retry of an enclosing `try`. */
  attempt: number;
  /** Raw input (`started`), transformed output (`completed`), or transformed input of the task that raised the error (`faulted`). */
  data?: Json;
  /** For `faulted` and `retried`. */
  error?: FlowErrorBody;
}

/** The meaning of an effect: what a rehearsal compares between two versions of a flow. */
export interface EffectSubject {
  /** `action`, `http`, `protocol`, `message` and `store` reach other systems; `code` computes; `log` writes to the run's log. */
  readonly kind: 'action' | 'http' | 'protocol' | 'message' | 'store' | 'code' | 'log';
  /** The called thing, such as `shop.get` or `POST https://shop.example`. */
  readonly target: string;
  readonly arguments: Json;
  /** True when texts of files that the flow names decide what is sent. */
  readonly readsFiles?: boolean;
}

export interface EffectOptions {
  /** Ends the effect before it has begun, such as a timeout of its task, beside the end of the run. */
  readonly ending?: Abortable;
  /** True for an effect that waits for others: the run may leave memory meanwhile, and performs it again. */
  readonly waits?: boolean;
  /** Describes the effect; only a host that compares versions asks. */
  readonly describe?: () => Eventual<EffectSubject>;
}

export interface EffectContext {
  /** Run id + step key: the same whenever this step is performed again. */
  idempotencyKey: string;
  /** Headers (W3C Trace Context) for outgoing requests; undefined for a run outside any trace. */
  readonly trace?: Readonly<Record<string, string>> | undefined;
  log(level: LogLevel, message: string, data?: JsonObject): void;
  /** The files of the run. */
  readonly files?: ActionFiles | undefined;
}

/**
 * The services that a run offers to the plan. The plan decides what happens next; the host records it, keeps the time
 * and reaches other systems. `runs` implements the host over the journal; tests implement it in memory.
 */
export interface FlowHost {
  /** For `$workflow`. */
  readonly run: { readonly id: string /** ms since the epoch */; readonly startedAt: number };
  /** For `$runtime.metadata`: `{ environment: { name, variables } }`, or `{}` when the run has no environment. */
  readonly metadata: JsonObject;
  /** True for a run of a version in which expressions kept the first of several results; else a second one is a fault. */
  readonly takesFirst?: boolean;
  /** Aborted on cancellation, suspension and shutdown; the reason is an `Interrupted`. */
  readonly signal: AbortSignal;
  /** Aborts as `signal` does; costs less than the signal, which few runs need. */
  readonly ending: Abortable;
  /** Throws the signal's reason once it has aborted; costs less than the signal, which few runs need. */
  throwIfAborted(): void;

  /**
   * Takes a value that a task had between its events, where the task transforms data. Set by hosts that show the data of
   * tasks; others record digests only.
   */
  observe?(key: StepKey, stage: 'transformedInput' | 'rawOutput', value: Json): void;

  /** True for a host that answers from a record: nothing is sent, and secrets are opaque. */
  readonly isRehearsal?: boolean;
  /** The time and the random values of a host that has its own; undefined for those of this machine. */
  readonly surroundings?: Surroundings | undefined;
  /** For `$runtime.version`, where it is not that of this process. */
  readonly version?: string | undefined;

  /** Adds an event to the timeline. It is written with the next durable write; a replay repeats it, and it is kept once. */
  note(event: TaskEvent): void;

  /**
   * Performs an effect at least once and returns its recorded result on every later call. The result, or the
   * `FlowError` that it threw, is durable before this resolves. Any other error means a defect and ends the run.
   */
  effect(
    key: StepKey,
    perform: (context: EffectContext) => Promise<Json>,
    options?: EffectOptions,
  ): Promise<Json>;

  /** Computes a value that may differ between evaluations (`now`, the winner of a race) once; a replay gets the same. */
  value<Value extends Eventual<Json>>(key: StepKey, compute: () => Value): Json | Value;

  /**
   * Resolves when it is time for the decision that a value records, between branches that go on side by side. Set by hosts that
   * answer from a record, in which the branches come to their ends sooner than they did.
   */
  beforeDecision?(key: StepKey): Promise<void>;

  /** Returns what `value` recorded under a key; undefined for nothing. */
  recordedValue(key: StepKey): Json | undefined;

  /**
   * Calls `ring` at a time, ms since the epoch, unless the returned function is called before.
   * @param verdict the key of the value that says whether the time came first: `expired`
   */
  alarm(verdict: StepKey, due: number, ring: () => void): () => void;

  /** Resolves `ms` milliseconds after the step was first reached, also when the process restarts in between. */
  sleep(key: StepKey, ms: number, signal: AbortSignal): Promise<void>;

  /**
   * Frees the event loop for other work during a computation; the run does not count as waiting meanwhile.
   * @param isShort true for a run that has computed little: it continues before those that have computed for long
   */
  yieldTurn(isShort: boolean): Promise<void>;

  /** Waits for a computation in a thread; the run does not count as waiting meanwhile. */
  whileComputing<Result>(compute: () => Promise<Result>): Promise<Result>;

  /** Calls an action of a connection in the run's environment. Call inside `effect`. @throws FlowError */
  invoke(call: ConnectionCall, context: EffectContext, signal: AbortSignal): Promise<Json>;

  /** Calls an action of a connector with a configuration of the call's own. Call inside `effect`. @throws FlowError */
  callProtocol(call: ProtocolCall, context: EffectContext, signal: AbortSignal): Promise<Json>;

  /** Follows the messages of a server; it is asked for them at the first `next`. @throws FlowError */
  follow(source: MessageSource, log: EffectContext['log']): MessageStream;

  /** Sends an HTTP request under the installation's network rules. Call inside `effect`. */
  readonly fetch: typeof globalThis.fetch;
  /** As `fetch`, for files of any size. */
  readonly transfer: typeof globalThis.fetch;

  /** Tasks that the run may start; beyond it the plan throws what `tooManyTasks` returns. */
  readonly maxTasks: number;
  tooManyTasks(): Error;

  /** True when a flow or connection that the run can reach uses a secret: its requests stay on their origin. */
  readonly usesSecrets: boolean;

  /** Runs another flow as a run of its own. @throws FlowError */
  runFlow(key: StepKey, call: SubflowCall, signal: AbortSignal): Promise<Json>;

  /**
   * Sends an event to the flows and runs of the run's branch and to receivers outside, once for each key. Returns the event
   * as it was sent, or undefined for a run of a version in which the input of the task was its output.
   */
  emit(key: StepKey, event: JsonObject): Promise<JsonObject | undefined>;

  /**
   * Resolves with the first event that fits, of those accepted since the run was and not received before, and records it
   * under the key. The host may park the run until then.
   */
  receive(key: StepKey, events: WantedEvents, signal: AbortSignal): Promise<ReceivedEvent>;

  /** Opens a task for people, once for each key. A step whose signal aborts calls `abandonHumanTask`. */
  openHumanTask(key: StepKey, request: HumanTaskRequest, signal: AbortSignal): Promise<OpenHumanTask>;

  /** Cancels the task of a key, if it was opened and is open. Does nothing for a run that has left memory. */
  abandonHumanTask(key: StepKey): void;

  /** Shows at the task of a key which of its people the last notification did not reach, with the code of an error. */
  noteUnnotified(key: StepKey, people: readonly string[], code: string | undefined): void;

  /**
   * Resolves with the answer to a task, or with null at `until`, and records which under the key. The host may park the run
   * until then. @throws FlowError (timeout) when the task was not completed in time
   */
  awaitHumanTask(key: StepKey, waiting: HumanTaskWaiting): Promise<HumanTaskResult | null>;

  /** Reads a secret that the flow's `use.secrets` names. @throws FlowError (authorization, 403) */
  secret(name: string): Promise<Json>;

  /**
   * Applies a mapping or renders a template of the snapshot. A result that may differ another time is recorded under
   * `key`, like a `value`.
   * @throws FlowError (validation when the entity's schemas refuse a value, expression, configuration)
   */
  transform(key: StepKey, kind: 'mapping' | 'template', name: string, input: Json): Eventual<Json>;

  /** Reads or changes a key-value store of the snapshot. Call inside `effect`. @throws FlowError */
  store(name: string, action: StoreAction, input: JsonObject, context: EffectContext): Promise<Json>;

  /**
   * Runs code: JavaScript in a sandbox, other languages as processes; or runs a container. Call inside `effect`.
   * @throws FlowError
   */
  script(
    request: ScriptRequest | ContainerRequest,
    context: EffectContext,
    signal: AbortSignal,
  ): Promise<ScriptResult>;

  log(level: LogLevel, message: string, data?: JsonObject): void;
}

/** Events that a step waits for. */
export interface WantedEvents {
  /** Each event that fits is at one of these places. */
  readonly places: readonly EventPlace[];
  /** Called for events in the order of their positions. */
  fits(event: JsonObject, position: number): Eventual<boolean>;
  /** The key of the event before it in the same task: only later events are wanted. */
  readonly after: StepKey | undefined;
  /** The time at which the step ends without an event, ms since the epoch; infinite for none. */
  readonly until: number;
}

/** A task that a flow asks people to complete. */
export interface HumanTaskRequest {
  readonly title: string;
  readonly description: string | null;
  /** JSON Schema of the values. */
  readonly form: JsonObject;
  /** `user:<name>` or `<name>`, `oidc:<name>`, `api-key:<name>`, `team:<name>`. */
  readonly assignees: readonly string[];
  /** The reference of the task. */
  readonly reference: string;
  /** The call that sends the links, such as `chat.post`; null for none. */
  readonly sentBy: string | null;
  /** Milliseconds in which it has to be completed. */
  readonly dueMs?: number;
}

export interface OpenHumanTask {
  readonly id: string;
  /** ms since the epoch. */
  readonly openedAt: number;
  readonly dueAt: number | null;
  /** The persons among the assignees, each with the link by which it completes the task. */
  readonly people: readonly {
    readonly assignee: string;
    readonly link: string;
    /** Returns why the link is of no use to the person at the moment, who may be able to answer in another way. */
    unlinked(): { reason: string; mayAnswer: boolean } | undefined;
  }[];
  /** Returns why none of the people can complete the task at the moment; undefined when one can. */
  unanswerable(): string | undefined;
}

export interface HumanTaskWaiting {
  readonly task: OpenHumanTask;
  /** The time to stop waiting, ms since the epoch; infinite for none. */
  readonly until: number;
  /** The earliest end of the enclosing timeouts. */
  readonly deadline: number;
  readonly signal: AbortSignal;
}

export interface HumanTaskResult {
  readonly values: Json;
  readonly completedBy: string | null;
  /** RFC 3339. */
  readonly completedAt: string;
}

export interface EventPlace {
  /** Undefined for any type but those of svc's own events. */
  readonly type: string | undefined;
  /** A path in the event, and the text of the value at it (`eventKeyText`). */
  readonly key: { readonly source: string; readonly text: string } | undefined;
}

export interface ReceivedEvent {
  /** Counts up in the order of acceptance. */
  readonly position: number;
  /** CloudEvents 1.0, in the JSON format. */
  readonly event: JsonObject;
}

export interface ConnectionCall {
  connection: string;
  action: string;
  input: JsonObject;
}

/** A call of a protocol of the language. */
export interface ProtocolCall {
  connector: string;
  /** Complete but for defaults; secrets are in their places. */
  config: JsonObject;
  /** The texts of the files that describe the server's actions, by what they hold. */
  texts?: Readonly<Record<string, string>>;
  action: string;
  input: JsonObject;
}

/** The place of a server where messages come from. */
export interface MessageSource {
  connector: string;
  /** Complete but for defaults; secrets are in their places. */
  config: JsonObject;
  subscription: JsonObject;
}

/** The messages of a server, one after the other. */
export interface MessageStream {
  /**
   * Resolves with the next message; undefined when none comes until a time, ms since the epoch. Call inside `effect`.
   * @throws FlowError; Error once it is closed
   */
  next(until: number, signal: AbortSignal): Promise<IncomingMessage | undefined>;
  /** Lets the server forget the last message. */
  confirm(): void;
  /** Ends the subscription. */
  close(): Promise<void>;
}

export interface FlowReference {
  namespace: string;
  name: string;
  version: string;
}

export interface SubflowCall {
  flow: FlowReference;
  input: Json;
  /** True to resolve with the output of the run, false to resolve with its id when it is accepted. */
  wait: boolean;
}

export type StoreAction = 'get' | 'set' | 'delete' | 'list' | 'increment';

export interface ScriptRequest {
  /** `js`, `python` or `shell` (a shell command line with arguments); undefined when the script `name` states it. */
  language: string | undefined;
  /** The code itself, or the name of a `script` entity. */
  code?: string;
  name?: string;
  /** Named (object) or positional (array) arguments. */
  arguments: JsonObject | Json[];
  environment: Readonly<Record<string, string>>;
  stdin?: string;
  /** An error that code raises gives a result with exit code 1 and the error on stderr, and is no fault. */
  reportsFailure?: true;
  /** The files of the working folder of a process; left out for a process without files. */
  files?: FolderFiles;
}

/** The files of the folder that a process or a container works in. */
export interface FolderFiles {
  /** Descriptions of the files that are put into the folder, under their names. */
  readonly inputFiles: readonly Json[];
  /**
   * Patterns of paths in the folder: what matches, and is new or changed, becomes files of the run. `all` for everything; an
   * empty list for nothing.
   */
  readonly keeps: 'all' | readonly string[];
}

export interface ContainerRequest {
  image: string;
  name: string;
  /** A command line for the shell of the image. */
  command?: string;
  arguments: string[];
  environment: Readonly<Record<string, string>>;
  stdin?: string;
  /** Ports of the container by port of the host. */
  ports: Readonly<Record<string, string>>;
  /** Folders of the container by folder or volume of the host. */
  volumes: Readonly<Record<string, string>>;
  pullPolicy: 'ifNotPresent' | 'always' | 'never';
  /** When the container is removed after its end. */
  cleanup: 'always' | 'never' | { afterMs: number };
  labels: { run: string; step: string };
  /** The files of the folder that `run-files` in `volumes` stands for. */
  files?: FolderFiles;
}

export interface ScriptResult {
  stdout: string;
  stderr: string;
  /** Exit code; 0 for JavaScript that did not throw. */
  code: number;
  /** The value that JavaScript returned; undefined for processes. */
  output?: Json;
  /** Descriptions of the files that a process or container left, where the request keeps them. */
  files?: Json[];
}
