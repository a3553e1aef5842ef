export type {
  EntityAddress,
  EntityAt,
  EntityVersion,
  Restoration,
  Sight,
  VersionDiff,
  VersionPage,
  Versions,
} from './contract.js';
export type { VersionTools } from './entity-files.js';
export { createVersions } from './entity-versions.js';
