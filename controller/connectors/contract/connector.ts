import type { Json, JsonObject, JsonSchema } from '../../../schemas/json/types.js';
import { shortened } from '../../../schemas/shortened.js';
import type { ProblemCode } from '../../problems/index.js';
import type { Destination } from '../../security/policy/destination.js';
import type { Actions } from './action.js';
import type { ClientContext, ConnectionContext } from './connection-context.js';
import type { Described, DescribingTexts } from './described.js';
import type { EntitySource } from './entities.js';
import type { EventSource } from './event-source.js';

export type * from './action.js';
export type { ClientContext, ConnectionContext } from './connection-context.js';
export type {
  ActionFiles,
  FileDescription,
  NewFile,
  OpenFile,
} from './files.js';

/** A fault of a connection's configuration. */
export interface ConfigFault {
  rule: 'config-invalid' | 'credential-plain';
  /** JSON pointer into the configuration. */
  pointer: string;
  /** The fault is in the last name of `pointer`, not in the value it has. */
  at?: 'name';
  message: string;
  hint?: string;
}

/** How the client of a connection is opened and closed; equal configurations share one. */
interface ClientSource<Config, Client> {
  /** @throws ConnectorError when the server refuses, or does not answer */
  open(context: ClientContext<Config>): Promise<Client>;
  close(client: Client): Promise<void> | void;
  /** False for a client that has lost its server for good: another one is opened. */
  isUsable?(client: Client): boolean;
}

/** State that a node keeps for all uses of a connection: its data, on the disk of the node, or the count of a limit. */
export type ConnectionState = 'data-on-disk' | 'rate-limit';

/** An error of calls, as the manual lists it. */
export interface KnownError {
  readonly kind: ConnectorError['kind'];
  readonly status: number;
  readonly title: string;
  /** The cause, in a sentence. */
  readonly when: string;
}

/** Keys and certificates of configurations, which can be read without a connection. */
export interface ConnectorKeys {
  /** Returns the fields of a configuration that have keys, secrets still references; undefined for none. */
  pick(config: JsonObject): JsonObject | undefined;
  /**
   * Returns why such fields, now with the values of their secrets, cannot be used; begins with the name of a field. Has no part of a value.
   */
  findFault(fields: JsonObject): string | undefined;
}

/** The parts of a configuration that needs the consent of a person; secrets are references. */
export interface ConsentFields {
  /** The way to the authority, without the refresh token. */
  readonly auth: JsonObject;
  /** The place of the refresh token. */
  readonly refreshToken: Json;
  /** The configuration without the refresh token. */
  readonly config: JsonObject;
}

export interface Connector<Config = JsonObject, Client = unknown> {
  name: string;
  title: string;
  description: string;
  /** Checks `connection.config`. Fields for credentials have `"x-secret": true`. */
  configSchema: JsonSchema;
  /**
   * Returns a configuration with what a preset gives to it; the same object for the same configuration and texts, and a complete one as it is.
   * Left out by connectors without presets.
   * @param config secrets are references
   */
  complete?(config: JsonObject, texts: DescribingTexts): JsonObject;
  /**
   * Finds the faults that the schema does not state, in a configuration as its file has it.
   * @param texts of the files that it names, where they are read already
   */
  findFaults?(config: JsonObject, texts: DescribingTexts): readonly ConfigFault[];
  /**
   * Returns every place that the connector sends credentials or requests to: the address, that of tokens, those of the
   * defaults, those in the files that the configuration names. On branches other than production, a secret goes nowhere else,
   * and a connector without this function gets none.
   * @param config with its defaults; a secret is a reference
   * @param texts of the files that the configuration names, which may have faults
   */
  destinations?(config: JsonObject, texts: DescribingTexts): readonly Destination[];
  /** Tells what the node that uses the connection keeps for all its uses. Left out where it never keeps anything. */
  getStateOfNode?(config: JsonObject): ConnectionState | undefined;
  /** Left out by connectors whose credentials are texts. */
  keys?: ConnectorKeys;
  /**
   * Returns how a person consents to the use of an API by a configuration; undefined for one that needs no consent. Calls then get
   * `ClientContext.consent`.
   */
  consent?(config: JsonObject): ConsentFields | undefined;
  /** Left out by connectors that keep nothing open. */
  client?: ClientSource<Config, Client>;
  actions: Actions<Config, Client>;
  /** The errors that callers of the actions want to handle. */
  errors?: readonly KnownError[];
  /** Further actions, which the configuration of a connection decides. */
  described?: Described<Config, Client>;
  /** The messages of the server, which start flows. */
  events?: EventSource<Config>;
  /** The entities of the server that can be listed, read and changed. */
  entities?: EntitySource<Config>;
  /**
   * Connects to the server with the credentials, changes nothing there and returns a sentence about the result.
   * @throws ConnectorError when flows could not use the connection
   */
  test?(context: ConnectionContext<Config, Client>): Promise<string>;
}

/** A longer text quotes what a caller or a server sent. It is masked, logged and answered on the event loop. */
const maxDetail = 16 * 1024;

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
    super(shortened(detail, maxDetail), options);
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
