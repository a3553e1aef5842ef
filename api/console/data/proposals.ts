import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callService, type Schemas } from './client.js';
import { paging } from './paging.js';

export type Proposal = Schemas['Proposal'];
export type ProposalDetails = Schemas['ProposalDetails'];
export type ChangePlan = Schemas['ChangePlan'];
export type ProposalState = Proposal['state'];

/** The key of all queries for proposals. */
const proposalsKey = ['proposals'] as const;
const pageSize = 50;

/** Proposals in a state, the newest first. */
export function proposalListQuery(state: ProposalState) {
  return infiniteQueryOptions({
    queryKey: [...proposalsKey, 'list', state],
    queryFn: ({ pageParam, signal }) =>
      callService('get', '/api/v1/platform/proposals', {
        query: { state, limit: pageSize, cursor: pageParam },
        signal,
      }),
    ...paging,
  });
}

/** A proposal with the difference that it would make to its base now. */
export function proposalQuery(id: string) {
  return queryOptions({
    queryKey: [...proposalsKey, 'proposal', id],
    queryFn: ({ signal }): Promise<ProposalDetails> =>
      callService('get', '/api/v1/platform/proposals/{id}', { path: { id }, signal }),
  });
}

/** The plan of an open proposal, with replays of recorded runs; it takes some seconds. */
export function proposalPlanQuery(id: string, revision: string | null | undefined) {
  return queryOptions({
    queryKey: [...proposalsKey, 'plan', id, revision],
    queryFn: ({ signal }): Promise<ChangePlan> =>
      callService('get', '/api/v1/platform/proposals/{id}/plan', { path: { id }, signal }),
    staleTime: 60_000,
    retry: false,
  });
}

/** Approves a proposal, or asks for changes of it. @throws ServiceProblem with `proposal_moved` where there is a newer commit */
export function reviewProposal(
  id: string,
  verdict: 'approve' | 'request-changes',
  { comment, revision }: { comment: string; revision: string | undefined },
): Promise<ProposalDetails> {
  return callService('post', `/api/v1/platform/proposals/{id}/${verdict}`, {
    path: { id },
    body: { comment: comment.trim() === '' ? undefined : comment, revision },
  });
}

/** @throws ServiceProblem with `merge_conflict` where both sides changed the same field */
export function mergeProposal(id: string): Promise<Schemas['MergedProposal']> {
  return callService('post', '/api/v1/platform/proposals/{id}/merge', { path: { id } });
}

/** @throws ServiceProblem */
export function closeProposal(id: string): Promise<Proposal> {
  return callService('post', '/api/v1/platform/proposals/{id}/close', { path: { id } });
}
