import type { Json } from '../../../schemas/json/types.js';
import type { WrappedKey } from './key-ring.js';
import type { MasterKeys } from './master-keys.js';
import type { MountedProvider } from './secret-provider.js';
import type { Secrets } from './secrets.js';

/** The public members of a class, so that tests can replace it. */
type PublicOf<Class> = Pick<Class, keyof Class>;

/**
 * Text that leaves the process is masked. Text that svc needs again is kept, sealed if it contains a secret. Knows the
 * secrets that were written, read or opened in this process.
 */
export interface Sealing {
  /** Replaces every secret value by `***`, in plain form and as JSON, URLs, base64 and hexadecimal write it. */
  mask(text: string): string;
  /** Masks the texts of a value; returns the same object when nothing is masked. */
  maskJson<Value extends Json>(value: Value): Value;
  /** Masks JSON text, which stays JSON. */
  maskJsonText(text: string): string;
  /** Returns JSON text in the form to store: unchanged, or sealed if it contains a secret. */
  keep(text: string): string;
  /** Returns the text that was given to `keep` or `seal`. */
  open(kept: string): string;
}

export interface Vault extends Sealing {
  readonly secrets: PublicOf<Secrets>;
  /** The providers of the settings (`Secrets.Providers`). */
  readonly providers: readonly MountedProvider[];
  readonly masterKeys: PublicOf<MasterKeys>;
  /** Signs a text with a key of the installation, which a change of the master key leaves as it is. Returns base64url. */
  sign(text: string): string;
  /** Returns text in a form to store that `open` reads and that reveals nothing, also of secrets that are not known yet. */
  seal(text: string): string;
  /** Masks a secret that is stored elsewhere, such as in the settings, from now on. */
  conceal(secret: string): void;
  /**
   * Returns a function that seals texts of a backup again with the key of this installation, wherever in its argument they
   * are.
   * @param key the data key of the backup; undefined is returned when its master key is not available
   */
  resealer(key: WrappedKey): ((text: string) => string) | undefined;
}
