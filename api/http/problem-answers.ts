import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type HintBody, Problem, type ProblemCode } from '../../controller/problems/index.js';
import { LeaderNeeded } from '../../controller/start/leader-needed.js';
import type { JsonObject } from '../../schemas/json/types.js';
import { hintShape } from '../operations/shared/hints.js';
import { getAddress } from './base-path.js';
import { sendHtml, wantsPage } from './pages/page.js';
import { problemPage } from './pages/problem-page.js';

export interface ProblemAnswerOptions {
  /** Address of the service; undefined to take it from the request. */
  baseUrl: string | undefined;
  /** Takes secrets out of JSON. */
  maskJsonText(text: string): string;
  /** Returns the hints of a problem as requests; left out, they name operations. */
  toHints?: ((problem: Problem) => HintBody[]) | undefined;
}

/** Answers a problem as `application/problem+json` (RFC 9457), and as a page to a browser that opens an address. */
export function sendProblem(
  problem: Problem,
  request: FastifyRequest,
  reply: FastifyReply,
  { baseUrl, maskJsonText, toHints }: ProblemAnswerOptions,
): void {
  reply.code(problem.status);
  reply.header('x-request-id', request.id);
  if (problem.code === 'unauthenticated') reply.header('www-authenticate', 'Bearer realm="svc"');
  if (problem.retryAfter !== undefined) reply.header('retry-after', String(problem.retryAfter));
  else if (problem.retry === 'backoff' && problem.status === 503) reply.header('retry-after', '1');
  const text = maskJsonText(
    JSON.stringify(problem.toBody(baseUrl ?? getAddress(request), request.id, toHints?.(problem))),
  );
  if (wantsPage(request)) {
    sendHtml(reply, problemPage(JSON.parse(text), request.server.basePath));
    return;
  }
  // A request that waits for a person has not failed.
  const type = problem.status < 400 ? 'application/json' : 'application/problem+json';
  // As bytes, since Fastify would add a `charset` to text, and the media type has none.
  reply.header('content-type', type).send(Buffer.from(text));
}

/**
 * Returns the problem that the caller receives for an error. An unexpected error is logged with the request id, and its
 * text is not shown.
 */
export function toProblem(error: unknown, request: { id: string; log: FastifyBaseLogger }): Problem {
  if (error instanceof Problem) {
    if (error.status >= 500) logFailure(error, request);
    return error;
  }
  // A member passes the request on and drops this answer.
  if (error instanceof LeaderNeeded) return new Problem('standby', error.message);
  const problem = frameworkProblem(error);
  if (problem) return problem;
  request.log.error({ requestId: request.id, err: error }, 'request failed with an internal error');
  return new Problem('internal', 'The request failed with an internal error', {
    hints: [`Look for the request id \`${request.id}\` in the service log.`],
    cause: error,
  });
}

/** Logs a problem with its stack if it has a cause; without one, the text of the problem says everything. */
function logFailure(problem: Problem, { id, log }: { id: string; log: FastifyBaseLogger }): void {
  const { code, message, cause } = problem;
  if (cause !== undefined) log.error({ requestId: id, err: problem }, 'request failed');
  else log.warn({ requestId: id, code, detail: message }, 'request failed');
}

/** Errors of Fastify by their code: the problem, its text, and a hint in place of that of the catalog. */
const frameworkFaults = new Map<string, [ProblemCode, string, ...hints: string[]]>([
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', ['unsupported_media_type', 'The body is not `application/json`']],
  ['FST_ERR_CTP_BODY_TOO_LARGE', ['body_too_large', 'The body is larger than `Limits.RequestBody`']],
  [
    'FST_ERR_CTP_INVALID_JSON_BODY',
    ['request_invalid', 'The body is not valid JSON', 'Check the quotes and commas of the body.'],
  ],
  ['FST_ERR_BAD_URL', ['request_invalid', 'The URL is not percent-encoded correctly']],
  ['FST_ERR_MAX_PARAM_LENGTH', ['request_invalid', 'A segment of the path is too long']],
]);

