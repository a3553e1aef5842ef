import { Problem } from '../../problems/index.js';
import type { SecretValue } from '../vault/secret-store.js';
import type { Secrets } from '../vault/secrets.js';
import { allowsBranch } from './branch-pattern.js';

/** The fields of an environment on the production branch that say which branches may use which secrets. */
export interface EnvironmentGrant {
  /** Patterns; see `allowsBranch`. */
  readonly branches: readonly string[];
  /** The prefix of the paths that these branches may read. */
  readonly secrets: string | undefined;
}

/** The production branch, whose content was reviewed. */
export interface Production {
  readonly branch: string;
  /** The newest version of an environment; undefined when production has none, or that version is not in service. */
  grant(environment: string): Promise<EnvironmentGrant | undefined>;
}

/** A run, or a caller of a connection outside of a run, that a secret is read for. */
export interface SecretUser {
  readonly branch: string;
  /** The name of the environment in use. */
  readonly environment: string | null;
  /** The prefix of the environment as the user's own branch has it. */
  readonly secretsPrefix: string | undefined;
}

/** Secrets of the installation itself: tokens for the forge and the remote, secrets of webhooks. */
const installationPath = /^platform(?:$|\/)/i;

/**
 * Decides who may use which secret; every use of a secret by flows and connections passes it. The content of production
 * was reviewed and may use all secrets but those of the installation. Another branch may use an environment that
 * production's version of it opens to that branch, and the secrets under its prefix.
 */
export class SecretPolicy {
  constructor(
    private readonly production: Production,
    private readonly secrets: Pick<Secrets, 'readFirst'>,
  ) {}

  /** True for production, which may use every environment. */
  trusts(branch: string): boolean {
    return branch === this.production.branch;
  }

  /** Refuses a branch that may not use the environment, or no secrets at all without one. @throws Problem environment_not_allowed */
  async require(user: Omit<SecretUser, 'secretsPrefix'>): Promise<void> {
    if (!this.trusts(user.branch)) await this.#prefixFor(user);
  }

  /**
   * Returns the values of the secret that a path means to this user.
   * @throws Problem environment_not_allowed, secret_reserved, secret_not_found, secret_provider_unavailable,
   * secret_provider_refused, secret_unusable
   */
  async read(user: SecretUser, path: string): Promise<SecretValue> {
    const isTrusted = this.trusts(user.branch);
    const prefix = isTrusted ? user.secretsPrefix : await this.#prefixFor(user);
    const folder = prefix === undefined ? undefined : folderOf(prefix);
    const paths = folder === undefined ? [] : [folder + path];
    // Another branch reads a path as written only where it is under the prefix already.
    if (isTrusted || (folder !== undefined && path.startsWith(folder))) paths.push(path);
    if (paths.some((each) => installationPath.test(each))) {
      throw new Problem('secret_reserved', `\`${path}\` is a secret of the installation`);
    }
    return this.secrets.readFirst(paths, { mayNameOthers: isTrusted });
  }

  async #prefixFor({ branch, environment }: Omit<SecretUser, 'secretsPrefix'>): Promise<string> {
    const { branch: production } = this.production;
    if (environment === null) {
      throw refused(`The branch \`${branch}\` may use secrets only in an environment that allows it`, [
        `Choose an environment that lists \`${branch}\` under \`branches\` on the branch \`${production}\`.`,
      ]);
    }
    const grant = await this.production.grant(environment);
    if (!grant) {
      throw refused(
        `The branch \`${branch}\` may not use the environment \`${environment}\`: its newest version on \`${production}\` is missing or not valid`,
        [`Add or correct the environment \`${environment}\` on \`${production}\`.`],
      );
    }
    if (grant.secrets === undefined || !grant.branches.some((pattern) => allowsBranch(pattern, branch))) {
      throw refused(`The environment \`${environment}\` does not allow the branch \`${branch}\``, [
        `Add \`${branch}\` to \`branches\` of the environment \`${environment}\` on \`${production}\`, with a prefix for its \`secrets\`, or merge the change into \`${production}\`.`,
      ]);
    }
    return grant.secrets;
  }
}

/** Tells whether one of two prefixes of secret paths contains the other. */
export function overlap(one: string, other: string): boolean {
  const [a, b] = [folderOf(one), folderOf(other)];
  return a.startsWith(b) || b.startsWith(a);
}

/** A prefix with one slash at the end, which may be written without it. */
function folderOf(prefix: string): string {
  return `${prefix.replace(/\/$/, '')}/`;
}

function refused(detail: string, hints: readonly string[]): Problem {
  return new Problem('environment_not_allowed', detail, { hints });
}
