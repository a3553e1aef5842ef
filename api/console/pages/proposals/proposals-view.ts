import type { ProposalState } from '../../data/proposals.js';

export const proposalStates: readonly ProposalState[] = ['open', 'merged', 'closed'];

/** Reads the tab from an address; `open` is the one without a name. */
export function readProposalsView({ state }: Record<string, string | undefined>): { state?: ProposalState } {
  const tab = proposalStates.find((each) => each === state);
  return tab && tab !== 'open' ? { state: tab } : {};
}
