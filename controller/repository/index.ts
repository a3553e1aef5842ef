export { isBranchName } from './branch-name.js';
export { coalesce } from './coalesce.js';
export type {
  GitDirectories,
  GitObject,
  ObjectReader,
  PushResult,
  RefUpdate,
  Remote,
  RemoteRefs,
  TreeDifference,
  TreeFile,
} from './contract.js';
export { isBranchFile, isEntityFolder, isTextFile } from './entity-path.js';
export { FileProbe } from './file-probe.js';
export { Mirror } from './mirror.js';
export { blobId, EMPTY_TREE } from './object-id.js';
export { shareWatch, type Watch, watchRefs } from './ref-watch.js';
export type { Access, AccessProvider } from './remotes/access.js';
export { openRemote, type RemoteOptions } from './remotes/open-remote.js';
export { openRepository, type Repository } from './repository.js';
