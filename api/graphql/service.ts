import type { FastifyRequest } from 'fastify';
import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
} from 'graphql';
import { createHandler, type Request, type RequestParams } from 'graphql-http';
import { kinds } from '../../controller/kinds/index.js';
import { type CallWriter, Problem } from '../../controller/problems/index.js';
import type { Sealing } from '../../controller/security/vault/contract.js';
import { hasExactNumber } from '../../schemas/json/exact-number.js';
import { toJsonText } from '../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../schemas/json/types.js';
import { OpenLimits } from '../http/open-streams.js';
import type { Surface } from '../operations/hinted-calls.js';
import { operations } from '../operations/registry.js';
import type { OperationContext, StreamItem } from '../operations/shared/operation.js';
import { fieldWriter } from './call-text.js';
import { Documents } from './documents.js';
import { formatError } from './errors.js';
import { limitErrors, type QueryLimits } from './limits.js';
import { readParameters } from './parameters.js';
import { RowSchemas } from './rows/row-schemas.js';
import { createSchema } from './schema.js';
import { getOperation, getResults } from './subscriptions/results.js';
import { createCallScope } from './types/call-scope.js';

interface CallParts {
  /** Returns a context for each operation of the request. */
  context(): OperationContext;
  /** Logs an unexpected error and returns the problem for the caller. */
  explain(error: unknown): Problem;
  /** Masks secrets in the extensions of an error. */
  mask: Sealing['maskJson'];
}

type HttpRequest = Pick<FastifyRequest, 'url' | 'method' | 'headers' | 'body' | 'id'>;

/** Answers GraphQL requests (GraphQL over HTTP specification) by calling the operations, which check permissions. */
export class GraphQLService {
  readonly #schema: GraphQLSchema = createSchema({ operations, kinds });
  readonly #documents = new Documents();
  readonly #rows = new RowSchemas((rows) => createSchema({ operations, kinds, rows }));
  readonly #subscriptions: OpenLimits;
  readonly #surface: Surface;

  constructor(
    private readonly limits: QueryLimits & { subscriptions: number },
    production: string,
  ) {
    this.#surface = { writeCall: fieldWriter(this.#schema, production), production };
    this.#subscriptions = new OpenLimits(limits.subscriptions, 'subscriptions');
  }

  /** Writes the calls of hints as fields. */
  get writeCall(): CallWriter {
    return this.#surface.writeCall;
  }

  async answer(request: HttpRequest, { context, explain, mask }: CallParts) {
    let params: RequestParams = { query: '' };
    let schema = this.#schema;
    let data: Json | undefined;
    const handler = createHandler({
      schema: () => schema,
      context: () => ({ ...createCallScope(context) }),
      parseRequestParams: async (operationRequest) => {
        const read = await readParameters(operationRequest);
        if ('query' in read) params = read;
        schema = (await this.#rows.find(request.url, createCallScope(context))) ?? schema;
        return read;
      },
      parse: this.#documents.parse,
      validate: (_schema, document) => {
        const faults = this.#getFaults(schema, document, params);
        return faults.length > 0 ? faults : needsStream(document, params);
      },
      onOperation: (_request, _args, result) => {
        if ('data' in result) data = result.data as Json | undefined;
      },
      formatError: (error) => mask(formatError(error, explain, this.#surface, request.id) as never),
    });
    const [text, { status, headers: answered }] = await handler(toRequest(request));
    return { status, headers: { ...answered } as Record<string, string>, body: withExactNumbers(text, data) };
  }

  /** Tells whether a request that accepts both an answer and a stream is a subscription. */
  async isSubscription(request: HttpRequest): Promise<boolean> {
    try {
      const { document, parameters } = await this.#read(request);
      return getOperation(document, parameters).operation === 'subscription';
    } catch {
      // The answer to the request states the fault.
      return false;
    }
  }

  /**
   * Yields the results of a request as the events of a stream (GraphQL over Server-Sent Events protocol, distinct
   * connections mode). Faults are results too. A stream that the service or the credential ends has no event `complete`, so
   * that its client connects again.
   */
  async *events(request: HttpRequest, { context, explain, mask }: CallParts): AsyncGenerator<StreamItem> {
    const listener = context();
    const format = (error: Error) => mask(formatError(error, explain, this.#surface, request.id) as never);
    try {
      for await (const { data, errors } of this.#results(request, listener)) {
        yield { event: 'next', data: { ...(errors ? { errors: errors.map(format) } : {}), data } };
      }
    } catch (error) {
      const fault = error instanceof Error ? error : new Error(String(error));
      if (!listener.listening.aborted) yield { event: 'next', data: { errors: [format(fault)] } };
    }
    if (!listener.listening.aborted) yield { event: 'complete', data: undefined };
  }

  async *#results(request: HttpRequest, listener: OperationContext): AsyncGenerator<ExecutionResult> {
    const { document, parameters } = await this.#read(request);
    const { controller, caller, principal, origin, writeCall, ending, signal, listening } = listener;
    // An object for each operation, which may note its audit record there; the signals are those of the whole stream.
    const context = () => ({ controller, caller, principal, origin, writeCall, ending, signal, listening });
    const scope = () => createCallScope(context);
    const schema = (await this.#rows.find(request.url, scope())) ?? this.#schema;
    const errors = this.#getFaults(schema, document, parameters);
    if (errors.length > 0) {
      yield { errors };
      return;
    }
    const isLong = getOperation(document, parameters).operation === 'subscription';
    const release = isLong ? this.#subscriptions.open(principal.id) : undefined;
    try {
      yield* getResults({ schema, document, parameters, method: request.method, scope });
    } finally {
      release?.();
    }
  }

  /** @throws Problem, GraphQLError for a request without a readable query */
  async #read(request: HttpRequest): Promise<{ document: DocumentNode; parameters: RequestParams }> {
    const parameters = await readParameters(toRequest(request));
    if (!('query' in parameters)) throw new GraphQLError('The request has no parameters of GraphQL');
    return { document: this.#documents.parse(parameters.query), parameters };
  }

  #getFaults(
    schema: GraphQLSchema,
    document: DocumentNode,
    { variables }: RequestParams,
  ): readonly GraphQLError[] {
    const errors = this.#documents.validate(schema, document);
    return errors.length > 0 ? errors : limitErrors(document, this.limits, variables ?? {});
  }
}

/** Returns the text of an answer with the exact numbers of its data, which the library writes as text. */
function withExactNumbers(text: string | null, data: Json | undefined): string | null {
  if (text === null || data === undefined || data === null || !hasExactNumber(data)) return text;
  return toJsonText({ ...(JSON.parse(text) as JsonObject), data });
}

/** Returns an error for a subscription whose client does not accept a stream. */
function needsStream(document: DocumentNode, { operationName }: RequestParams): GraphQLError[] {
  if (getOperationAST(document, operationName)?.operation !== 'subscription') return [];
  const problem = new Problem('query_invalid', 'The answer to a subscription is a stream of events', {
    hints: ['Send the header `Accept: text/event-stream` (GraphQL over Server-Sent Events).'],
  });
  return [new GraphQLError(problem.message, { originalError: problem })];
}

function toRequest({ url, method, headers, body }: HttpRequest): Request<undefined, undefined> {
  const get = (name: string) => single(headers[name.toLowerCase()]);
  return { url, method, body: body as never, headers: { get }, raw: undefined, context: undefined };
}

function single(header: string | string[] | undefined): string | null {
  return (Array.isArray(header) ? header[0] : header) ?? null;
}
