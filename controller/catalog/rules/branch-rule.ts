import type { BranchState } from '../branch-state.js';
import type { Finding } from '../contract.js';
import type { Facts } from '../readiness.js';
import type { Rule } from './rule.js';

/** A rule that looks at all files of a branch or folder together. */
export interface BranchRule extends Rule {
  check(state: BranchState, facts: Facts): Finding[];
}
