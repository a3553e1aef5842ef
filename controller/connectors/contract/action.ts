import type { Json, JsonObject, JsonSchema } from '../../../schemas/json/types.js';
import type { ConnectionContext } from './connection-context.js';
import type { ActionFiles } from './files.js';

/** Properties of an action on which callers and agents may rely. */
export interface ActionHints {
  readOnly: boolean;
  idempotent: boolean;
  destructive: boolean;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

export interface ActionContext<Config, Client = unknown> extends ConnectionContext<Config, Client> {
  /** The same for every attempt of one step; send it to servers that understand such a key. */
  idempotencyKey: string;
  /** Headers (W3C Trace Context) for HTTP requests; undefined for a call outside any trace. */
  readonly trace?: Readonly<Record<string, string>> | undefined;
  /** Writes to the run's log; secrets are masked on the way. */
  log(level: LogLevel, message: string, data?: JsonObject): void;
  /** The files of the run; undefined for a call outside of runs. */
  readonly files?: ActionFiles | undefined;
  /** Counts tokens of a language model in the metrics. */
  tokensUsed?(usage: TokenUsage): void;
  /**
   * Calls an action of another connection as the flow itself would: with its checks, secrets and cache policies. Undefined
   * inside such a call. Only connections that the flow names can be called: in a `call`, or as `tools[].action`, a
   * constant `<connection>.<action>`, in the arguments of a call.
   */
  call?(call: OtherAction & { input: JsonObject }): Promise<Json>;
  /** Describes an action that `call` can reach; rejects for one that is not there. */
  describeAction?(action: OtherAction): Promise<ActionDescription>;
  /** Returns the faults of a value under a schema that the flow gives; a promise when a thread checks it. @throws ConnectorError for a faulty schema */
  schemaFaults?(schema: JsonSchema, value: Json): SchemaFaults | Promise<SchemaFaults>;
}

/** The faults of a value, by JSON pointers into it. */
type SchemaFaults = readonly { pointer: string; message: string }[];

/** The tokens that a language model has read and written. */
export interface TokenUsage {
  inputTokens: number;
  outputTokens: number;
}

/** An action of a connection. */
export interface OtherAction {
  connection: string;
  action: string;
}

export type ActionDescription = Pick<Action<never>, 'title' | 'description' | 'hints' | 'input'>;

/** A fault of arguments that no schema states. */
export interface InputFault {
  /** JSON pointer into the arguments. */
  pointer: string;
  message: string;
  hint?: string;
}

export interface Action<Config = JsonObject, Client = unknown> {
  title: string;
  description: string;
  hints: ActionHints;
  input: JsonSchema;
  output?: JsonSchema;
  /**
   * Tells from the arguments, as a flow writes them, that the call may read or make a file of its run. Left out where it never
   * does.
   * @param input undefined where only the run knows the arguments
   */
  mayUseFiles?(input: JsonObject | undefined): boolean;
  /** Tells from the arguments that the call yields a file. Such calls are never answered from a cache. */
  yieldsFile?(input: JsonObject): boolean;
  /**
   * Finds the first fault of arguments that fit `input`, as a flow writes them.
   * @param isKnown false for a value that only the run knows
   */
  check?(input: JsonObject, isKnown: (value: Json | undefined) => boolean): InputFault | undefined;
  /** Returns what a call sends, in one form for inputs that send the same. Left out where that is the input. */
  describe?(input: JsonObject): JsonObject;
  /** @throws ConnectorError for a refusal, an error or a missing answer of the server. */
  run(context: ActionContext<Config, Client>, input: JsonObject): Promise<Json>;
}

export type Actions<Config = JsonObject, Client = unknown> = Readonly<Record<string, Action<Config, Client>>>;
