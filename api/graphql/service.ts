import type { FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { createHandler, parseRequestParams } from 'graphql-http';
import { kinds } from '../../controller/kinds/index.js';
import { Problem } from '../../controller/problems/index.js';
import type { Sealing } from '../../controller/security/vault/contract.js';
import { operations } from '../operations/registry.js';
import type { OperationContext } from '../operations/shared/operation.js';
import { Documents } from './documents.js';
import { formatError } from './errors.js';
import { limitErrors, type QueryLimits } from './limits.js';
import { createSchema } from './schema.js';
import { createCallScope } from './types/call-scope.js';

interface CallParts {
  /** Returns a context for each operation of the request. */
  context(): OperationContext;
  /** Logs an unexpected error and returns the problem for the caller. */
  explain(error: unknown): Problem;
  /** Masks secrets in the extensions of an error. */
  mask: Sealing['maskJson'];
}

/** Answers GraphQL requests (GraphQL over HTTP specification) by calling the operations, which check permissions. */
export class GraphQLService {
  readonly #schema: GraphQLSchema = createSchema({ operations, kinds });
  readonly #documents = new Documents();

  constructor(private readonly limits: QueryLimits) {}

  async answer(
    { url, method, headers, body, id }: Pick<FastifyRequest, 'url' | 'method' | 'headers' | 'body' | 'id'>,
    { context, explain, mask }: CallParts,
  ) {
    let variables: Readonly<Record<string, unknown>> = {};
    const handler = createHandler({
      schema: this.#schema,
      context: () => ({ ...createCallScope(context) }),
      parseRequestParams: (request) => parseRequestParams(request).catch(refuse),
      parse: this.#documents.parse,
      // Called before `validate`, which does not receive the variables.
      validationRules: (_request, args, rules) => {
        variables = args.variableValues ?? {};
        return rules;
      },
      validate: (schema, document) => {
        const errors = this.#documents.validate(schema, document);
        return errors.length > 0 ? errors : limitErrors(document, this.limits, variables);
      },
      formatError: (error) => mask(formatError(error, explain, id) as never),
    });
    const get = (name: string) => single(headers[name.toLowerCase()]);
    const request = {
      url,
      method,
      body: body as never,
      headers: { get },
      raw: undefined,
      context: undefined,
    };
    const [text, { status, headers: answered }] = await handler(request);
    return { status, headers: { ...answered } as Record<string, string>, body: text };
  }
}

/** Throws a fault of the request as the caller's error, not as an unexpected one. */
function refuse(error: unknown): never {
  const detail = error instanceof Error ? error.message : 'This is no request of GraphQL';
  throw new Problem('query_invalid', detail);
}

function single(header: string | string[] | undefined): string | null {
  return (Array.isArray(header) ? header[0] : header) ?? null;
}
