import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { Problem } from '../../controller/problems/index.js';
import { type Surface, toHints } from '../operations/hinted-calls.js';

/**
 * Returns an error as the answer shows it. `extensions` holds the members of a problem (RFC 9457): the code of the
 * catalog, its status in REST, hints and the faults of the input.
 * @param explain returns the problem for an unexpected error
 */
export function formatError(
  error: Readonly<GraphQLError | Error>,
  explain: (error: unknown) => Problem,
  surface: Surface,
  requestId: string,
): GraphQLFormattedError {
  const { message, locations, path } =
    error instanceof GraphQLError ? error : new GraphQLError(error.message);
  const problem = toProblem(error, explain);
  const { code, status, hints, errors } = problem.toBody('', requestId, toHints(problem, surface));
  return {
    message: problem.code === 'internal' ? problem.message : message,
    ...(locations ? { locations } : {}),
    ...(path ? { path } : {}),
    extensions: {
      code,
      status,
      hints,
      ...(errors ? { errors } : {}),
      ...problem.members,
      instance: requestId,
    },
  };
}

function toProblem(error: Readonly<GraphQLError | Error>, explain: (error: unknown) => Problem): Problem {
  if (!(error instanceof GraphQLError)) return error instanceof Problem ? error : explain(error);
  const { originalError, extensions, message } = error;
  if (originalError instanceof Problem) return originalError;
  if (extensions['code'] === 'query_too_large') {
    return new Problem('query_too_large', message, { hints: extensions['hints'] as string[] });
  }
  // A fault of the query itself: syntax, names, types, values of variables.
  if (!originalError || originalError instanceof GraphQLError) {
    return new Problem('query_invalid', message);
  }
  return explain(originalError);
}
