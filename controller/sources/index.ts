export { LIVE, LOCAL } from './branch-names.js';
export { type BranchSources, requireSource } from './branch-sources.js';
export { DirectorySource } from './directory-source.js';
export { gitAccess } from './git-access.js';
export { GitSource, type GitSourceOptions } from './git-source.js';
export { openBranches } from './open-branches.js';
export { OverlaySource } from './overlay-source.js';
export { type PackageManifest, packageFiles } from './package-files.js';
