import type { Json, JsonObject } from '../../../schemas/json/types.js';
import {
  type Action,
  type ActionContext,
  type ActionHints,
  type ConnectionContext,
  ConnectorError,
} from '../contract/connector.js';
import type { ApiServer } from './request.js';
import { type ApiContext, ApiSession, type FindRefusal } from './session.js';

/** A web API: its servers, and how it refuses. */
export interface WebApi<Config> {
  server(config: Config): ApiServer;
  findRefusal: FindRefusal;
}

/** One action of a table. */
export interface Form<Config> {
  title: string;
  description: string;
  hints: keyof typeof kinds;
  properties: JsonObject;
  required?: readonly string[];
  /** Further conditions on the input, such as `anyOf`. */
  conditions?: JsonObject;
  output: JsonObject;
  run(session: ApiSession, input: JsonObject, config: Config, context: ActionContext<Config>): Promise<Json>;
}

const kinds = {
  reads: { readOnly: true, idempotent: true, destructive: false },
  /** Sends a text to people, or makes something new. */
  adds: { readOnly: false, idempotent: false, destructive: false },
  /** Made twice, it is the same. */
  sets: { readOnly: false, idempotent: true, destructive: false },
  /** Replaces what was there. */
  changes: { readOnly: false, idempotent: true, destructive: true },
  anything: { readOnly: false, idempotent: false, destructive: true },
} satisfies Record<string, ActionHints>;

/** Returns the actions of a table. */
export function getActions<Config>(
  api: WebApi<Config>,
  forms: Readonly<Record<string, Form<Config>>>,
): Record<string, Action<Config>> {
  const actions = Object.entries(forms).map(([name, form]): [string, Action<Config>] => [
    name,
    {
      title: form.title,
      description: form.description,
      hints: kinds[form.hints],
      input: {
        type: 'object',
        additionalProperties: false,
        required: [...(form.required ?? [])],
        properties: form.properties,
        ...form.conditions,
      },
      output: form.output,
      run: (context, input) =>
        form.run(getSession(api, context.config, context), input, context.config, context),
    },
  ]);
  return Object.fromEntries(actions);
}

/** Returns the requests of one use of a connection. */
function getSession<Config>(api: WebApi<Config>, config: Config, context: ApiContext): ApiSession {
  return new ApiSession(context, api.server(config), api.findRefusal);
}

/** Returns the test of a connection: one request that only reads. @param ask returns whom the server knows us as */
export function getTest<Config>(
  api: WebApi<Config>,
  ask: (session: ApiSession, config: Config) => Promise<string>,
) {
  return async (context: ConnectionContext<Config>): Promise<string> => {
    const result = await ask(getSession(api, context.config, context), context.config);
    return `${new URL(api.server(context.config).baseUrl).host} answers${result === '' ? '' : `: ${result}`}`;
  };
}

/** @throws ConnectorError for a connection that lacks the credential of an action */
export function requireField(value: string | undefined, field: string, what: string): string {
  if (value !== undefined) return value;
  const detail = `${what} needs \`${field}\` in the configuration of the connection`;
  throw new ConnectorError('configuration', 400, 'Connection not complete', detail);
}
