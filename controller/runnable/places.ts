import type { Snapshot } from '../catalog/index.js';
import { findGrant } from '../runs/index.js';
import { allowsBranch } from '../security/policy/branch-pattern.js';
import { getSecretPaths } from '../security/policy/secret-policy.js';

/** An environment that runs of a branch may use, and where they look for a secret in it. */
export interface Place {
  /** Null for runs without an environment. */
  readonly environment: string | null;
  /** The paths that a path means there, in the order in which they are tried. */
  getPaths(path: string): readonly string[];
}

/** The places in which runs of a branch may look for secrets. */
export interface Places {
  readonly all: readonly Place[];
  /** The environment of runs that name none; undefined when there is no default. */
  readonly defaultName: string | undefined;
}

/**
 * Returns the places of a branch: on production, each environment, and none where no environment is the default; on another
 * branch, the environments that production opens to it.
 * @param production undefined when the branch is production
 * @param named the environment that the settings make the default
 */
export function getPlaces(
  snapshot: Snapshot,
  production: Snapshot | undefined,
  named: string | undefined,
): Places {
  const environments = snapshot.list('environment');
  const isNamed = environments.some(({ name }) => name === named);
  const defaultName = isNamed
    ? named
    : environments.find(({ definition }) => definition['default'] === true)?.name;
  if (production) {
    const all = environments.flatMap(({ name }) => openedPlace(snapshot.branch, production, name));
    return { all, defaultName };
  }
  const all = environments.map(({ name, definition }): Place => {
    const { secrets: prefix } = definition;
    const secrets = typeof prefix === 'string' ? prefix : undefined;
    return { environment: name, getPaths: (path) => getSecretPaths(secrets, path, true) };
  });
  if (defaultName === undefined) all.push({ environment: null, getPaths: (path) => [path] });
  return { all, defaultName };
}

/** Returns the place that production's version of an environment gives to a branch, if it gives one. */
function openedPlace(branch: string, production: Snapshot, environment: string): Place[] {
  const { branches = [], secrets } = findGrant(production, environment) ?? {};
  const isOpen = secrets !== undefined && branches.some((pattern) => allowsBranch(pattern, branch));
  return isOpen ? [{ environment, getPaths: (path) => getSecretPaths(secrets, path, false) }] : [];
}
