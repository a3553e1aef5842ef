import type { JsonObject } from '../../../schemas/json/types.js';
import { addressDestinations } from '../../security/policy/destination.js';
import { type Action, type ActionHints, defineConnector } from '../contract/connector.js';
import { fileField } from '../contract/file-fields.js';
import { type HttpConnection, openHttp } from './client.js';
import { configSchema, type HttpConfig } from './config-schema.js';
import { authDestinations, findConsent } from './credentials/destinations.js';
import { authKeys } from './credentials/keys.js';
import { describeInput } from './describe-input.js';
import { getStateOfLimit } from './limits/rate-limit-schema.js';
import { paginateField } from './paging/paginate-schema.js';
import { probe } from './probe.js';
import type { HttpInput } from './request.js';
import { requestFault, runRequest } from './run-request.js';
import { streamSource } from './stream-source.js';

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
  bodyFile: {
    ...fileField,
    description: 'The description of a file of the run, which is sent in place of `body`.',
  },
  output: {
    title: 'Output',
    description:
      '`content`: the body. `response`: `statusCode`, `headers` and `content`. `file`: the description of a file of the run, which has the body, of any size.',
    enum: ['content', 'response', 'file'],
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

/** Methods that read lists. */
const paged = new Set(['get', 'post']);

/** Requests of some verbs have no body. */
function getProperties(verb: string): JsonObject {
  const { bodyFile: _, body: _body, ...others } = properties;
  const sends = verb === 'get' || verb === 'head' ? others : properties;
  return paged.has(verb) ? { ...sends, paginate: paginateField } : sends;
}

/** The verbs that have their own action, with their properties in HTTP (RFC 9110, section 9.2). */
const verbs: Readonly<Record<string, ActionHints>> = {
  get: { readOnly: true, idempotent: true, destructive: false },
  head: { readOnly: true, idempotent: true, destructive: false },
  post: { readOnly: false, idempotent: false, destructive: false },
  put: { readOnly: false, idempotent: true, destructive: true },
  patch: { readOnly: false, idempotent: false, destructive: true },
  delete: { readOnly: false, idempotent: true, destructive: true },
};

/** The answer of a call, which the server decides. */
const output: JsonObject = {
  title: 'Answer',
  description:
    'The body: JSON as its value, other text as text, none as null. What `output` and `paginate` ask for in its place.',
};

const yieldsFile = ({ output }: JsonObject) => output === 'file';

/** An `output` that only the run knows may be `file`. */
const mayUseFiles = (input: JsonObject | undefined): boolean => {
  const { bodyFile, output } = input ?? { output: '${ . }' };
  return bodyFile !== undefined || output === 'file' || String(output).includes('${');
};

const actions = Object.entries(verbs).map(([verb, hints]): [string, Action<HttpConfig, HttpConnection>] => [
  verb,
  {
    title: verb.toUpperCase(),
    description: `Sends a ${verb.toUpperCase()} request.`,
    hints,
    input: {
      type: 'object',
      additionalProperties: false,
      properties: getProperties(verb),
    },
    output,
    check: requestFault,
    yieldsFile,
    mayUseFiles,
    describe: (input) => describeInput({ ...input, method: verb }),
    run: (context, input) => runRequest(context, Object.assign({}, input, { method: verb })),
  },
]);

/** Any HTTP API: a base address, credentials, and the verbs as actions. */
export const httpConnector = defineConnector<HttpConfig, HttpConnection>({
  name: 'http',
  title: 'HTTP',
  description: 'Any HTTP API: a base address, credentials, and the verbs as actions.',
  configSchema,
  destinations: ({ baseUrl, auth }) => [...addressDestinations(baseUrl), ...authDestinations(auth)],
  getStateOfNode: ({ rateLimit }) => getStateOfLimit(rateLimit),
  keys: authKeys,
  consent: findConsent,
  client: { open: openHttp, close: (client) => client.close() },
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
        properties: { method, ...properties, paginate: paginateField },
      },
      output,
      check: requestFault,
      yieldsFile,
      mayUseFiles,
      describe: (input) => describeInput(input as unknown as HttpInput),
      run: runRequest,
    },
  },
  events: streamSource,
  test: probe,
});
