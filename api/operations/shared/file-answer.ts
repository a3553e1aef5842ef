import type { Route } from './route.js';

type FileAnswer = Pick<Route, 'answers' | 'requestHeaders' | 'responseHeaders'> & { statuses: number[] };

/** How a route answers with a stored file of one media type, or of any. */
export function getFileAnswer(type: string): FileAnswer {
  return {
    answers: { [type]: { type: 'string', format: 'binary', description: 'The file.' } },
    requestHeaders: {
      range: { type: 'string', description: 'One range of bytes (RFC 9110, 14.2).' },
      'if-range': { type: 'string', description: 'The `ETag` of the file that the range belongs to.' },
      'if-none-match': { type: 'string' },
    },
    responseHeaders: { etag: { type: 'string' }, 'content-range': { type: 'string' } },
    statuses: [200, 206, 304],
  };
}

export const fileAnswer = getFileAnswer('application/octet-stream');
