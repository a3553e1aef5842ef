import { Problem } from '../../problems/index.js';
import type { SecretValue } from '../vault/secret-store.js';
import type { Secrets } from '../vault/secrets.js';
import { getOrigin } from './destination.js';
import { HostFence } from './host-fence.js';
import { getSecretPaths, type SecretJudge, type SecretUse, type SecretUser } from './secret-policy.js';

/**
 * Decides about the secrets of a flow that its author tries on the own machine: it may use all that it was given, and they go
 * to no other places than those that were shown before.
 */
export class TrialPolicy implements SecretJudge {
  /** @param hosts returns the origins, and patterns of `hosts`, that were shown */
  constructor(
    private readonly secrets: Pick<Secrets, 'readFirst'>,
    private readonly hosts: () => readonly string[],
  ) {}

  /** No branch is trusted, so that each use is judged. */
  trusts(): boolean {
    return false;
  }

  async require(): Promise<void> {}

  /** @throws Problem secret_not_found, host_not_allowed */
  async read(user: SecretUser, path: string, use: SecretUse): Promise<SecretValue> {
    // A secret that was not given is the better news, as nothing can be shown of it.
    const values = await this.#values(user, path);
    await this.fence(user, use);
    return values;
  }

  /** Returns the places that a use may reach; undefined for one that leaves the machine nowhere, or in a program of it. */
  async fence(user: SecretUser, use: SecretUse): Promise<HostFence | undefined> {
    if (use.kind === 'check' || use.kind === 'process') return undefined;
    const shown = new HostFence(this.hosts(), hostRefused);
    if (use.kind !== 'connection') return shown;
    // The secrets of a connection go to its own places, and not to those of others.
    const places: string[] = [];
    for (const each of use.connection.destinations ?? []) {
      if ('secret' in each) places.push(getOrigin((await this.#values(user, each.secret))[each.key] ?? ''));
      if (!('origin' in each)) continue;
      shown.require(each.origin);
      places.push(each.origin);
    }
    return new HostFence(places, hostRefused);
  }

  async getPaths({ secretsPrefix }: SecretUser, path: string): Promise<string[]> {
    return getSecretPaths(secretsPrefix, path, true);
  }

  async #values(user: SecretUser, path: string): Promise<SecretValue> {
    return this.secrets.readFirst(await this.getPaths(user, path), { mayNameOthers: true });
  }
}

function hostRefused(origin: string): Problem {
  return new Problem(
    'host_not_allowed',
    `\`${origin}\` was not shown before the flow was tried, so it gets no secret`,
    {
      hints: [`Add \`--allow-host ${origin}\`, or add it to \`hosts\` of the environment.`],
    },
  );
}
