import type { Json, JsonObject, JsonSchema } from '../../schemas/json.js';
import type { LogLevel } from '../connectors/contract.js';
import type { ProblemCode } from '../problems/index.js';

/**
 * The seam between a flow's plan and the life of its run. `flows` decides what happens next; the host makes it
 * durable, keeps time and reaches the outside. `runs` implements it over the journal; tests implement it in memory.
 */

/** An error of the flow itself: problem details as the Open Workflow DSL describes them (RFC 7807). */
export interface FlowErrorBody {
  /** URI of the error type. */
  type: string;
  title?: string;
  status: number;
  detail?: string;
  /** JSON-pointer reference of the task that raised it, such as `/do/0/getPet`. */
  instance?: string;
  /** The catalog's, where it is svc that refuses: for a limit that is crossed. */
  code?: ProblemCode;
}

export class FlowError extends Error {
  constructor(
    readonly body: FlowErrorBody,
    options?: { cause?: unknown },
  ) {
    super(body.detail ?? body.title ?? body.type, options);
    this.name = 'FlowError';
  }
}

/** Thrown through the plan when the host's signal aborts; never caught by `try`. */
export class Interrupted extends Error {
  override name = 'Interrupted';
}

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
  /** Raw input (`started`) or transformed output (`completed`); left out where there is none. */
  data?: Json;
  /** For `faulted` and `retried`. */
  error?: FlowErrorBody;
}

export interface EffectContext {
  /** Run id + step key: the same whenever this step is performed again. */
  idempotencyKey: string;
  /** Headers (W3C Trace Context) for what is sent; undefined where the run is in no trace. */
  readonly trace?: Readonly<Record<string, string>> | undefined;
  log(level: LogLevel, message: string, data?: JsonObject): void;
}

export interface FlowHost {
  /** What `$workflow` shows of the run. */
  readonly run: { readonly id: string /** ms since the epoch */; readonly startedAt: number };
  /** What `$runtime.metadata` shows: `{ environment: { name, variables } }`, or `{}` when the run has no environment. */
  readonly metadata: JsonObject;
  /** Aborted on cancellation, suspension and shutdown; the reason is an `Interrupted`. */
  readonly signal: AbortSignal;

  /** Notes what happened on the timeline. Rides along with the next durable write; repeated on replay, kept once. */
  note(event: TaskEvent): void;

  /**
   * Performs an effect at least once and returns its recorded result ever after. The result, or the `FlowError` it
   * threw, is durable before this resolves. Any other error means a defect and ends the run.
   */
  effect(key: StepKey, perform: (context: EffectContext) => Promise<Json>): Promise<Json>;

  /** A value that may differ from one evaluation to the next (`now`, who won a race): computed once, the same on replay. */
  value(key: StepKey, compute: () => Json): Json;

  /** Resolves `ms` milliseconds after the step was first reached, whatever happened to the process in between. */
  sleep(key: StepKey, ms: number, signal: AbortSignal): Promise<void>;

  /** Lets others have the event loop while a long computation goes on; the run does not count as waiting meanwhile. */
  yieldTurn(): Promise<void>;

  /** Invokes an action of a connection in the run's environment. Call inside `effect`. @throws FlowError */
  invoke(
    connection: string,
    action: string,
    input: JsonObject,
    context: EffectContext,
    signal: AbortSignal,
  ): Promise<Json>;

  /** Sends an HTTP request under the installation's network rules. Call inside `effect`. */
  readonly fetch: typeof globalThis.fetch;

  /** Runs another flow as a run of its own and resolves with its output; with `wait` false, at once with its run id. @throws FlowError */
  runFlow(key: StepKey, flow: FlowReference, input: Json, wait: boolean, signal: AbortSignal): Promise<Json>;

  /** The data of a secret that the flow's `use.secrets` names. @throws FlowError (authorization, 403) */
  secret(name: string): Promise<Json>;

