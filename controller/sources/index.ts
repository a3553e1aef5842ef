export { type BranchSources, requireSource } from './branches/branch-sources.js';
export { gitAccess } from './branches/git-access.js';
export { GitSource } from './branches/git-branches.js';
export { openBranches } from './branches/open-branches.js';
export { DirectorySource } from './directory/directory-source.js';
export { OverlaySource } from './overlay/overlay-source.js';
export { LOCAL } from './source/branch-names.js';
export { type PackageManifest, packageFiles } from './source/package-files.js';
export { getScope } from './source/scope.js';
