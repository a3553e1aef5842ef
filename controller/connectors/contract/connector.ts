import type { Json, JsonObject, JsonSchema } from '../../../schemas/json/types.js';
import type { ProblemCode } from '../../problems/index.js';
import type { ClientContext, ConnectionContext } from './connection-context.js';
import type { EntitySource } from './entities.js';

export type { ClientContext, ConnectionContext } from './connection-context.js';

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
}

/** A fault of arguments that no schema states. */
export interface InputFault {
  /** JSON pointer into the arguments. */
  pointer: string;
  message: string;
  hint?: string;
}

export interface Action<Config, Client = unknown> {
  title: string;
  description: string;
  hints: ActionHints;
  input: JsonSchema;
  output?: JsonSchema;
  /**
   * Finds the first fault of arguments that fit `input`, as a flow writes them.
   * @param isKnown false for a value that only the run knows
   */
  check?(input: JsonObject, isKnown: (value: Json | undefined) => boolean): InputFault | undefined;
  /** @throws ConnectorError for a refusal, an error or a missing answer of the server. */
  run(context: ActionContext<Config, Client>, input: JsonObject): Promise<Json>;
}

/** How the client of a connection is opened and closed; equal configurations share one. */
interface ClientSource<Config, Client> {
  /** @throws ConnectorError when the server refuses, or does not answer */
  open(context: ClientContext<Config>): Promise<Client>;
  close(client: Client): Promise<void> | void;
  /** False for a client that has lost its server for good: another one is opened. */
  isUsable?(client: Client): boolean;
}

export interface Connector<Config = JsonObject, Client = unknown> {
  name: string;
  title: string;
  description: string;
  /** Checks `connection.config`. Fields for credentials have `"x-secret": true`. */
  configSchema: JsonSchema;
  /** Left out by connectors that keep nothing open. */
  client?: ClientSource<Config, Client>;
  actions: Readonly<Record<string, Action<Config, Client>>>;
  /** The entities of the server that can be listed, read and changed. */
  entities?: EntitySource<Config>;
  /**
   * Connects to the server with the credentials, changes nothing there and returns a sentence about the result.
   * @throws ConnectorError when flows could not use the connection
   */
  test?(context: ConnectionContext<Config, Client>): Promise<string>;
}

/** A failed action: becomes an Open Workflow error with the same status. */
export class ConnectorError extends Error {
  /** The code in the error catalog when svc itself refuses. */
  readonly code: ProblemCode | undefined;
  /** The seconds that the server asks to wait before another attempt. */
  readonly retryAfter: number | undefined;

  constructor(
    /** The last path segment of the Open Workflow standard error type. */
    readonly kind:
      | 'communication'
      | 'timeout'
      | 'authentication'
      | 'authorization'
      | 'validation'
      | 'runtime'
      | 'configuration',
    readonly status: number,
    readonly title: string,
    detail: string,
    options?: { cause?: unknown; code?: ProblemCode; retryAfter?: number | undefined },
  ) {
    super(detail, options);
    this.code = options?.code;
    this.retryAfter = options?.retryAfter;
    this.name = 'ConnectorError';
  }
}

/** Returns the connector unchanged; infers its type. */
export function defineConnector<Config, Client = unknown>(
  connector: Connector<Config, Client>,
): Connector<Config, Client> {
  return connector;
}
