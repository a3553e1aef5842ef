import type { SecretValue } from './secret-store.js';

/** A secret as a provider holds it. */
export interface ProvidedSecret {
  values: SecretValue;
  /** The number of the version, where the provider counts versions. */
  version?: number | undefined;
  /** The time of the last change, as far as the provider reports it. */
  changedAt?: Date | undefined;
}

/** A place outside of svc that holds secrets. Its methods throw Problem secret_provider_unavailable, secret_provider_refused. */
export interface SecretProvider {
  readonly type: 'files' | 'vault' | 'kubernetes';
  /** The place, for messages. */
  readonly location: string;
  /**
   * Returns a secret; undefined when there is none.
   * @param path below the place; `''` for the place itself
   * @throws Problem secret_unusable
   */
  read(path: string): Promise<ProvidedSecret | undefined>;
  /** Returns the paths below the place, at most `max`. */
  list(max: number, signal: AbortSignal): Promise<string[]>;
  /** Finds out if the place answers and lets svc read; returns a line about it. */
  check(signal: AbortSignal): Promise<string>;
}

/** A provider at its prefix of paths. */
export interface MountedProvider {
  readonly prefix: string;
  readonly provider: SecretProvider;
}

/** Returns the provider that holds the secret of a path; undefined where the vault itself holds it. */
export function findProvider(
  providers: readonly MountedProvider[],
  path: string,
): MountedProvider | undefined {
  return providers.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`));
}
