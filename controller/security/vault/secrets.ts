import { Problem } from '../../problems/index.js';
import type { Masking } from './masking.js';
import { findProvider, type MountedProvider, type ProvidedSecret } from './secret-provider.js';
import {
  isSecretPath,
  type SecretStore,
  type SecretSummary,
  type SecretValue,
  type SecretVersion,
  type SecretWriteOptions,
  type WrittenSecret,
} from './secret-store.js';

/**
 * All secrets of the installation: those in the database, and under the prefixes of providers those of the providers,
 * which svc only reads. A failure of a provider is an error; no secret of another place is used instead.
 */
export class Secrets {
  readonly #listeners: ((path: string | undefined) => void)[] = [];

  constructor(
    private readonly store: SecretStore,
    private readonly providers: readonly MountedProvider[],
    private readonly masking: Pick<Masking, 'remember'>,
  ) {}

  /** As `SecretStore.put`. @throws Problem secret_read_only */
  async put(path: string, value: SecretValue, options?: SecretWriteOptions): Promise<WrittenSecret> {
    this.#requireOwn(path);
    return this.#changed(await this.store.put(path, value, options), options);
  }

  /** As `SecretStore.update`. @throws Problem secret_not_found, secret_read_only */
  async update(
    path: string,
    change: (value: SecretValue) => SecretValue,
    options?: SecretWriteOptions,
  ): Promise<WrittenSecret> {
    this.#requireOwn(path);
    return this.#changed(await this.store.update(path, change, options), options);
  }

  /** Returns the stored secrets. */
  list(): Promise<SecretSummary[]> {
    return this.store.list();
  }

  /** Returns one secret without its values; undefined when there is none. @throws Problem secret_provider_unavailable, … */
  async summary(path: string): Promise<SecretSummary | undefined> {
    const mount = findProvider(this.providers, path);
    if (!mount) return (await this.store.list()).find((summary) => summary.path === path);
    const value = await this.#provided(mount, path);
    if (!value) return undefined;
    const { values, version = 0, changedAt = new Date() } = value;
    const at = changedAt.toISOString();
    return { path, keys: Object.keys(values), version, createdAt: at, updatedAt: at, provider: mount.prefix };
  }

  /** Returns the versions of a stored secret, newest first; empty for any other path. */
  async versions(path: string): Promise<SecretVersion[]> {
    return findProvider(this.providers, path) ? [] : this.store.versions(path);
  }

  /**
   * Returns the values of the newest version. Flows and connections read through `SecretPolicy`.
   * @throws Problem secret_not_found, secret_provider_unavailable, secret_provider_refused, secret_unusable
   */
  read(path: string): Promise<SecretValue> {
    return this.readFirst([path], { mayNameOthers: true });
  }

  /**
   * Returns the values of the newest version of the first of these paths that exists.
   * @param mayNameOthers whether the problem may suggest the path of another secret
   * @throws Problem secret_not_found, secret_provider_unavailable, secret_provider_refused, secret_unusable
   */
  async readFirst(
    paths: readonly string[],
    { mayNameOthers }: { mayNameOthers: boolean },
  ): Promise<SecretValue> {
    for (const path of paths) {
      const mount = findProvider(this.providers, path);
      const values = mount ? (await this.#provided(mount, path))?.values : await this.store.find(path);
      if (values) return values;
    }
    const [path = '', ...others] = paths;
    if (others.length > 0) throw await this.store.notFound(paths, mayNameOthers);
    throw await this.notFound(path, mayNameOthers);
  }

  /** Returns the problem for a secret that does not exist. */
  async notFound(path: string, mayNameOthers: boolean): Promise<Problem> {
    const mount = findProvider(this.providers, path);
    if (!mount) return this.store.notFound([path], mayNameOthers);
    return new Problem('secret_not_found', `There is no secret \`${path}\`.`, {
      hints: [`Add it at its provider: \`${mount.prefix}\` is ${mount.provider.location}.`],
    });
  }

  /** Deletes a stored secret, also one that a provider hides; false when there is none. @throws Problem secret_read_only */
  async delete(path: string, options?: SecretWriteOptions): Promise<boolean> {
    if (await this.store.delete(path, options)) {
      if (!options?.dryRun) this.#notify(path);
      return true;
    }
    this.#requireOwn(path);
    return false;
  }

  /** Deletes versions of a stored secret that its newest one has replaced long ago, up to one. */
  prune(path: string, version: number): Promise<void> {
    return this.store.prune(path, version);
  }

  /** Adds a listener for changes, which gets the path of the secret; undefined when any may have changed. */
  onChange(listener: (path: string | undefined) => void): void {
    this.#listeners.push(listener);
  }

  /** Notes that a restore has replaced the stored secrets. */
  replaced(): void {
    this.#notify(undefined);
  }

  #changed<Result extends { path: string }>(result: Result, options?: SecretWriteOptions): Result {
    if (!options?.dryRun) this.#notify(result.path);
    return result;
  }

  #notify(path: string | undefined): void {
    for (const listener of this.#listeners) listener(path);
  }

  async #provided({ prefix, provider }: MountedProvider, path: string): Promise<ProvidedSecret | undefined> {
    if (!isSecretPath(path)) return undefined;
    const value = await provider.read(path.slice(prefix.length + 1));
    for (const text of Object.values(value?.values ?? {})) this.masking.remember(text);
    return value;
  }

  #requireOwn(path: string): void {
    const mount = findProvider(this.providers, path);
    if (!mount) return;
    const { prefix, provider } = mount;
    throw new Problem(
      'secret_read_only',
      `\`${path}\` cannot be changed here: secrets under \`${prefix}\` are read from ${provider.location}`,
    );
  }
}
