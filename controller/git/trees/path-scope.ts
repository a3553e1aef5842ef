import { type IgnoredPaths, ignoreFile } from './ignored-paths.js';

/** The paths that may hold files of svc; they start at the root of the repository. */
export interface PathScope {
  includes(path: string): boolean;
  /** Returns why a path is out of scope; undefined for one in scope. */
  exclusion(path: string): string | undefined;
}

/** @param prefix svc's folder with a slash at its end; `''` for the whole repository */
export function pathScope(prefix: string, ignored: IgnoredPaths): PathScope {
  const exclusion = (path: string) => {
    if (!path.startsWith(prefix)) return `it is outside of \`${prefix}\`, the folder of \`Git.Path\``;
    const isIgnored = path !== prefix && ignored.has(path.slice(prefix.length));
    return isIgnored ? `\`${prefix}${ignoreFile}\` excludes it` : undefined;
  };
  return { exclusion, includes: (path) => exclusion(path) === undefined };
}
