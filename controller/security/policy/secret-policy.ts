import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../../schemas/json/types.js';
import { Problem } from '../../problems/index.js';
import type { SecretValue } from '../vault/secret-store.js';
import type { Secrets } from '../vault/secrets.js';
import { allowsBranch } from './branch-pattern.js';
import { type Destination, getOrigin } from './destination.js';
import { HostFence } from './host-fence.js';
import { isInstallationSecret } from './secret-reference.js';

/** The fields of an environment on the production branch that say which branches may use which secrets. */
export interface EnvironmentGrant {
  /** Patterns; see `allowsBranch`. */
  readonly branches: readonly string[];
  /** The prefix of the paths that these branches may read. */
  readonly secrets: string | undefined;
  /** The places besides those of production's connections that secrets may be sent to; see `allowsHost`. */
  readonly hosts: readonly string[];
}

/** Undefined when the connector does not declare them. */
type SecretDestinations = readonly Destination[] | undefined;

/** A connection as a branch has it in one environment. */
export interface ConnectionVersion {
  readonly name: string;
  /** The name of the connector. */
  readonly connector: string;
  /** Secrets are references. */
  readonly config: JsonObject;
  /** The texts of the files that the configuration names, by what they hold. */
  readonly texts: Readonly<Record<string, string>>;
  readonly destinations: SecretDestinations;
}

/** The use of a secret, or of a connection or a request that may carry one. */
export type SecretUse =
  /** The check of what a sender has signed: the secret leaves svc nowhere. */
  | { readonly kind: 'check' }
  /** A read by an expression of a run; each request of that run is another use. */
  | { readonly kind: 'read' }
  /** A request of a run that reads secrets. */
  | { readonly kind: 'request'; readonly destinations: SecretDestinations }
  /** A process or a container of a run that reads secrets. */
  | { readonly kind: 'process' }
  /** A connection that names secrets, or that a run which reads secrets uses. */
  | { readonly kind: 'connection'; readonly connection: ConnectionVersion };

/** The production branch, whose content was reviewed. */
export interface Production {
  readonly branch: string;
  /** The newest version of an environment; undefined when production has none, or that version is not in service. */
  grant(environment: string): Promise<EnvironmentGrant | undefined>;
  /** As `grant`, for a connection with the changes that the environment makes to it there. */
  connection(name: string, environment: string | null): Promise<ConnectionVersion | undefined>;
}

/** A run, or a caller of a connection outside of a run, that a secret is read for. */
export interface SecretUser {
  readonly branch: string;
  /** The name of the environment in use. */
  readonly environment: string | null;
  /** The prefix of the environment as the user's own branch has it. */
  readonly secretsPrefix: string | undefined;
}

/** The overlay: over the network, it has what anyone with the key of an editor has written. */
const overlay = 'local';

/** The judge of each use of a secret. */
export type SecretJudge = Pick<SecretPolicy, 'trusts' | 'require' | 'read' | 'fence' | 'getPaths'>;

