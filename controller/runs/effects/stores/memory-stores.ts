import { parseJsonText, toJsonText } from '../../../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { type Entry, getChange, getKey, getListing, type StoreRequest } from './store-changes.js';

/** Key-value stores in memory, for runs that change nothing outside. Their rules are those of the stores in the database. */
export class MemoryStores {
  readonly #stores = new Map<string, Map<string, Entry>>();

  /** @param entries values by key, by store */
  constructor(
    entries: ReadonlyMap<string, JsonObject>,
    private readonly options: { maxValueSize: number; now(): number },
  ) {
    for (const [store, values] of entries) {
      const texts = Object.entries(values).map(
        ([key, value]) => [key, { value: toJsonText(value), expiresAt: null }] as const,
      );
      this.#stores.set(store, new Map(texts));
    }
  }

  /** See `Stores.perform`. @throws StoreError */
  async perform(request: Pick<StoreRequest, 'store' | 'rules' | 'action' | 'input'>): Promise<Json> {
    const { action, store, rules, input } = request;
    if (action === 'get') {
      const entry = this.#getCurrent(store).get(getKey(input));
      return entry === undefined ? null : parseJsonText(entry.value);
    }
    if (action === 'list') return this.#list(store, input);
    const whole = { ...request, branch: '', runId: '', idempotencyKey: '' };
    const { key, apply } = await getChange(action, whole, this.options.maxValueSize);
    const entries = this.#getCurrent(store);
    const current = entries.get(key);
    const { next, result } = apply(current, this.options.now());
    // Entries are in the order of their last writes: the oldest ones leave a full store.
    entries.delete(key);
    if (next !== undefined) entries.set(key, next);
    const { maxEntries = Number.POSITIVE_INFINITY } = rules;
    for (const oldest of entries.keys()) if (entries.size > maxEntries) entries.delete(oldest);
    return result;
  }

  /** The values of a store by key. */
  getValues(store: string): JsonObject {
    const entries = [...this.#getCurrent(store)];
    return Object.fromEntries(entries.map(([key, { value }]) => [key, parseJsonText(value)]));
  }

  #list(store: string, input: JsonObject): Json {
    const { prefix, after, limit } = getListing(input);
    const keys = [...this.#getCurrent(store).keys()]
      .filter((key) => key.startsWith(prefix) && key > after)
      .sort();
    const values = this.getValues(store);
    const entries = keys.slice(0, limit).map((key) => ({ key, value: values[key] ?? null }));
    return { entries, more: keys.length > limit };
  }

  /** The entries of a store that have not expired. */
  #getCurrent(store: string): Map<string, Entry> {
    const entries = this.#stores.get(store) ?? new Map<string, Entry>();
    this.#stores.set(store, entries);
    const now = this.options.now();
    for (const [key, { expiresAt }] of entries)
      if (expiresAt !== null && expiresAt <= now) entries.delete(key);
    return entries;
  }
}
