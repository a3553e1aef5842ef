import type { ProposalState } from '../../data/proposals.js';

export const proposalStates: readonly ProposalState[] = ['open', 'merged', 'closed'];

/** Reads the tab from an address; `open` is the one without a name. */
export function readProposalsView({ state }: Record<string, string | undefined>): { state?: ProposalState } {
  const known = proposalStates.find((each) => each === state);
  return known && known !== 'open' ? { state: known } : {};
}
