export {
  type BranchMerge,
  type BranchWork,
  type BranchWorkOptions,
  GitBranchWork,
} from './branches/index.js';
export { type ChangesOptions, GitChanges } from './changes.js';
export { authorOf } from './commit-message.js';
export type { Changes, WritePreview, WriteResult } from './contract.js';
export { DirectoryChanges, type DirectoryTools } from './directories/directory-changes.js';
export { sweep } from './directories/sweep.js';
export { FileMoved } from './directories/write-files.js';
export { nameOfChange } from './edits/entity-address.js';
export type { EntityChange, WriteOrigin, WriteRequest, WrittenEntity } from './intents.js';
export type {
  MergedProposal,
  Proposal,
  ProposalDetails,
  ProposalState,
  Proposals,
} from './proposals/contract.js';
export { ProposalStore } from './proposals/proposal-store.js';
export type { PushStatus } from './pushing/contract.js';
export { Pusher } from './pushing/pusher.js';
export { createVersions, type Versions, type VersionTools } from './versions/index.js';