  /**
   * Applies a mapping or renders a template of the snapshot. What might come out differently another time is recorded
   * under `key`, as a `value` is.
   * @throws FlowError (validation where the entity's schemas refuse a value, expression, configuration)
   */
  transform(key: StepKey, kind: 'mapping' | 'template', name: string, input: Json): Json;

  /** Reads or changes a key-value store of the snapshot. Call inside `effect`. @throws FlowError */
  store(name: string, action: StoreAction, input: JsonObject, context: EffectContext): Promise<Json>;

  /** Runs code: JavaScript in a sandbox, other languages as processes where they are allowed. Call inside `effect`. @throws FlowError */
  script(request: ScriptRequest, context: EffectContext, signal: AbortSignal): Promise<ScriptResult>;

  log(level: LogLevel, message: string, data?: JsonObject): void;
}

export type StoreAction = 'get' | 'set' | 'delete' | 'list' | 'increment';

export interface ScriptRequest {
  /** `js`, `python` or `shell` (a shell command line with arguments); undefined when `name` says it. */
  language: string | undefined;
  /** The code itself, or the name of a `script` entity. */
  code?: string;
  name?: string;
  /** Named (object) or positional (array) arguments. */
  arguments: JsonObject | Json[];
  environment: Readonly<Record<string, string>>;
  stdin?: string;
}

export interface ScriptResult {
  stdout: string;
  stderr: string;
  /** Exit code; 0 for JavaScript that did not throw. */
  code: number;
  /** What JavaScript returned; undefined for processes. */
  output?: Json;
}

export interface FlowReference {
  namespace: string;
  name: string;
  version: string;
}

/** A compiled flow: immutable, shared by all runs of the same document. */
export interface FlowPlan {
  readonly namespace: string;
  readonly name: string;
  readonly version: string;
  readonly title: string | undefined;
  readonly summary: string | undefined;
  /** The document as parsed, for `$workflow.definition`. */
  readonly definition: JsonObject;
  /** The schema of the parameters, `input.schema.document`. */
  readonly inputSchema: JsonSchema | undefined;
  /** Names of connections that `call: <connection>.<action>` uses, with the actions. */
  readonly connections: readonly { connection: string; action: string; pointer: string }[];
  readonly subflows: readonly (FlowReference & { pointer: string })[];
  /** Mappings, templates, stores and scripts the flow uses. */
  readonly entities: readonly {
    kind: 'mapping' | 'template' | 'store' | 'script';
    name: string;
    pointer: string;
  }[];
  readonly secrets: readonly string[];
  /** `document.metadata.concurrency`: runs of this flow at a time. */
  readonly concurrency: number | undefined;
  /** What starts the flow by itself when an event comes (`schedule.on`). */
  readonly trigger: EventTrigger | undefined;
  /** Findings of `input.schema`, before a run exists. Empty when the input fits. */
  checkInput(input: Json): SchemaFinding[];
  /** Runs the plan from the start; effects the host has recorded are not performed again. @throws FlowError | Interrupted */
  execute(input: Json, host: FlowHost): Promise<Json>;
}

export interface EventTrigger {
  /** The input of the run that an event (CloudEvents 1.0, as JSON) starts; undefined when it starts none. */
  inputFor(event: JsonObject): Json[] | undefined;
}

export interface SchemaFinding {
  /** JSON pointer into the value. */
  pointer: string;
  message: string;
}

/** Something wrong with the document itself, found while compiling. */
export interface FlowFinding {
  rule:
    | 'cron-syntax'
    | 'flow-structure'
    | 'jq-syntax'
    | 'then-unknown'
    | 'unreachable-task'
    | 'reference-unknown'
    | 'duration-syntax'
    | 'schema-invalid'
    | 'script-syntax'
    | 'task-unsupported';
  severity: 'error' | 'warning';
  /** JSON pointer into the document. */
  pointer: string;
  /** Offset into the string value at `pointer`, where the finding is about a part of it. */
  offset?: number;
  message: string;
  hint?: string;
}

export type CompiledFlow =
  | { plan: FlowPlan; findings: FlowFinding[] }
  | { plan: undefined; findings: FlowFinding[] };