function frameworkProblem(error: unknown): Problem | undefined {
  const { code, message = 'The request cannot be read', statusCode } = error as Partial<FastifyError>;
  // The code of a DOMException is a number.
  if (typeof code !== 'string') return undefined;
  const isRequestFault = code.startsWith('FST_') && statusCode && statusCode < 500;
  // Fastify gives the error of a connection that ends in the middle of a body this status.
  const isCut = code === 'ECONNRESET' && statusCode === 400;
  if (isCut) return new Problem('request_invalid', 'The connection ended before the body was complete');
  const fault = frameworkFaults.get(code) ?? (isRequestFault ? (['request_invalid', message] as const) : []);
  const [problem, detail = '', ...hints] = fault;
  return problem && new Problem(problem, detail, { hints, cause: error });
}

/** Answers bytes that Node's parser does not take for an HTTP request: there is no request and no reply yet. */
export function answerClientError(error: Error & { code?: string }, socket: Socket, requestId: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { code, status, detail, hints = [] } = describe(error.code);
  const body = JSON.stringify({ ...new Problem(code, detail, { hints }).toBody('', requestId), status });
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/problem+json',
      `X-Request-Id: ${requestId}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

/** Answers requests that expect more than `100-continue`, with which Node goes on by itself (RFC 9110, 10.1.1). */
export function answerExpectations(server: Server, nextId: () => string): void {
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const id = nextId();
    const hints = ['Leave the header `Expect` out, or send `Expect: 100-continue`.'];
    const problem = new Problem('request_invalid', '`Expect` asks for what the service cannot do', { hints });
    const headers = { 'content-type': 'application/problem+json', 'x-request-id': id, connection: 'close' };
    response.writeHead(417, headers).end(JSON.stringify({ ...problem.toBody('', id), status: 417 }));
  });
}

/** The code of the error for a request without TLS at a port with TLS. */
export const plainHttp = 'ERR_SSL_HTTP_REQUEST';

interface ClientFault {
  code: ProblemCode;
  status: number;
  detail: string;
  hints?: readonly string[];
}

function describe(code: string | undefined): ClientFault {
  if (code === plainHttp) {
    const detail = 'The request is not encrypted, and this port takes HTTPS only';
    return { code: 'request_invalid', status: 400, detail, hints: ['Begin the address with `https://`.'] };
  }
  if (code === 'HPE_HEADER_OVERFLOW')
    return { code: 'request_invalid', status: 431, detail: 'The headers are too large' };
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { code: 'request_timeout', status: 408, detail: 'The headers did not arrive in time' };
  return { code: 'request_invalid', status: 400, detail: 'The received bytes are not an HTTP request' };
}

/** One fault of a request or a file. */
const detailShape: JsonObject = {
  type: 'object',
  additionalProperties: true,
  properties: {
    pointer: { type: 'string', description: 'JSON pointer (RFC 6901) into the request or the file.' },
    file: { type: 'string' },
    line: { type: 'integer' },
    column: { type: 'integer' },
    message: { type: 'string' },
    sides: {
      type: 'object',
      additionalProperties: true,
      description:
        'For a conflict: `base`, `ours` (the requested value) and `theirs`; null for a missing value.',
    },
  },
};

/** Problem details (RFC 9457), with what svc adds. */
export const problemShape: JsonObject = {
  title: 'Problem',
  type: 'object',
  additionalProperties: true,
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'hints'],
  properties: {
    type: { type: 'string', description: 'The address that explains the code.' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'What failed, and why.' },
    instance: { type: 'string', description: 'The id of the request.' },
    code: { type: 'string', description: 'The code in the error catalog.', examples: ['entity_not_found'] },
    hints: { type: 'array', items: hintShape, description: 'What to do next.' },
    errors: { type: 'array', items: detailShape },
  },
};
