import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject, member } from '../../../schemas/json/values.js';
import { type Action, ConnectorError } from '../contract/connector.js';
import type { ServerAccess } from '../http/client.js';
import { type Form, getActions } from '../web-api/actions.js';
import { flag, longText, object, text } from '../web-api/fields.js';
import { toRefusal } from '../web-api/refusal.js';
import type { ApiSession } from '../web-api/session.js';
import { signedContext } from './access.js';
import { errorsIn, type GraphqlConfig, graphqlApi, refusalBy } from './api.js';
import { maxTokens, operationFault } from './check.js';
import { graphql, isFault, readSchema } from './schema.js';

type GraphqlAction = Action<GraphqlConfig, ServerAccess>;

const properties: JsonObject = {
  query: {
    ...longText(
      'Query',
      'A GraphQL document. Write values as variables.',
      'query ($id: ID!) { order(id: $id) { total } }',
    ),
    minLength: 1,
    maxLength: 100_000,
  },
  variables: object('Variables', 'The values of the variables.', { id: 'a-1' }),
  operation: text('Operation', 'The operation, of several in the document.', 'FindOrder'),
  partial: flag('Partial', 'Return what the server found, with its errors, instead of failing.'),
};

const output: JsonObject = {
  title: 'Answer',
  type: 'object',
  required: ['data'],
  properties: {
    data: { title: 'Data', description: 'The value of each field that was asked for.' },
    errors: {
      title: 'Errors',
      description: 'Those of the fields that failed, with `partial`.',
      type: 'array',
    },
  },
};

const sent = (
  type: 'query' | 'mutation',
  about: Pick<Form<GraphqlConfig>, 'title' | 'description' | 'hints'>,
) => ({
  ...about,
  properties,
  required: ['query'],
  output,
  run: (session: ApiSession, input: JsonObject, config: GraphqlConfig) =>
    ask(session, input, { type, config }),
});

const forms: Readonly<Record<string, Form<GraphqlConfig>>> = {
  query: sent('query', {
    title: 'Query',
    description: 'Sends a query and returns its data.',
    hints: 'reads',
  }),
  mutate: sent('mutation', {
    title: 'Mutate',
    description: 'Sends a mutation and returns its data.',
    hints: 'anything',
  }),
  introspect: {
    title: 'Introspect',
    description: 'Returns the schema of the server, as a text for a `.graphql` file.',
    hints: 'reads',
    properties: {},
    output: {
      title: 'Schema',
      type: 'object',
      required: ['schema'],
      properties: { schema: { type: 'string' } },
    },
    async run(session, _input, config) {
      const { buildClientSchema, getIntrospectionQuery, printSchema } = graphql();
      const query = getIntrospectionQuery();
      const { data } = await ask(session, { query }, { type: 'query', config });
      try {
        return { schema: printSchema(buildClientSchema(data as never)) };
      } catch (cause) {
        const detail = 'The server describes a schema that is not valid';
        throw new ConnectorError('communication', 502, 'Response not readable', detail, { cause });
      }
    },
  },
};

/** Returns the actions of a connection. @param schema the text of its schema; empty when there is none */
export function graphqlActions(schema: string): Record<string, GraphqlAction> {
  const { query, mutate, introspect } = getActions(graphqlApi, forms) as Record<
    string,
    Action<GraphqlConfig>
  >;
  const checked = (action: Action<GraphqlConfig> | undefined, type: 'query' | 'mutation') => ({
    ...withAccess(action as Action<GraphqlConfig>),
    describe: describeOperation,
    check: ((input, isKnown) => {
      const { query: queryText, operation, variables } = input;
      if (typeof queryText !== 'string' || !isKnown(queryText)) return undefined;
      const parsedSchema = schema === '' ? undefined : readSchema(schema);
      const usable = parsedSchema && !isFault(parsedSchema) ? parsedSchema : undefined;
      return operationFault({ query: queryText, operation, variables }, type, usable, isKnown);
    }) satisfies GraphqlAction['check'],
  });
  return {
    query: checked(query, 'query'),
    mutate: checked(mutate, 'mutation'),
    introspect: withAccess(introspect as Action<GraphqlConfig>),
  };
}

/** Describes the operation of a call, in one form for documents that say the same. */
function describeOperation(input: JsonObject): JsonObject {
  const { parse, print } = graphql();
  try {
    return { ...input, query: print(parse(String(input['query']), { maxTokens })) };
  } catch {
    return input;
  }
}

/** Returns an action whose requests are signed in. */
function withAccess(action: Action<GraphqlConfig>): GraphqlAction {
  return { ...action, run: (context, input) => action.run(signedContext(context), input) };
}

/** @throws ConnectorError for an operation of another type too: `query` only reads */
async function ask(
  session: ApiSession,
  { query, variables, operation, partial }: JsonObject,
  { type, config }: { type: 'query' | 'mutation'; config: GraphqlConfig },
): Promise<{ data: Json; errors?: Json }> {
  const fault = operationFault({ query: String(query), operation, variables }, type, undefined, () => true);
  if (fault) {
    const detail = fault.hint === undefined ? fault.message : `${fault.message}. ${fault.hint}`;
    throw new ConnectorError('validation', 400, 'Operation not usable', detail);
  }
  const body = {
    query: query ?? null,
    ...(variables === undefined ? {} : { variables }),
    ...(operation === undefined ? {} : { operationName: operation }),
  };
  const answer = await session.send({ method: 'POST', path: '', address: config.endpoint, body });
  const errors = errorsIn(answer.content);
  const data = isObject(answer.content) ? member(answer.content, 'data') : undefined;
  if (data === undefined) {
    const detail = 'The server does not answer as GraphQL servers do; check `endpoint`';
    throw new ConnectorError('communication', 502, 'Response not readable', detail);
  }
  if (errors.length === 0) return { data };
  if (partial === true) return { data, errors };
  throw toRefusal(answer, refusalBy(errors, answer.status), 'The operation', session.secrets);
}
