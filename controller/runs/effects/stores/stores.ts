import { parseJsonText, toJsonText } from '../../../../schemas/json/json-text.js';
import type { Json } from '../../../../schemas/json/types.js';
import type { Storage } from '../../../storage/index.js';
import { getChange, getKey, getListing, type StoreRequest } from './store-changes.js';
import { StoreCleaner, StoreTable, type ValueSealing } from './store-table.js';
import { StoreWriter } from './store-writer.js';

interface StoreOptions {
  /** The largest value and the largest list of entries, in characters of JSON. */
  maxValueSize: number;
  /** Seals values that hold secrets. When left out, no value is sealed. */
  sealing?: ValueSealing;
  /** Called with errors of the cleaning, which is tried again later. */
  report(error: unknown): void;
  /** ms since the epoch. */
  now?: () => number;
}

/** The key-value stores of flows, in the database. */
export class Stores {
  readonly #table: StoreTable;
  readonly #writer: StoreWriter;
  readonly #cleaner: StoreCleaner;
  readonly #now: () => number;
  #lastCleaning = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    storage: Storage,
    private readonly options: StoreOptions,
  ) {
    this.#table = new StoreTable(storage, options.sealing);
    this.#cleaner = new StoreCleaner(storage);
    this.#now = options.now ?? Date.now;
    this.#writer = new StoreWriter(this.#table, storage, this.#now);
  }

  /**
   * Performs one step. A change is durable when this resolves.
   * - `get`: the value, or null
   * - `set`: `{ created }`, false if the key had a value
   * - `delete`: `{ deleted }`, false if the key had no value
   * - `list`: `{ entries: [{ key, value }], more }`, in the order of the keys
   * - `increment`: the new number
   * @throws StoreError
   */
  async perform(request: StoreRequest): Promise<Json> {
    const { action, idempotencyKey, runId, rules, branch, store } = request;
    switch (action) {
      case 'get':
        return this.#get(request);
      case 'list':
        return this.#list(request);
      default: {
        const outcome = getChange(action, request, this.options.maxValueSize);
        const change = outcome instanceof Promise ? await outcome : outcome;
        const { maxEntries } = rules;
        const { key, apply } = change;
        return this.#writer.submit({ branch, store, key, apply, id: idempotencyKey, runId, maxEntries });
      }
    }
  }

  /** Removes expired entries and the step results of ended runs from time to time; once, also when it is started again. */
  startCleaning(everyMs = 60_000): void {
    const clean = (): void => {
      this.#lastCleaning = this.#lastCleaning
        .then(() => this.#cleaner.clean(this.#now()))
        .catch(this.options.report);
    };
    clearInterval(this.#timer);
    this.#timer = setInterval(clean, everyMs).unref();
  }

  /** Resolves when the last removal has ended. */
  stopCleaning(): Promise<void> {
    clearInterval(this.#timer);
    return this.#lastCleaning;
  }

  async #get(request: StoreRequest): Promise<Json> {
    const key = getKey(request.input);
    const entry = await this.#table.find(request, key, this.#now());
    return entry === undefined ? null : parseJsonText(entry.value);
  }

  /** Lists up to `limit` entries, and fewer if their values are too large together. */
  async #list(request: StoreRequest): Promise<Json> {
    const listing = getListing(request.input);
    const entries: { key: string; value: Json }[] = [];
    let size = '{"entries":[],"more":false}'.length;
    for await (const { key, value: stored } of this.#table.list(request, listing, this.#now())) {
      const value = this.#table.open(stored);
      size += `{"key":,"value":},`.length + toJsonText(key).length + value.length;
      const isTooLarge = size > this.options.maxValueSize && entries.length > 0;
      if (entries.length === listing.limit || isTooLarge) return { entries, more: true };
      entries.push({ key, value: parseJsonText(value) });
    }
    return { entries, more: false };
  }
}
