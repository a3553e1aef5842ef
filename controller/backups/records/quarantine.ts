import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../../schemas/json/types.js';
import { InstallationFacts, type Storage, type Write } from '../../storage/index.js';

export interface QuarantineState {
  /** RFC 3339. */
  since: string;
  /** The backup of another installation that was restored. */
  backup: string;
  /** The restore that began it. */
  restore: string;
}

const idFact = 'id';
const fact = 'quarantine';

/**
 * The id of this installation, and the quarantine after a restore of another installation's backup: both may run, so schedules,
 * subscriptions and deliveries of this one rest until a person confirms that they are to begin here.
 */
export class Quarantine {
  readonly #facts: InstallationFacts;
  readonly #listeners: (() => void)[] = [];
  #state: QuarantineState | undefined;

  private constructor(
    private readonly storage: Storage,
    /** Made once for a database, and moved with it; no backup brings it to another one. */
    readonly installation: string,
    state: QuarantineState | undefined,
  ) {
    this.#facts = new InstallationFacts(storage);
    this.#state = state;
  }

  static async open(storage: Storage): Promise<Quarantine> {
    const facts = new InstallationFacts(storage);
    const recordedId = await facts.read(idFact);
    const id = typeof recordedId === 'string' ? recordedId : randomUUID();
    if (id !== recordedId) await storage.commit([facts.write(idFact, id)]);
    const state = (await facts.read(fact)) as QuarantineState | null | undefined;
    return new Quarantine(storage, id, state ?? undefined);
  }

  /** Undefined outside of a quarantine. */
  get state(): QuarantineState | undefined {
    return this.#state;
  }

  get isActive(): boolean {
    return this.#state !== undefined;
  }

  /** Adds a listener for the beginning and the end. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Begins the quarantine, or keeps the one that is there, together with `also` in one transaction. */
  async begin(about: Omit<QuarantineState, 'since'>, also: readonly Write[]): Promise<void> {
    const state = this.#state ?? { since: new Date().toISOString(), ...about };
    await this.storage.commit([this.#facts.write(fact, { ...state } satisfies JsonObject), ...also]);
    this.#change(state);
  }

  /** @returns the quarantine that has ended; undefined when there was none */
  async end(): Promise<QuarantineState | undefined> {
    const ended = this.#state;
    if (!ended) return undefined;
    await this.storage.commit([this.#facts.write(fact, null)]);
    this.#change(undefined);
    return ended;
  }

  #change(state: QuarantineState | undefined): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
