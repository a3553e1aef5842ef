import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../controller/problems/index.js';

const plainHost = /^[\w.:[\]-]+$/;

export interface ProblemAnswerOptions {
  /** Left out: taken from the request. */
  baseUrl: string | undefined;
  /** Takes secrets out of JSON. */
  maskJsonText(text: string): string;
}

/** Answers a problem as `application/problem+json` (RFC 9457). */
export function sendProblem(
  problem: Problem,
  request: FastifyRequest,
  reply: FastifyReply,
  { baseUrl, maskJsonText }: ProblemAnswerOptions,
): void {
  reply.code(problem.status);
  reply.header('x-request-id', request.id).header('content-type', 'application/problem+json');
  if (problem.code === 'unauthenticated') reply.header('www-authenticate', 'Bearer realm="svc"');
  if (problem.retryAfter !== undefined) reply.header('retry-after', String(problem.retryAfter));
  else if (problem.retry === 'backoff' && problem.status === 503) reply.header('retry-after', '1');
  // As bytes, since Fastify would add a `charset` to text, and the media type has none.
  const body = problem.toBody(baseUrl ?? addressOf(request), request.id);
  reply.send(Buffer.from(maskJsonText(JSON.stringify(body))));
}

/**
 * The problem that an error is to the caller. What is not one of ours nor Fastify's is logged with the request id and
 * shown without its text.
 */
export function toProblem(error: unknown, request: { id: string; log: FastifyBaseLogger }): Problem {
  if (error instanceof Problem) {
    if (error.status >= 500) logFailure(error, request);
    return error;
  }
  const known = frameworkProblem(error);
  if (known) return known;
  request.log.error({ requestId: request.id, err: error }, 'request failed with an internal error');
  return new Problem('internal', 'The request could not be carried out', {
    hints: [`Look for the request id \`${request.id}\` in the service log.`],
    cause: error,
  });
}

/** Where it came from is of use when there is something behind it; else the problem says all there is. */
function logFailure(problem: Problem, { id, log }: { id: string; log: FastifyBaseLogger }): void {
  const { code, message, cause } = problem;
  if (cause !== undefined) log.error({ requestId: id, err: problem }, 'request failed');
  else log.warn({ requestId: id, code, detail: message }, 'request failed');
}

function frameworkProblem(error: unknown): Problem | undefined {
  const { code, message, statusCode } = error as Partial<FastifyError>;
  switch (code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Problem('unsupported_media_type', 'The body is not `application/json`', { cause: error });
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Problem('body_too_large', 'The body is larger than `Limits.RequestBody`', { cause: error });
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return new Problem('request_invalid', 'The body is not valid JSON', {
        cause: error,
        hints: ['Check the quotes and commas of the body.'],
      });
    case 'FST_ERR_BAD_URL':
      return new Problem('request_invalid', 'The URL is not percent-encoded correctly', { cause: error });
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new Problem('request_invalid', 'A segment of the path is too long', { cause: error });
  }
  const isRequestFault = code?.startsWith('FST_') && statusCode && statusCode < 500;
  if (isRequestFault)
    return new Problem('request_invalid', message ?? 'The request cannot be read', { cause: error });
  return undefined;
}

/** The address that the caller used, without a slash at the end. */
export function addressOf(request: FastifyRequest): string {
  return plainHost.test(request.host ?? '') ? `${request.protocol}://${request.host}` : '';
}
