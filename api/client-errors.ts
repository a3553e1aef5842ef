import type { Socket } from 'node:net';
import { Problem } from '../controller/problems/index.js';

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/** Answers what is no HTTP request to Node's parser, by hand: there is no request and no reply yet. */
export function answerClientError(error: Error & { code?: string }, socket: Socket, requestId: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { code, status, detail } = describe(error.code);
  const body = JSON.stringify({ ...new Problem(code, detail).toBody('', requestId), status });
  socket.end(
    [
      `HTTP/1.1 ${status} ${reasons[status]}`,
      'Content-Type: application/problem+json',
      `X-Request-Id: ${requestId}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

function describe(code: string | undefined) {
  if (code === 'HPE_HEADER_OVERFLOW')
    return { code: 'request_invalid', status: 431, detail: 'The headers are too large' } as const;
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { code: 'request_timeout', status: 408, detail: 'The headers did not arrive in time' } as const;
  return { code: 'request_invalid', status: 400, detail: 'What arrived is not an HTTP request' } as const;
}
