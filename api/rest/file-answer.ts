import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../controller/problems/index.js';
import type { FileDownload } from '../operations/operation.js';
import { matchesTag } from './cached-reads.js';

/** Sends a file, or one range of it, or that it has not changed (RFC 9110, 13 and 14). */
export function sendFile(request: FastifyRequest, reply: FastifyReply, download: FileDownload): FastifyReply {
  const { file, open, type } = download;
  const { headers } = request;
  reply.header('etag', file.etag).header('last-modified', file.modified.toUTCString());
  reply.header('accept-ranges', 'bytes').header('cache-control', 'private, no-cache');
  if (matchesTag(headers['if-none-match'], file.etag)) return reply.code(304).send();
  reply.type(type);
  const isOfThis = headers['if-range'] === undefined || headers['if-range'] === file.etag;
  const range = isOfThis ? rangeOf(headers.range, file.size) : undefined;
  if (range === 'beyond') {
    reply.header('content-range', `bytes */${file.size}`);
    throw new Problem(
      'range_not_satisfiable',
      `The file has ${file.size} bytes, and the range begins after them`,
    );
  }
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
  reply.header('content-length', range ? range.end - range.start + 1 : file.size);
  return reply.send(request.method === 'HEAD' ? '' : open(range));
}

/** Undefined for what is no single range of bytes: the whole file is the answer then. */
function rangeOf(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'beyond' | undefined {
  const [, first = '', last = ''] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'beyond' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (start >= size) return 'beyond';
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return end < start ? undefined : { start, end };
}
