import type { Json, JsonObject } from '../../schemas/json/types.js';
import { isObject } from '../../schemas/json/values.js';
import { Problem } from '../problems/index.js';
import { secretReference } from '../security/policy/secret-reference.js';
import type { Vault } from '../security/vault/contract.js';
import { findProvider } from '../security/vault/secret-provider.js';
import { type KeyNeed, referencesIn } from './needs.js';

/** Most uses of keys that are looked at. */
const maxUses = 10_000;

interface Use {
  readonly need: KeyNeed;
  /** The paths of the secrets, all that are tried. */
  readonly paths: ReadonlySet<string>;
  /** Undefined when the keys can be used, and before they are read. */
  fault?: string | undefined;
}

/**
 * Tells whether keys that sign, and certificates, can be used. Reads no secrets but those of such fields, and keeps no value:
 * only what is wrong. Secrets of providers are not read: they would be asked without a run.
 */
export class KeyFaults {
  readonly #uses = new Map<string, Use>();
  /** The readings, one after another. */
  #reading: Promise<void> = Promise.resolve();

  /** @param changed is called with the paths of secrets about whose keys something else is known than before */
  constructor(
    private readonly vault: Pick<Vault, 'secrets' | 'providers'>,
    private readonly changed: (paths: readonly string[]) => void,
    private readonly report: (error: unknown) => void,
  ) {
    vault.secrets.onChange((path) => {
      for (const use of this.#uses.values()) if (path === undefined || use.paths.has(path)) this.#read(use);
    });
  }

  /** Returns the fault; undefined for a use that was not read yet, which is read now. */
  find(need: KeyNeed): string | undefined {
    const paths = referencesIn(need.config).map(({ path }) => need.getPaths(path));
    const id = JSON.stringify([need.connector, need.config, paths]);
    const previous = this.#uses.get(id);
    if (previous) return previous.fault;
    if (this.#uses.size >= maxUses) return undefined;
    const use: Use = { need, paths: new Set(paths.flat()) };
    this.#uses.set(id, use);
    this.#read(use);
    return undefined;
  }

  /** Resolves when all secrets that have changed are read. */
  settled(): Promise<void> {
    return this.#reading;
  }

  #read(use: Use): void {
    if ([...use.paths].some((path) => findProvider(this.vault.providers, path))) return;
    const next = async () => {
      const fault = await this.#findFault(use.need);
      if (fault === use.fault) return;
      use.fault = fault;
      this.changed([...use.paths]);
    };
    this.#reading = this.#reading.then(next).catch(this.report);
  }

  async #findFault({ config, getPaths, findFault }: KeyNeed): Promise<string | undefined> {
    try {
      const values = (await this.#resolve(config, getPaths)) as JsonObject | undefined;
      return values && findFault(values);
    } catch (error) {
      // Another need says that the secret is missing.
      if (error instanceof Problem && error.code === 'secret_not_found') return undefined;
      throw error;
    }
  }

  /** Returns a configuration with the values of its secrets; undefined where a secret lacks a key. */
  async #resolve(value: Json, getPaths: KeyNeed['getPaths']): Promise<Json | undefined> {
    const reference = secretReference(value);
    if (reference) {
      const values = await this.vault.secrets.readFirst(getPaths(reference.path), { mayNameOthers: false });
      return values[reference.key];
    }
    if (!isObject(value)) return value;
    const fields: JsonObject = {};
    for (const [name, field] of Object.entries(value)) {
      const resolvedField = await this.#resolve(field, getPaths);
      if (resolvedField === undefined) return undefined;
      fields[name] = resolvedField;
    }
    return fields;
  }
}
