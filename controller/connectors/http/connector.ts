import type { JsonObject } from '../../../schemas/json/types.js';
import { type Action, type ActionHints, defineConnector } from '../contract/connector.js';
import { configSchema, type HttpConfig } from './config-schema.js';
import { exchange, type HttpInput, pathFault } from './exchange.js';
import { probe } from './probe.js';

const properties: JsonObject = {
  path: {
    title: 'Path',
    description: 'Appended to the base address; `{name}` is replaced from `pathParams`, percent-encoded.',
    type: 'string',
    default: '/',
    examples: ['/orders/{id}'],
  },
  pathParams: {
    title: 'Path parameters',
    description: 'Values for the `{name}` places of the path.',
    type: 'object',
    additionalProperties: { type: ['string', 'number', 'boolean'] },
    examples: [{ id: 17 }],
  },
  query: {
    title: 'Query',
    description: 'Query parameters; a list repeats the parameter, null leaves it out.',
    type: 'object',
    examples: [{ status: 'open' }],
  },
  headers: {
    title: 'Headers',
    description: 'Headers of this request; they override those of the connection, except its credentials.',
    type: 'object',
    examples: [{ Accept: 'application/json' }],
  },
  body: {
    title: 'Body',
    description: 'Sent as JSON, or as text when it is a string; as a form when `content-type` names one.',
    examples: [{ name: 'Ada' }],
  },
  output: {
    title: 'Output',
    description: '`content`: the body. `response`: `statusCode`, `headers` and `content`.',
    enum: ['content', 'response'],
    default: 'content',
    examples: ['response'],
  },
};

const method: JsonObject = {
  title: 'Method',
  description: 'The HTTP method.',
  type: 'string',
  pattern: '^[A-Za-z]+$',
  examples: ['options'],
};

/** The verbs that have their own action, with their properties in HTTP (RFC 9110, section 9.2). */
const verbs: Readonly<Record<string, ActionHints>> = {
  get: { readOnly: true, idempotent: true, destructive: false },
  head: { readOnly: true, idempotent: true, destructive: false },
  post: { readOnly: false, idempotent: false, destructive: false },
  put: { readOnly: false, idempotent: true, destructive: true },
  patch: { readOnly: false, idempotent: false, destructive: true },
  delete: { readOnly: false, idempotent: true, destructive: true },
};

const actions = Object.entries(verbs).map(([verb, hints]): [string, Action<HttpConfig>] => [
  verb,
  {
    title: verb.toUpperCase(),
    description: `Sends a ${verb.toUpperCase()} request.`,
    hints,
    input: { type: 'object', additionalProperties: false, properties },
    check: pathFault,
    run: (context, input) => exchange(context, { ...(input as unknown as HttpInput), method: verb }),
  },
]);
/** Any HTTP API: a base address, credentials, and the verbs as actions. */
export const httpConnector = defineConnector<HttpConfig>({
  name: 'http',
  title: 'HTTP',
  description: 'Any HTTP API: a base address, credentials, and the verbs as actions.',
  configSchema,
  actions: {
    ...Object.fromEntries(actions),
    request: {
      title: 'Request',
      description: 'Sends a request with any method.',
      hints: { readOnly: false, idempotent: false, destructive: true },
      input: {
        type: 'object',
        additionalProperties: false,
        required: ['method'],
        properties: { method, ...properties },
      },
      check: pathFault,
      run: (context, input) => exchange(context, input as unknown as HttpInput),
    },
  },
  test: probe,
});
