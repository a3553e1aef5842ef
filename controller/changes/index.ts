export { type ChangesOptions, createChanges } from './changes.js';
export type {
  Changes,
  EntityChange,
  WriteOrigin,
  WritePreview,
  WriteRequest,
  WriteResult,
  WrittenEntity,
} from './contract.js';
export { DirectoryChanges, type DirectoryTools } from './directories/directory-changes.js';
export { createVersions, type Versions, type VersionTools } from './versions/index.js';
