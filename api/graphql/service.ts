import type { GraphQLSchema } from 'graphql';
import { createHandler, parseRequestParams } from 'graphql-http';
import { kinds } from '../../controller/kinds/index.js';
import { Problem } from '../../controller/problems/index.js';
import type { Sealing } from '../../controller/vault/contract.js';
import type { OperationContext } from '../operations/operation.js';
import { operations } from '../operations/registry.js';
import { createCallScope } from './call-scope.js';
import { Documents } from './documents.js';
import { formatError } from './errors.js';
import { limitErrors, type QueryLimits } from './limits.js';
import { createSchema } from './schema.js';

interface HttpCall {
  url: string;
  method: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: unknown;
}

interface CallParts {
  /** A context for each operation that the request comes to. */
  context(): OperationContext;
  requestId: string;
  /** What an error that nobody expected is to the caller; it is logged. */
  explain(error: unknown): Problem;
  /** Takes secrets out of what is told of an error. */
  mask: Sealing['maskJson'];
}

export interface HttpAnswer {
  status: number;
  headers: Record<string, string>;
  body: string | null;
}

/** Answers GraphQL over HTTP (GraphQL over HTTP specification), by the operations and with their permissions. */
export class GraphQLService {
  readonly #schema: GraphQLSchema = createSchema({ operations, kinds });
  readonly #documents = new Documents();

  constructor(private readonly limits: QueryLimits) {}

  async answer(
    { url, method, headers, body }: HttpCall,
    { context, requestId, explain, mask }: CallParts,
  ): Promise<HttpAnswer> {
    let variables: Readonly<Record<string, unknown>> = {};
    const handler = createHandler({
      schema: this.#schema,
      context: () => ({ ...createCallScope(context) }),
      parseRequestParams: (request) => parseRequestParams(request).catch(refuse),
      parse: this.#documents.parse,
      // Called before `validate`, which does not get the variables.
      validationRules: (_request, args, rules) => {
        variables = args.variableValues ?? {};
        return rules;
      },
      validate: (schema, document) => {
        const errors = this.#documents.validate(schema, document);
        return errors.length > 0 ? errors : limitErrors(document, this.limits, variables);
      },
      formatError: (error) => mask(formatError(error, explain, requestId) as never),
    });
    const request = { url, method, body: body as never, raw: undefined, context: undefined };
    const [text, { status, headers: answered }] = await handler({
      ...request,
      headers: { get: (name: string) => single(headers[name.toLowerCase()]) },
    });
    return { status, headers: { ...answered } as Record<string, string>, body: text };
  }
}

/** What was sent is no request of GraphQL: for the library an error like any other, for the caller his own. */
function refuse(error: unknown): never {
  throw new Problem(
    'query_invalid',
    error instanceof Error ? error.message : 'This is no request of GraphQL',
  );
}

function single(header: string | string[] | undefined): string | null {
  return (Array.isArray(header) ? header[0] : header) ?? null;
}