/**
 * Decides who may use which secret; every use of a secret by flows and connections passes it. The content of production
 * was reviewed and may use all secrets but those of the installation. Another branch may use an environment that
 * production's version of it opens to that branch, and the secrets under its prefix; it sends them to the places that
 * production has for the same connection, and to the `hosts` of production's version of the environment.
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
    if (!this.trusts(user.branch)) await this.#grantFor(user);
  }

  /**
   * Returns the values of the secret that a path means to this user.
   * @throws Problem environment_not_allowed, host_not_allowed, secret_reserved, secret_not_found, secret_provider_unavailable,
   * secret_provider_refused, secret_unusable
   */
  async read(user: SecretUser, path: string, use: SecretUse): Promise<SecretValue> {
    await this.fence(user, use);
    return this.#values(user, path);
  }

  /**
   * Returns the places that a use may reach. Undefined for a use that svc does not limit: on production, and of a connection
   * that is the same there.
   * @throws Problem environment_not_allowed, host_not_allowed; as `read` for an address that is a secret
   */
  async fence(user: SecretUser, use: SecretUse): Promise<HostFence | undefined> {
    if (this.trusts(user.branch)) return undefined;
    const grant = await this.#grantFor(user);
    switch (use.kind) {
      case 'check':
        return undefined;
      case 'connection':
        return this.#connectionFence(user, use.connection, grant);
      case 'process':
        throw hostRefused('The run reads secrets, and svc does not know where a process sends them', [
          `Call a connection in place of the process, or run the flow on \`${this.production.branch}\`.`,
        ]);
      case 'read':
        return this.#requestFence(user, grant);
      case 'request':
        return this.#requireDestinations(user, use.destinations, this.#requestFence(user, grant));
    }
  }

  /**
   * Returns the paths that a path means to this user, in the order in which they are tried; not empty.
   * @throws Problem environment_not_allowed, secret_reserved
   */
  async getPaths(user: SecretUser, path: string): Promise<string[]> {
    const isTrusted = this.trusts(user.branch);
    const prefix = isTrusted ? user.secretsPrefix : (await this.#grantFor(user)).secrets;
    const paths = getSecretPaths(prefix, path, isTrusted);
    if (paths.some(isInstallationSecret)) {
      throw new Problem('secret_reserved', `\`${path}\` is a secret of the installation`);
    }
    return paths;
  }

  async #values(user: SecretUser, path: string): Promise<SecretValue> {
    const paths = await this.getPaths(user, path);
    return this.secrets.readFirst(paths, { mayNameOthers: this.trusts(user.branch) });
  }

  async #connectionFence(
    user: SecretUser,
    connection: ConnectionVersion,
    { hosts }: EnvironmentGrant,
  ): Promise<HostFence | undefined> {
    const { name } = connection;
    const { branch: production } = this.production;
    const reviewed = await this.production.connection(name, user.environment);
    if (reviewed && isSame(connection, reviewed)) {
      this.#requireServers(connection.destinations);
      return undefined;
    }
    if (user.branch === overlay) {
      const detail = `The connection \`${name}\` differs between \`${overlay}\` and \`${production}\`, so it may use no secret on \`${overlay}\``;
      throw hostRefused(detail, [
        `Undo the change on \`${overlay}\`, or merge it into \`${production}\`. On other branches the connection may send secrets to the \`hosts\` that the environment \`${user.environment}\` lists on \`${production}\`.`,
      ]);
    }
    const destinations = reviewed?.destinations ?? [];
    const reason = reviewed
      ? `the connection \`${name}\` has another address on \`${production}\``
      : `there is no connection \`${name}\` on \`${production}\``;
    const origins = destinations.flatMap((each) => ('origin' in each ? [each.origin] : []));
    const fence = new HostFence([...origins, ...hosts], (origin) => this.#hostRefusal(user, origin, reason));
    return this.#requireDestinations(user, connection.destinations, fence, destinations);
  }

  #requestFence(user: SecretUser, { hosts }: EnvironmentGrant): HostFence {
    return new HostFence(hosts, (origin) => this.#hostRefusal(user, origin, 'the run reads secrets'));
  }

  /**
   * Returns the fence with the addresses that are secrets, which are known once they are read.
   * @param reviewed the destinations on production
   */
  async #requireDestinations(
    user: SecretUser,
    destinations: SecretDestinations,
    fence: HostFence,
    reviewed: readonly Destination[] = [],
  ): Promise<HostFence> {
    let allowed = fence;
    for (const each of this.#requireServers(destinations)) {
      if ('origin' in each) {
        fence.require(each.origin);
        continue;
      }
      const origin = getOrigin((await this.#values(user, each.secret))[each.key] ?? '');
      // The same secret is the same address on production.
      const isReviewed = reviewed.some((other) => isDeepStrictEqual(other, each));
      if (!isReviewed && !fence.allows(origin)) throw this.#addressRefused(user, each.secret);
      allowed = allowed.with(origin);
    }
    return allowed;
  }

  /** The refusal does not name the address, which is secret, or another secret that is no address at all. */
  #addressRefused({ branch, environment }: SecretUser, path: string): Problem {
    const { branch: production } = this.production;
    const detail = `The address in the secret \`${path}\` is none that the branch \`${branch}\` may send secrets to`;
    return hostRefused(detail, [
      `Add its host to \`hosts\` of the environment \`${environment}\` on \`${production}\`, or merge the change into \`${production}\`.`,
    ]);
  }

  /** Returns the destinations, all of which are servers. @throws Problem host_not_allowed */
  #requireServers(destinations: SecretDestinations): Exclude<Destination, { program: string }>[] {
    const { branch: production } = this.production;
    if (destinations === undefined) {
      throw hostRefused('The connector does not declare where it sends credentials', [
        `Use the connection on \`${production}\`, or a version of the connector with \`destinations\`.`,
      ]);
    }
    return destinations.map((each) => {
      if (!('program' in each)) return each;
      throw hostRefused(`svc does not know where the program \`${each.program}\` sends secrets`, [
        `Use a server with an address, or use the connection on \`${production}\`.`,
      ]);
    });
  }

  #hostRefusal(user: SecretUser, origin: string, reason: string): Problem {
    return hostRefused(`\`${origin}\` gets no secret from the branch \`${user.branch}\`: ${reason}`, [
      `Add \`${origin}\` to \`hosts\` of the environment \`${user.environment}\` on \`${this.production.branch}\`, or merge the change into \`${this.production.branch}\`.`,
    ]);
  }

  /** Returns what production's version of the environment gives to the branch. @throws Problem environment_not_allowed */
  async #grantFor({
    branch,
    environment,
  }: Omit<SecretUser, 'secretsPrefix'>): Promise<EnvironmentGrant & { secrets: string }> {
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
    return { ...grant, secrets: grant.secrets };
  }
}

/** Tells whether two versions of a connection send the same to the same servers. */
function isSame(one: ConnectionVersion, other: ConnectionVersion): boolean {
  return (
    one.connector === other.connector &&
    isDeepStrictEqual(one.config, other.config) &&
    isDeepStrictEqual(one.texts, other.texts)
  );
}

/** Tells whether one of two prefixes of secret paths contains the other. */
export function overlap(one: string, other: string): boolean {
  const [a, b] = [getFolder(one), getFolder(other)];
  return a.startsWith(b) || b.startsWith(a);
}

/**
 * Returns the paths that a path means in an environment with this prefix, in the order in which they are tried.
 * @param isTrusted false for another branch than production, which reads a path as written only where it is under the prefix
 */
export function getSecretPaths(prefix: string | undefined, path: string, isTrusted: boolean): string[] {
  const folder = prefix === undefined ? undefined : getFolder(prefix);
  const paths = folder === undefined ? [] : [folder + path];
  return isTrusted || (folder !== undefined && path.startsWith(folder)) ? [...paths, path] : paths;
}

/** A prefix with one slash at the end, which may be written without it. */
function getFolder(prefix: string): string {
  return `${prefix.replace(/\/$/, '')}/`;
}

function refused(detail: string, hints: readonly string[]): Problem {
  return new Problem('environment_not_allowed', detail, { hints });
}

function hostRefused(detail: string, hints: readonly string[]): Problem {
  return new Problem('host_not_allowed', detail, { hints });
}
