import { isDeepStrictEqual } from 'node:util';
import { listProviders } from '../security/providers/listing.js';
import type { Vault } from '../security/vault/contract.js';
import { findProvider, type MountedProvider } from '../security/vault/secret-provider.js';

/** Providers are asked again after this time: they report no changes. */
const askAgainMs = 60_000;

/** A provider that lists as many may have more. */
const maxListed = 1_000;

/** The knowledge about a secret that exists: its keys, or that only its provider can tell. */
export type KnownSecret = { readonly keys: readonly string[] } | 'unknown';

/** The secrets that exist, by path, with their keys and never a value. */
export class SecretInventory {
  readonly #stored = new Map<string, readonly string[]>();
  /** The paths that a provider lists, by its prefix; undefined where it lists none. */
  readonly #provided = new Map<string, ReadonlySet<string> | undefined>();
  readonly #providers: readonly MountedProvider[];
  /** The readings of changed secrets, one after another: the last one sees the newest version. */
  #reading: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @param changed is called with the paths that have changed; undefined when any may have */
  constructor(
    private readonly vault: Pick<Vault, 'secrets' | 'providers'>,
    private readonly changed: (paths: readonly string[] | undefined) => void,
  ) {
    this.#providers = vault.providers;
  }

  /** Reads the stored secrets, follows their changes, and begins to ask the providers. */
  async open(report: (error: unknown) => void): Promise<void> {
    this.vault.secrets.onChange((path) => {
      const next = () => (path === undefined ? this.#reload() : this.#reread(path));
      this.#reading = this.#reading.then(next).catch(report);
    });
    await this.#reload();
    if (this.#providers.length > 0) void this.#ask(report);
  }

  /** Undefined where there is no such secret. */
  find(path: string): KnownSecret | undefined {
    const mount = findProvider(this.#providers, path);
    if (mount === undefined) {
      const keys = this.#stored.get(path);
      return keys && { keys };
    }
    const paths = this.#provided.get(mount.prefix);
    return paths === undefined || paths.has(path) ? 'unknown' : undefined;
  }

  /** Resolves when all stored secrets that have changed are read. */
  settled(): Promise<void> {
    return this.#reading;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  async #reload(): Promise<void> {
    const listed = await this.vault.secrets.list();
    const next = new Map(listed.map(({ path, keys }) => [path, keys]));
    const changed = [...new Set([...this.#stored.keys(), ...next.keys()])].filter(
      (path) => !isDeepStrictEqual(this.#stored.get(path), next.get(path)),
    );
    for (const path of changed) this.#note(path, next.get(path));
    if (changed.length > 0) this.changed(changed);
  }

  async #reread(path: string): Promise<void> {
    const [newest] = await this.vault.secrets.versions(path);
    if (isDeepStrictEqual(this.#stored.get(path), newest?.keys)) return;
    this.#note(path, newest?.keys);
    this.changed([path]);
  }

  #note(path: string, keys: readonly string[] | undefined): void {
    if (keys) this.#stored.set(path, keys);
    else this.#stored.delete(path);
  }

  async #ask(report: (error: unknown) => void): Promise<void> {
    try {
      let isChanged = false;
      for (const { prefix, paths, problem } of await listProviders(this.#providers)) {
        const before = this.#provided.get(prefix);
        const next = problem === undefined && paths.length < maxListed ? new Set(paths) : undefined;
        this.#provided.set(prefix, next);
        isChanged ||= !isDeepStrictEqual(before, next);
      }
      // Secrets that a provider does not list change too: from unknown to missing, and back.
      if (isChanged && !this.#isClosed) this.changed(undefined);
    } catch (error) {
      report(error);
    }
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.#ask(report), askAgainMs).unref();
  }
}
