import type { ConsentState, Consents } from '../consents/index.js';
import type { Vault } from '../security/vault/contract.js';

/** Another node may have noticed that a consent has ended, and reports no changes. */
const lookAgainMs = 15_000;

/** The consents that were given, by the path of their secret. */
export class ConsentInventory {
  #states: ReadonlyMap<string, ConsentState> = new Map();
  /** The readings, one after another: the last one sees the newest state. */
  #reading: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  /** @param changed is called with the paths that have changed */
  constructor(
    private readonly consents: Pick<Consents, 'list' | 'onChange'>,
    private readonly secrets: Pick<Vault['secrets'], 'onChange'>,
    private readonly changed: (paths: readonly string[]) => void,
  ) {}

  async open(report: (error: unknown) => void): Promise<void> {
    const look = () => {
      this.#reading = this.#reading.then(() => this.#read()).catch(report);
    };
    this.consents.onChange(look);
    // One that was changed by hand counts again.
    this.secrets.onChange((path) => {
      if (path === undefined || this.#states.has(path)) look();
    });
    this.#timer = setInterval(look, lookAgainMs).unref();
    await this.#read();
  }

  /** Undefined where nothing is known of the refresh token. */
  find(path: string): ConsentState | undefined {
    return this.#states.get(path);
  }

  settled(): Promise<void> {
    return this.#reading;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #read(): Promise<void> {
    const next = new Map((await this.consents.list()).map((state) => [state.path, state]));
    const changed = [...new Set([...this.#states.keys(), ...next.keys()])].filter(
      (path) => JSON.stringify(this.#states.get(path)) !== JSON.stringify(next.get(path)),
    );
    this.#states = next;
    if (changed.length > 0) this.changed(changed);
  }
}
