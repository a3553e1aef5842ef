/**
 * A map of what is under way: its entries come and soon leave. V8 copies the entries of a `Map` into a new table after some
 * changes, and each old table refers to the next one. An old table that has reached the old generation thus keeps all later
 * ones, and all that was in them, until the next full collection: each small collection has to copy what has long ended.
 * Here the tables hold cells, and a cell is emptied when its entry leaves.
 */
export class PassingMap<Key extends string | number, Value> {
  readonly #cells = new Map<Key, { value: Value | undefined }>();

  get size(): number {
    return this.#cells.size;
  }

  get(key: Key): Value | undefined {
    return this.#cells.get(key)?.value;
  }

  has(key: Key): boolean {
    return this.#cells.has(key);
  }

  set(key: Key, value: Value): void {
    const cell = this.#cells.get(key);
    if (cell) cell.value = value;
    else this.#cells.set(key, { value });
  }

  /** Returns false if there is no such entry. */
  delete(key: Key): boolean {
    const cell = this.#cells.get(key);
    if (!cell) return false;
    cell.value = undefined;
    return this.#cells.delete(key);
  }

  /** In the order of their coming; entries may leave and come meanwhile. */
  *values(): IterableIterator<Value> {
    for (const { value } of this.#cells.values()) yield value as Value;
  }
}
