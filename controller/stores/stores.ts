import type { Json } from '../../schemas/json.js';
import type { Storage } from '../storage/index.js';
import { changeOf } from './changes.js';
import { Cleaning } from './cleaning.js';
import type { StoreOptions, StoreRequest, Stores } from './contract.js';
import { type Address, Entries } from './entries.js';
import { Lane } from './lane.js';
import { keyOf, listingOf } from './parameters.js';

/** Stores in the database. */
export function createStores(storage: Storage, options: StoreOptions): Stores {
  return new DatabaseStores(storage, options);
}

class DatabaseStores implements Stores {
  readonly #entries: Entries;
  readonly #lanes = new Map<string, Lane>();
  readonly #cleaning: Cleaning;
  readonly #now: () => number;
  #cleaned = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly storage: Storage,
    private readonly options: StoreOptions,
  ) {
    this.#entries = new Entries(storage, options.sealing);
    this.#cleaning = new Cleaning(storage);
    this.#now = options.now ?? Date.now;
  }

  async perform(request: StoreRequest): Promise<Json> {
    const { action, idempotencyKey, runId, rules } = request;
    switch (action) {
      case 'get':
        return this.#get(request);
      case 'list':
        return this.#list(request);
      default: {
        const change = changeOf(action, request, this.options.largestValue);
        const job = { ...change, id: idempotencyKey, runId, maxEntries: rules.maxEntries };
        return this.#lane(request).submit(job);
      }
    }
  }

  startCleaning(everyMs = 60_000): void {
    const clean = (): void => {
      this.#cleaned = this.#cleaned.then(() => this.#cleaning.clean(this.#now())).catch(this.options.report);
    };
    this.#timer = setInterval(clean, everyMs).unref();
  }

  stopCleaning(): Promise<void> {
    clearInterval(this.#timer);
    return this.#cleaned;
  }

  async #get(request: StoreRequest): Promise<Json> {
    const key = keyOf(request.input);
    const found = (await this.#entries.read(request, [key], this.#now())).get(key);
    return found === undefined ? null : JSON.parse(found.value);
  }

  /** As many as asked for, and fewer where they would be too much to hand over. */
  async #list(request: StoreRequest): Promise<Json> {
    const listing = listingOf(request.input);
    const entries: { key: string; value: Json }[] = [];
    let size = '{"entries":[],"more":false}'.length;
    for await (const { key, value: kept } of this.#entries.list(request, listing, this.#now())) {
      const value = this.#entries.open(kept);
      size += `{"key":,"value":},`.length + JSON.stringify(key).length + value.length;
      const isTooMuch = size > this.options.largestValue && entries.length > 0;
      if (entries.length === listing.limit || isTooMuch) return { entries, more: true };
      entries.push({ key, value: JSON.parse(value) });
    }
    return { entries, more: false };
  }

  #lane({ branch, store }: Address): Lane {
    const name = `${branch} ${store}`;
    let lane = this.#lanes.get(name);
    if (!lane) {
      lane = new Lane({ branch, store }, this.#entries, this.storage, this.#now);
      this.#lanes.set(name, lane);
    }
    return lane;
  }
}
