export type { GitDirectories } from '../folders/repository.js';
export { CommitTrust, type UnverifiedCommit } from './commit-trust.js';
export type { CommitOutcome, CommitRefusal, CommitRequest } from './commits/contract.js';
export type { CommitInfo, CommittedChange, PlacedCommit } from './history/contract.js';
export { unifiedDiff } from './history/text-diff.js';
export { type Divergence, Mirror, type Resolution } from './mirror.js';
export { blobId, emptyTree as EMPTY_TREE, hasText, isObjectId } from './objects/commit-object.js';
export type { Author, CommitText, GitObject, ObjectReader, Trailer } from './objects/contract.js';
export {
  FileProbe,
  gitDirectories,
  shareWatch,
  type Watch,
  watchRefs,
} from './refs/local-repository.js';
export { isBranchName, keepCommit, keptCommit } from './refs/refs.js';
export type { Remote } from './remotes/contract.js';
export type { Access, AccessProvider } from './remotes/credentials.js';
export { openRemote } from './remotes/open-remote.js';
export { type RepairObserver, type RepairOutcome, RepositoryRepair } from './repair/repository-repair.js';
export { openRepository, type Repository } from './repository.js';
export { CommitKeys } from './signatures/commit-keys.js';
export { type CommitSigner, openCommitSigner } from './signatures/commit-signer.js';
export type {
  EntryDifference,
  FileChange,
  FileMode,
  FileVersion,
  MergeEntry,
  NonFile,
  TreeDifference,
  TreeFile,
  TreeLeaf,
} from './trees/contract.js';
export {
  type IgnoredPaths,
  ignoreFile as IGNORE_FILE,
  noneIgnored,
  parseIgnored,
} from './trees/ignored-paths.js';
export { entryName, isBranchFile, isEntityFolder, isTextFile, pathFault } from './trees/names.js';
export { type PathScope, pathScope } from './trees/path-scope.js';
