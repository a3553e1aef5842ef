import { Problem } from '../problems/index.js';
import type { Proposals } from './proposals/contract.js';

/** Stands in where files are written and nothing is committed. */
export const noProposals: Proposals = {
  open: refuse,
  list: refuse,
  read: refuse,
  merge: refuse,
  close: refuse,
};

async function refuse(): Promise<never> {
  throw new Problem('git_versioning_disabled', 'Proposals are branches, which a folder has not.', {
    hints: ['Write without `propose`; or keep the files in a Git repository and set `Git.Enabled: true`.'],
  });
}
