import type { EntityRecord, Snapshot } from '../catalog/contract.js';
import { Closure, type CompileFlow } from './closure.js';
import type { RunStore } from './run-store.js';

const kept = 256;

/** Closures in memory: by snapshot for runs that start, by id for runs that go on. */
export class Closures {
  readonly #ofSnapshot = new WeakMap<Snapshot, Map<string, Closure>>();
  readonly #byId = new Map<string, Closure>();

  constructor(
    private readonly store: RunStore,
    private readonly compile: CompileFlow,
  ) {}

  of(snapshot: Snapshot, flow: EntityRecord, environment: EntityRecord | undefined): Closure {
    let closures = this.#ofSnapshot.get(snapshot);
    if (!closures) {
      closures = new Map();
      this.#ofSnapshot.set(snapshot, closures);
    }
    const key = environment ? `${flow.name} ${environment.name}` : flow.name;
    let closure = closures.get(key);
    if (!closure) {
      const made = Closure.of(snapshot, flow, environment, this.compile);
      // The next snapshot most often has the same documents: what is stored need not be stored again.
      closure = this.#byId.get(made.id) ?? made;
      closures.set(key, closure);
      this.#keep(closure);
    }
    return closure;
  }

  async load(id: string): Promise<Closure> {
    const known = this.#byId.get(id);
    if (known) return known;
    const content = await this.store.closure(id);
    if (content === undefined) throw new Error(`The documents ${id} of a run are not in the database`);
    const closure = Closure.parse(id, content, this.compile);
    this.#keep(closure);
    return closure;
  }

  #keep(closure: Closure): void {
    this.#byId.delete(closure.id);
    this.#byId.set(closure.id, closure);
    if (this.#byId.size <= kept) return;
    const [oldest] = this.#byId.keys();
    if (oldest !== undefined) this.#byId.delete(oldest);
  }
}
