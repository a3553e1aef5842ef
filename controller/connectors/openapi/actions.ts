import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { BoundedMap } from '../../concurrency/bounded-map.js';
import type { Action, ActionHints, Actions, InputFault } from '../contract/connector.js';
import { type ApiClient, isAddress, unusable } from './client.js';
import { chooseSecurity } from './credentials/choose.js';
import type { OpenApiConfig } from './credentials/config.js';
import { getOperations, type Operation } from './document/operations.js';
import type { ApiDocument } from './document/read.js';
import { UnusableError } from './document/references.js';
import { getServer } from './document/servers.js';
import { type ApiContext, exchange, type Target } from './exchange.js';
import { paginate } from './paginate.js';
import { getExtension } from './presets/to-document.js';
import { type Call, findOutput, getCall } from './request/call.js';

type ApiAction = Action<OpenApiConfig, ApiClient>;
type ApiActions = Actions<OpenApiConfig, ApiClient>;

/** The actions of a document, by the parts of configurations that decide faults of calls. */
const cache = new WeakMap<ApiDocument, BoundedMap<string, ApiActions>>();

/**
 * Returns the operations of a document as actions; what an action is made of is read at its first use.
 * @param fault of the configuration, which every call has
 */
export function actionsIn(document: ApiDocument, config: object, fault?: string): ApiActions {
  const { security, auth, tls, baseUrl, serverVariables, document: place } = config as OpenApiConfig;
  const names = Object.fromEntries(Object.keys(security ?? {}).map((name) => [name, true]));
  const about = {
    security: names,
    auth: auth ? true : undefined,
    tls: tls?.certificate ? true : undefined,
    baseUrl,
    serverVariables,
    document: place,
    fault,
  };
  const key = JSON.stringify(about);
  const ofDocument = cache.get(document) ?? new BoundedMap<string, ApiActions>(8);
  cache.set(document, ofDocument);
  const actions =
    ofDocument.get(key) ??
    Object.fromEntries(getOperations(document).map((each) => [each.name, getAction(document, each, about)]));
  ofDocument.set(key, actions);
  return actions;
}

/** The parts of a configuration that decide the faults of calls; no value of a credential. */
interface About {
  security: Readonly<Record<string, boolean>>;
  auth: boolean | undefined;
  tls: boolean | undefined;
  baseUrl: string | undefined;
  serverVariables: Readonly<Record<string, string>> | undefined;
  document: string | undefined;
  fault: string | undefined;
}

function getAction(document: ApiDocument, operation: Operation, about: About): ApiAction {
  const { definition, method, path } = operation;
  const { summary, description } = definition;
  const line = `${method.toUpperCase()} ${path}`.slice(0, 200);
  const title = typeof summary === 'string' && summary.trim() !== '' ? summary.trim().slice(0, 200) : line;
  const action: ApiAction = {
    title,
    description: typeof description === 'string' && description.trim() !== '' ? description.trim() : line,
    hints: getHints(method, getExtension(operation).reads),
    get input() {
      return usable(document, operation)?.input ?? true;
    },
    check: () => findFault(document, operation, about),
    run(context, input) {
      const call = usable(document, operation);
      if (call) return perform(context, { document, call }, input);
      return Promise.reject(unusable(`${operation.name}: ${reason(document, operation)}`));
    },
  };
  return Object.defineProperty(action, 'output', {
    enumerable: true,
    get() {
      return findOutput(document, operation);
    },
  });
}

/** Sends the request of an operation, or one for each page of a list. @throws ConnectorError */
async function perform(context: ApiContext, target: Target, input: JsonObject): Promise<Json> {
  if (input['paginate'] !== undefined) return paginate(context, target, input);
  return (await exchange(context, target, input)).content;
}

function usable(document: ApiDocument, operation: Operation): Call | undefined {
  return reason(document, operation) === undefined ? getCall(document, operation) : undefined;
}

/** The reason why no request of an operation can be made; undefined when there is none. */
function reason(document: ApiDocument, operation: Operation): string | undefined {
  try {
    getCall(document, operation);
    return undefined;
  } catch (error) {
    if (error instanceof UnusableError) return error.message;
    throw error;
  }
}

/** The fault of every call of an operation, whatever its arguments. */
function findFault(document: ApiDocument, operation: Operation, about: About): InputFault | undefined {
  if (about.fault !== undefined) return { pointer: '', message: about.fault };
  try {
    const { security } = getCall(document, operation);
    const documentUrl = isAddress(about.document) ? about.document : undefined;
    getServer(document, operation, { ...about, documentUrl });
    const choice = chooseSecurity(security, about);
    if (typeof choice !== 'string') return undefined;
    const hint = 'Add them to the connection: `security`, or `auth` for all operations.';
    return { pointer: '', message: choice, hint };
  } catch (error) {
    if (!(error instanceof UnusableError)) throw error;
    return { pointer: '', message: error.message };
  }
}

/** The properties of methods in HTTP (RFC 9110, section 9.2). */
function getHints(method: string, reads = false): ActionHints {
  const readOnly = reads || /^(?:get|head|options|trace)$/.test(method);
  return {
    readOnly,
    idempotent: readOnly || method === 'put' || method === 'delete',
    destructive: /^(?:put|patch|delete)$/.test(method),
  };
}
