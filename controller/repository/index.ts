export { isBranchName } from './branch-name.js';
export { coalesce } from './coalesce.js';
export type {
  Author,
  BranchOutcome,
  BranchRefusal,
  BranchWriter,
  ChangeKind,
  CommitInfo,
  CommitOutcome,
  CommitRefusal,
  CommitRequest,
  CommitText,
  Comparison,
  DeletedPath,
  EntryDifference,
  FileChange,
  FileMode,
  FileVersion,
  GitDirectories,
  GitObject,
  HistoryPage,
  MergeContent,
  MergeEntry,
  ObjectReader,
  PathsPage,
  PathsVersion,
  PathVersion,
  PushResult,
  RefUpdate,
  Remote,
  RemoteRefs,
  RepositoryHistory,
  Trailer,
  TreeDifference,
  TreeFile,
  TreeLeaf,
  TreeMerge,
} from './contract.js';
export { isBranchFile, isEntityFolder, isTextFile } from './entity-path.js';
export { entryName } from './entry-name.js';
export { FileProbe } from './file-probe.js';
export { gitDirectories } from './git-directories.js';
export { type DiffSide, unifiedDiff } from './history/text-diff.js';
export { keepCommit, keptCommit } from './kept-commit.js';
export { type Divergence, Mirror, type Replayed } from './mirror.js';
export { blobId, EMPTY_TREE, isObjectId } from './object-id.js';
export { shareWatch, type Watch, watchRefs } from './ref-watch.js';
export type { Access, AccessProvider } from './remotes/access.js';
export { openRemote, type RemoteOptions } from './remotes/open-remote.js';
export { openRepository, type Repository } from './repository.js';
export { standInOf } from './stand-in.js';
export { isTelling } from './writes/commit-object.js';
export { pathFault } from './writes/path-name.js';
