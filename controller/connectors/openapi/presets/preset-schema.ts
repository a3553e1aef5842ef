import type { JsonObject } from '../../../../schemas/json/types.js';
import { rateLimitField } from '../../http/limits/rate-limit-schema.js';
import { pathPattern } from '../../http/paging/body-path.js';
import { paginateField } from '../../http/paging/paginate-schema.js';

const text = (title: string, description: string, example: string): JsonObject => ({
  title,
  description,
  type: 'string',
  minLength: 1,
  maxLength: 2_000,
  examples: [example],
});

const map = (title: string, description: string, values: JsonObject, example: JsonObject): JsonObject => ({
  title,
  description,
  type: 'object',
  maxProperties: 200,
  additionalProperties: values,
  examples: [example],
});

const object = (
  title: string,
  description: string,
  required: string[],
  properties: JsonObject,
  example: JsonObject,
): JsonObject => ({
  title,
  description,
  type: 'object',
  required,
  additionalProperties: false,
  properties,
  examples: [example],
});

const texts = (title: string, description: string, example: JsonObject): JsonObject =>
  map(title, description, text('Value', 'The value, with places for fields.', '{apiKey}'), example);

const path = (title: string, description: string, example: string): JsonObject => ({
  ...text(title, description, example),
  maxLength: 500,
  pattern: pathPattern,
  patternErrorMessage: 'a jq path of fields and positions, such as `.error.message`',
});

/** When a request that the server refused is sent once more: of presets and of connections. */
export const retryField: JsonObject = object(
  'Retry',
  'The statuses after which a request is sent once more, when the server has waited for as long as `Retry-After` says, or else for 1, 2, 4 … seconds.',
  ['statuses'],
  {
    statuses: {
      title: 'Statuses',
      description: 'The statuses of answers that mean "later".',
      type: 'array',
      minItems: 1,
      maxItems: 20,
      items: {
        title: 'Status',
        description: 'A status of HTTP.',
        type: 'integer',
        minimum: 400,
        maximum: 599,
        examples: [429],
      },
      examples: [[429, 503]],
    },
    attempts: {
      title: 'Attempts',
      description: 'The most requests for one call.',
      type: 'integer',
      minimum: 1,
      maximum: 10,
      default: 3,
      examples: [5],
    },
  },
  { statuses: [429, 503] },
);

/** The place of messages in the bodies of errors: of presets and of connections. */
export const errorsField: JsonObject = object(
  'Errors',
  'The place of the message in the body of an error.',
  ['message'],
  {
    message: {
      title: 'Message',
      description: 'Paths to the message; the first that leads to a text counts.',
      type: 'array',
      minItems: 1,
      maxItems: 10,
      items: path('Path', 'A path to a text, or to a list of them.', '.error.message'),
      examples: [['.error.message']],
    },
    failure: path(
      'Failure',
      'A value that makes an answer with a good status an error when it is there, and neither false nor empty.',
      '.errors',
    ),
  },
  { message: ['.error.message', '.message'] },
);

/** The header with the key of a request: of presets and of connections. */
export const idempotencyField: JsonObject = {
  title: 'Idempotency header',
  description:
    'The header of POST and PATCH requests with a key that is the same for every attempt of a step; an empty text for none.',
  type: 'string',
  pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]{0,100}$",
  patternErrorMessage: 'the name of a header',
  examples: ['Idempotency-Key'],
};

const field = object(
  'Field',
  'A value that connections state under `with`.',
  ['description'],
  {
    description: text(
      'Description',
      'The value, and where people get it.',
      'The name before `.example.com`.',
    ),
    secret: {
      title: 'Secret',
      description: 'True for a credential: connections name the secret that holds it.',
      type: 'boolean',
      default: false,
      examples: [true],
    },
    optional: {
      title: 'Optional',
      description: 'True for a value that connections may leave out.',
      type: 'boolean',
      default: false,
      examples: [true],
    },
    list: {
      title: 'List',
      description: 'True for a list of texts.',
      type: 'boolean',
      default: false,
      examples: [true],
    },
    default: {
      title: 'Default',
      description: 'The value of connections that state none.',
      examples: ['eu'],
    },
    example: { title: 'Example', description: 'A value as an example.', examples: ['acme'] },
    pattern: {
      ...text('Pattern', 'A regular expression for the whole text.', '^[a-z0-9-]+$'),
      maxLength: 200,
    },
  },
  { description: 'The name before `.example.com`.', example: 'acme' },
);

