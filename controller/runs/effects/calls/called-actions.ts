import { deepest, nestsTooDeep } from '../../../../schemas/json/nesting.js';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { nearest } from '../../../../schemas/nearest.js';
import { shortened } from '../../../../schemas/shortened.js';
import {
  type Action,
  type Actions,
  type ConnectionContext,
  type Connector,
  ConnectorError,
} from '../../../connectors/index.js';
import { type ConnectionCall, FlowError, Interrupted, standardError } from '../../../flows/index.js';
import type { ActionFault } from '../../../kinds/connection/action-checks.js';
import { Problem } from '../../../problems/index.js';

export function findAction(actions: Actions | undefined, name: string): Action<JsonObject> | undefined {
  return actions && Object.hasOwn(actions, name) ? actions[name] : undefined;
}

/** @throws FlowError */
export function requireAction(
  actions: Actions,
  { connection, action: name }: ConnectionCall,
): Action<JsonObject> {
  const action = findAction(actions, name);
  if (action) return action;
  const near = nearest(name, Object.keys(actions));
  const suggestion = near ? `; did you mean \`${near}\`?` : '';
  throw unusable(`The connection \`${connection}\` has no action \`${name}\`${suggestion}`);
}

/** Asks the server of a connection for the actions. @throws ConnectorError */
export async function discovered(
  connector: Connector,
  context: ConnectionContext<JsonObject>,
): Promise<Actions> {
  const actions = await asConnectorError(connector.name, async () =>
    connector.described?.discover?.(context),
  );
  return { ...actions, ...connector.actions };
}

/**
 * Runs code of a connector. An error that the connector does not know, such as over bytes that no library reads, becomes one
 * that flows can catch and retry; it would end the run as a defect of svc.
 * @throws ConnectorError, and what ends runs
 */
export async function asConnectorError<Result>(
  connector: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const isKnown = [ConnectorError, FlowError, Problem, Interrupted].some((type) => error instanceof type);
    if (isKnown || !(error instanceof Error)) throw error;
    const detail = `The connector \`${connector}\` failed: ${shortened(error.message, 500)}`;
    throw new ConnectorError('runtime', 500, 'Connector failed', detail, { cause: error });
  }
}

/** @throws FlowError for faults of arguments */
export function refuse(faults: readonly ActionFault[]): void {
  if (faults.length === 0) return;
  const detail = faults.map(({ message }) => message).join('; ');
  throw standardError('configuration', { title: 'Arguments invalid', detail });
}

/** Refuses an answer of a server that no step could go on with. @throws FlowError */
export function requireShallow(output: Json): Json {
  if (!nestsTooDeep(output)) return output;
  const detail = `The answer nests lists and objects deeper than ${deepest} levels`;
  throw standardError('communication', { status: 502, title: 'Response not readable', detail });
}

export function unusable(detail: string): FlowError {
  return standardError('configuration', { title: 'Connection not usable', detail });
}

/** Tells that a call yields a file, which belongs to one run: it answers no other. */
export function yieldsFile(actions: Actions | undefined, { action, input }: ConnectionCall): boolean {
  return findAction(actions, action)?.yieldsFile?.(input) ?? false;
}
