export type {
  BranchComparison,
  BranchConflict,
  BranchMerge,
  BranchSummary,
  BranchWork,
  EntityDifference,
  MergeRequest,
} from './contract.js';
export { type BranchWorkOptions, GitBranchWork } from './git-branch-work.js';