const form: JsonObject = {
  title: 'Form',
  description:
    'The form of bodies: `json`, `form`, `form-brackets` (names of nested values in brackets), or a media type of JSON.',
  type: 'string',
  pattern: '^(?:json|form|form-brackets|application/[\\w.+-]*json[\\w.+-]*)$',
  patternErrorMessage: '`json`, `form`, `form-brackets`, or a media type with `json` in it',
  default: 'json',
  examples: ['form'],
};

const shapes = (title: string, description: string): JsonObject => ({
  title,
  description: `${description} Types: \`string\`, \`integer\`, \`number\`, \`boolean\`, \`date\`, \`time\`, \`object\`, \`any\`, \`strings\`, \`a | b\`; after a comma, a description; \`!\` after a name that must be there.`,
  type: 'object',
  maxProperties: 200,
  examples: [{ 'name!': 'string, the name of the customer' }],
});

const operation = object(
  'Operation',
  'An action of connections with the preset.',
  ['title', 'call'],
  {
    title: text('Title', 'The action in a few words.', 'List customers'),
    call: {
      ...text('Call', 'The method, and the path after the address.', 'GET /customers/{id}'),
      pattern: '^(?:GET|POST|PUT|PATCH|DELETE|HEAD) /[^\\s#]*$',
      patternErrorMessage: 'a method and a path, such as `GET /customers/{id}`',
    },
    path: shapes('Path', 'The values in the path, where they are no texts.'),
    query: shapes('Query', 'The parameters of the query; `commas` is a list that is joined by commas.'),
    headers: shapes('Headers', 'The headers that callers state.'),
    body: { ...shapes('Body', 'The body.'), type: ['object', 'array', 'string'] },
    output: {
      ...shapes('Output', 'The answer, as far as it is worth naming.'),
      type: ['object', 'array', 'string'],
    },
    form,
    sends: texts('Sends', 'Headers that each request has.', { 'X-Amz-Target': 'AmazonSQS.SendMessage' }),
    adds: {
      title: 'Adds',
      description: 'Members that each body has.',
      type: 'object',
      examples: [{ Action: 'Publish' }],
    },
    graphql: {
      ...text('GraphQL', 'A query of GraphQL, whose variables are the body.', 'query { viewer { id } }'),
      maxLength: 10_000,
    },
    pages: {
      ...paginateField,
      title: 'Pages',
      description: 'The way from page to page; `true` for that of the preset.',
      oneOf: [{ const: true }, ...(paginateField['oneOf'] as JsonObject[])],
    },
    reads: {
      title: 'Reads',
      description: 'True for a POST that changes nothing.',
      type: 'boolean',
      examples: [true],
    },
  },
  { title: 'List customers', call: 'GET /customers' },
);

