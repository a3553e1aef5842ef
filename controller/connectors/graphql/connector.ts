import { BoundedMap } from '../../concurrency/bounded-map.js';
import { addressDestinations } from '../../security/policy/destination.js';
import { defineConnector } from '../contract/connector.js';
import type { ServerAccess } from '../http/client.js';
import { authField } from '../http/credentials/auth-schema.js';
import { authDestinations, findConsent } from '../http/credentials/destinations.js';
import { authKeys } from '../http/credentials/keys.js';
import { tlsField } from '../http/credentials/tls.js';
import { getTest } from '../web-api/actions.js';
import { baseUrlField, credentialField, getConfig, timeoutField } from '../web-api/config-fields.js';
import { text } from '../web-api/fields.js';
import { openGraphql, signedContext } from './access.js';
import { graphqlActions } from './actions.js';
import { type GraphqlConfig, graphqlApi } from './api.js';
import { isFault, readSchema } from './schema.js';

/** The actions by the text of the schema; the checks of calls are kept with them. */
const cache = new BoundedMap<string, ReturnType<typeof graphqlActions>>(16);

function actionsFor(schema: string): ReturnType<typeof graphqlActions> {
  const actions = cache.get(schema) ?? graphqlActions(schema);
  cache.set(schema, actions);
  return actions;
}

const test = getTest(graphqlApi, async (session, { endpoint }) => {
  await session.json('POST', '', { address: endpoint, body: { query: '{ __typename }' } });
  return '';
});

/** GraphQL APIs. */
export const graphqlConnector = defineConnector<GraphqlConfig, ServerAccess>({
  name: 'graphql',
  title: 'GraphQL',
  description:
    'A GraphQL API; with its schema in the repository, the queries of flows are checked against it.',
  configSchema: {
    ...getConfig('GraphQL connection', 'A GraphQL API over HTTP.', {
      endpoint: baseUrlField('The address of the API.', undefined, 'https://api.example.com/graphql'),
      schema: {
        title: 'Schema',
        description:
          'A file of the repository with the schema of the API, from the folder of this one or, with a leading `/`, from the root. The action `introspect` returns it.',
        type: 'string',
        pattern: '\\.(graphql|gql)$',
        patternErrorMessage: 'a path that ends in `.graphql` or `.gql`',
        maxLength: 1_024,
        examples: ['shop.graphql'],
      },
      token: credentialField('Token', 'A bearer token.', 'shop/api', 'token'),
      auth: authField,
      tls: tlsField,
      headers: {
        title: 'Headers',
        description: 'Sent with every request.',
        type: 'object',
        additionalProperties: { ...text('Header', 'The value of the header.', 'eu'), 'x-secret': 'allowed' },
        examples: [{ 'X-Region': 'eu' }],
      },
      timeout: timeoutField(),
    }),
    required: ['endpoint'],
  },
  destinations: ({ endpoint, auth }) => [...addressDestinations(endpoint), ...authDestinations(auth)],
  keys: authKeys,
  consent: findConsent,
  client: { open: openGraphql, close: (access) => access.close() },
  actions: {},
  described: {
    files: ({ schema }) =>
      typeof schema === 'string' ? [{ holds: 'schema', file: schema, pointer: '/schema' }] : [],
    check(schemaText) {
      const schema = readSchema(schemaText);
      return isFault(schema) ? schema : undefined;
    },
    actions: (_config, { schema = '' }) => actionsFor(schema),
  },
  test: (context) => test(signedContext(context)),
});
