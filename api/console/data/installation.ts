import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type AnswerOf, callService, type Schemas } from './client.js';
import { paging } from './paging.js';

export type AuditRecord = AnswerOf<'/api/v1/platform/audit', 'get'>['items'][number];
export type ServiceLogEntry = Schemas['ServiceLogEntry'];
export type Check = Schemas['Check'];

const pageSize = 50;
const renewMs = 30_000;

export const diagnosticsQuery = queryOptions({
  queryKey: ['diagnostics'],
  queryFn: ({ signal }) => callService('get', '/api/v1/platform/diagnostics', { signal }),
  refetchInterval: renewMs,
});

/** The records of the audit log, the newest first. */
export function auditQuery(filter: { principal?: string; action?: string }) {
  return infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam, signal }) =>
      callService('get', '/api/v1/platform/audit', {
        query: { ...filter, limit: pageSize, cursor: pageParam },
        signal,
      }),
    ...paging,
  });
}
