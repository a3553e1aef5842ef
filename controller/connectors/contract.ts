import type { Json, JsonObject, JsonSchema } from '../../schemas/json.js';
import type { ConnectionContext } from './connection-context.js';
import type { EntitySource } from './entity-contract.js';

export type { ConnectionContext } from './connection-context.js';

/** What a caller and an agent may assume of an action. */
export interface ActionHints {
  readOnly: boolean;
  idempotent: boolean;
  destructive: boolean;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

export interface ActionContext<Config> extends ConnectionContext<Config> {
  /** The same for every attempt of one step; send it on where the other side understands such a key. */
  idempotencyKey: string;
  /** Headers (W3C Trace Context) for what is sent over HTTP; undefined where the call is in no trace. */
  readonly trace?: Readonly<Record<string, string>> | undefined;
  /** Writes to the run's log; secrets are masked on the way. */
  log(level: LogLevel, message: string, data?: JsonObject): void;
}

export interface Action<Config> {
  title: string;
  description: string;
  hints: ActionHints;
  input: JsonSchema;
  output?: JsonSchema;
  /** @throws ConnectorError for whatever the other side answered or did not answer. */
  run(context: ActionContext<Config>, input: JsonObject): Promise<Json>;
}

export interface Connector<Config = JsonObject> {
  name: string;
  title: string;
  description: string;
  /** Checks `connection.config`. Fields that take credentials say so with `"x-secret": true`. */
  configSchema: JsonSchema;
  actions: Readonly<Record<string, Action<Config>>>;
  /** What the other side has that can be listed, read and changed, where it has such things. */
  entities?: EntitySource<Config>;
  /**
   * Reaches the other side with the credentials and changes nothing there; says in a sentence what it found.
   * @throws ConnectorError when flows could not use it
   */
  test?(context: ConnectionContext<Config>): Promise<string>;
}

/** A failed action: becomes an Open Workflow error with the same status. */
export class ConnectorError extends Error {
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
    options?: { cause?: unknown },
  ) {
    super(detail, options);
    this.name = 'ConnectorError';
  }
}

/** States the connector's shape; the identity function, for the sake of inference. */
export function defineConnector<Config>(connector: Connector<Config>): Connector<Config> {
  return connector;
}
