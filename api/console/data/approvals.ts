import { queryOptions } from '@tanstack/react-query';
import { callService, type Schemas } from './client.js';

export type ApprovalSummary = Schemas['ApprovalSummary'];
export type Approval = Schemas['Approval'];

/** The key of all queries for approvals. */
const approvalsKey = ['approvals'] as const;
/** No event tells of approvals. */
const renewMs = 15_000;
const pageSize = 50;

/** The newest effects of agents that wait for a person, up to 50. */
export const waitingApprovalsQuery = queryOptions({
  queryKey: [...approvalsKey, 'waiting'],
  queryFn: ({ signal }) =>
    callService('get', '/api/v1/platform/approvals', {
      query: { status: 'pending', limit: pageSize },
      signal,
    }),
  refetchInterval: renewMs,
});

export function approvalQuery(id: string) {
  return queryOptions({
    queryKey: [...approvalsKey, 'approval', id],
    queryFn: ({ signal }): Promise<Approval> =>
      callService('get', '/api/v1/platform/approvals/{id}', { path: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? renewMs : false),
  });
}

/** @throws ServiceProblem with `approval_void` where something else would happen by now */
export function grantApproval(id: string): Promise<Schemas['GrantedApproval']> {
  return callService('post', '/api/v1/platform/approvals/{id}/grant', { path: { id } });
}

/** @throws ServiceProblem */
export function denyApproval(id: string): Promise<ApprovalSummary> {
  return callService('post', '/api/v1/platform/approvals/{id}/deny', { path: { id } });
}
