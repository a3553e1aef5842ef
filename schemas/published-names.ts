import { existsSync, readFileSync } from 'node:fs';
import { codeRoot } from './code-root.js';

/**
 * The names under which others get this build of svc. Each is a constant of the build (`SVC_BUILD_…`, see `cli/build`), and
 * unset by default: a name without an owner can be registered by a stranger, who then runs code at every user's.
 */
export interface PublishedNames {
  /** The npm package of svc. */
  readonly package?: string;
  /** The npm package with `svc validate` alone. */
  readonly validatePackage?: string;
  /** The address of the Git repository. */
  readonly repository?: string;
  /** The repository with `action.yml`, for workflows of GitHub: `<owner>/<name>`. */
  readonly action?: string;
  /** The container image, without a tag. */
  readonly image?: string;
  /** The address of the release repository, with a slash at its end. */
  readonly releases?: string;
}

/** The file with the names in the folder of the build; missing where no name is set, as in the sources. */
export const publishedNamesFile = 'published-names.json';

export const publishedNames: PublishedNames = readNames();

function readNames(): PublishedNames {
  const file = new URL(publishedNamesFile, codeRoot);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PublishedNames) : {};
}
