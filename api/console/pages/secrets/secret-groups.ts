import type { Environment } from '../../data/environments.js';
import type { Secret } from '../../data/secrets.js';

/** Secrets that belong together: those of an environment, those of the installation, and all others. */
export interface SecretGroup {
  kind: 'environment' | 'everywhere' | 'installation';
  /** The name of the environment, or empty. */
  environment: string;
  /** The beginning of the paths, without a slash at its end; empty for all others. */
  prefix: string;
  secrets: readonly Secret[];
}

const installationPrefix = 'platform';

/** Groups secrets by the environment that owns their prefix; groups without a secret are left out. */
export function groupSecrets(
  secrets: readonly Secret[],
  environments: readonly Environment[],
): SecretGroup[] {
  const groups = [
    ...environments.flatMap(({ name, secretPrefix }) =>
      secretPrefix === undefined
        ? []
        : [{ kind: 'environment' as const, environment: name, prefix: trimSlash(secretPrefix) }],
    ),
    { kind: 'installation' as const, environment: '', prefix: installationPrefix },
  ];
  const rest = secrets.filter(({ path }) => !groups.some(({ prefix }) => isBelow(path, prefix)));
  return [
    { kind: 'everywhere' as const, environment: '', prefix: '', secrets: rest },
    ...groups.map((group) => ({
      ...group,
      secrets: secrets.filter(({ path }) => isBelow(path, group.prefix)),
    })),
  ].filter(({ secrets: own }) => own.length > 0);
}

/** Whole segments count: `production-old/x` is not below `production`. */
function isBelow(path: string, prefix: string): boolean {
  return path.startsWith(`${prefix}/`);
}

export function trimSlash(prefix: string): string {
  return prefix.replace(/\/+$/, '');
}
