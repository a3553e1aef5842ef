import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  getOperationAST,
  type OperationDefinitionNode,
} from 'graphql';
import type { RequestParams } from 'graphql-http';
import { Problem } from '../../../controller/problems/index.js';
import type { CallScope } from '../types/call-scope.js';

/** A valid request whose answer is a stream of results. */
export interface Execution extends Pick<ExecutionArgs, 'schema'> {
  document: DocumentNode;
  parameters: RequestParams;
  method: string;
  /** Returns what the fields of one result share. */
  scope(): CallScope;
}

/** Returns the operation of a document that a request means. @throws Problem query_invalid */
export function getOperation(
  document: DocumentNode,
  { operationName }: RequestParams,
): OperationDefinitionNode {
  const operation = getOperationAST(document, operationName);
  if (operation) return operation;
  throw new Problem('query_invalid', 'The document has no such operation, or several and no `operationName`');
}

/**
 * Yields the results of an operation: one for a query or a mutation, one for each event of a subscription. The next event is
 * taken only when its result is asked for, and nothing is kept between two events.
 * @throws Problem query_invalid for a mutation by GET, and those of the source of events
 */
export async function* getResults(execution: Execution): AsyncGenerator<ExecutionResult> {
  const { document, parameters, method, schema, scope } = execution;
  const { variables, operationName } = parameters;
  const args: ExecutionArgs = { schema, document, variableValues: variables, operationName };
  const { operation } = getOperation(document, parameters);
  if (operation === 'mutation' && method === 'GET') {
    throw new Problem('query_invalid', 'A mutation cannot be sent by GET', {
      hints: ['Send it by POST, as `application/json`.'],
    });
  }
  if (operation !== 'subscription') {
    yield await execute({ ...args, contextValue: scope() });
    return;
  }
  const events = await createSourceEventStream({ ...args, contextValue: scope() });
  if (!(Symbol.asyncIterator in events)) {
    yield events;
    return;
  }
  for await (const rootValue of events) yield await execute({ ...args, rootValue, contextValue: scope() });
}
