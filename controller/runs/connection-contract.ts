import type { Json, JsonObject } from '../../schemas/json.js';
import type { ConnectionContext, Connector } from '../connectors/contract.js';
import type { TraceContext } from './trace.js';

/** A connection as one environment of a branch has it, and for whom it is used. */
export interface ConnectionUse {
  /** As `Branches.resolve` gives it. */
  branch: string;
  connection: string;
  /** The one marked as default when left out. */
  environment?: string;
  /** Whoever asks. */
  principal: string;
  /** By which request, and from where. */
  origin?: { requestId: string; address: string };
  /** The span that the request is part of. */
  trace?: TraceContext | undefined;
}

/** A connection ready to be used. */
export interface OpenConnection {
  connector: Connector;
  context: ConnectionContext<JsonObject>;
  /** The commit its definition is from. */
  revision: string;
}

export interface ConnectionTest {
  ok: boolean;
  /** From the first step to the last. */
  latencyMs: number;
  /** What was found, or what is wrong. */
  detail: string;
}

/** Connections used by themselves, outside of a run: with the same environments, secrets and cache policies. */
export interface ConnectionService {
  /** @throws Problem entity_not_found, entity_invalid, environment_not_found, connection_unusable */
  open(use: ConnectionUse, signal: AbortSignal): Promise<OpenConnection>;
  /** The connections of a branch that a connector has, by name. */
  of(branch: string, connector: string): Promise<string[]>;
  /** What a connection can do, without its secrets. @throws Problem as `open` */
  connectorOf(use: ConnectionUse): Promise<Connector>;
  /** Never fails because of the other side: that is the answer. @throws Problem entity_not_found, environment_not_found */
  test(use: ConnectionUse, signal: AbortSignal): Promise<ConnectionTest>;
  /** Its configuration with defaults and what the environment changes; secrets are references. @throws Problem as `open` */
  written(use: ConnectionUse): Promise<{ connector: string; config: JsonObject }>;
  /**
   * Invokes one action; secrets in what it gives are masked.
   * @throws Problem as `open`; action_unknown, body_invalid, action_refused, action_failed, action_timeout
   */
  invoke(
    use: ConnectionUse,
    call: { action: string; input: JsonObject },
    signal: AbortSignal,
  ): Promise<{ output: Json; connector: string; revision: string }>;
  /** What the other side's error is to a caller; anything else as it is. */
  problemOf(error: unknown, connection: string): unknown;
}