/** The schema of files with a preset. */
export const presetSchema: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Preset',
  description: 'What connections need to know of one app: where it is, how to sign in, and what it can do.',
  type: 'object',
  required: ['preset', 'title', 'description', 'address', 'operations'],
  additionalProperties: false,
  properties: {
    preset: {
      ...text('Preset', 'The name of the preset.', 'stripe'),
      pattern: '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$',
      patternErrorMessage: 'small letters, digits and hyphens',
    },
    title: text('Title', 'The name of the app.', 'Stripe'),
    description: text('Description', 'What the app is for.', 'Payments and invoices.'),
    category: text('Category', 'The group of apps.', 'Payments'),
    documentation: text('Documentation', "The app's own documentation.", 'https://docs.stripe.com/api'),
    setup: text('Setup', 'How people get the credentials.', 'Developers, API keys.'),
    fields: map('Fields', 'The values that connections state under `with`.', field, {
      apiKey: { secret: true, description: 'The secret key.' },
    }),
    address: {
      ...text(
        'Address',
        'The address before the paths, with places for fields.',
        'https://{site}.example.com/v1',
      ),
      pattern: '^(?:https?://|\\{\\w+\\})[^\\s?#@]*$',
      patternErrorMessage: 'an http or https address, or a field with one, without user, query and fragment',
    },
    signIn: {
      title: 'Sign-in',
      description: 'The ways to sign in; the first whose fields a connection states counts.',
      type: 'array',
      maxItems: 10,
      items: object(
        'Way',
        'A way to sign in.',
        ['title'],
        {
          title: text('Title', 'The way in a few words.', 'Secret key'),
          auth: {
            title: 'Authentication',
            description: 'As `auth` of connections, with places for fields.',
            type: 'object',
            examples: [{ type: 'bearer', token: '{apiKey}' }],
          },
          headers: texts('Headers', 'Headers with credentials.', { 'DD-API-KEY': '{apiKey}' }),
          query: texts('Query', 'Parameters with credentials.', { key: '{apiKey}' }),
        },
        { title: 'Secret key', auth: { type: 'bearer', token: '{apiKey}' } },
      ),
      examples: [[{ title: 'Secret key', auth: { type: 'bearer', token: '{apiKey}' } }]],
    },
    headers: texts('Headers', 'Sent with every request.', { 'Notion-Version': '2022-06-28' }),
    query: texts('Query', 'Parameters of every request.', { 'api-version': '7.0' }),
    form,
    rateLimit: rateLimitField,
    retry: retryField,
    errors: errorsField,
    idempotencyHeader: idempotencyField,
    pages: { ...paginateField, title: 'Pages', description: 'The usual way from page to page.' },
    webhook: object(
      'Webhook',
      'The messages of the app.',
      ['description'],
      {
        description: text('Description', 'Where people register the address.', 'Developers, Webhooks.'),
        signature: {
          title: 'Signature',
          description: 'As `signature` of triggers, without its secret.',
          type: 'object',
          examples: [{ scheme: 'stripe' }],
        },
        dedupe: text('Dedupe', 'As `dedupe` of triggers.', '${ .body.id }'),
      },
      { description: 'Developers, Webhooks.', signature: { scheme: 'stripe' } },
    ),
    test: object(
      'Test',
      'The operation that tests a connection.',
      ['operation'],
      {
        operation: text('Operation', 'Its name; it only reads.', 'getAccount'),
        with: { title: 'Arguments', description: 'Its arguments.', type: 'object', examples: [{ limit: 1 }] },
      },
      { operation: 'getAccount' },
    ),
    operations: {
      ...map('Operations', 'The actions by their names.', operation, {
        listCustomers: { title: 'List customers', call: 'GET /customers' },
      }),
      propertyNames: { pattern: '^[A-Za-z][A-Za-z0-9]{0,60}$' },
    },
    example: object(
      'Example',
      'A flow that uses the app.',
      ['title', 'do'],
      {
        title: text('Title', 'The flow in a few words.', 'Add a customer'),
        input: shapes('Input', 'The input of the flow.'),
        do: {
          title: 'Tasks',
          description: 'The tasks; `app` stands for the connection.',
          type: 'array',
          items: { title: 'Task', description: 'A task.', type: 'object', examples: [{}] },
          examples: [[{ add: { call: 'app.createCustomer', with: { body: { email: 'ada@example.com' } } } }]],
        },
      },
      { title: 'Add a customer', do: [] },
    ),
  },
  examples: [
    {
      preset: 'shop',
      title: 'Shop',
      description: 'Our shop.',
      address: 'https://shop.example.com',
      operations: { listOrders: { title: 'List orders', call: 'GET /orders' } },
    },
  ],
};
