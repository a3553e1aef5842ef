import type { GitObject, ObjectReader } from './contract.js';

const MAX_BYTES = 16 * 1_048_576;
/** The trees of very wide folders are kept where trees are (`TreeCache`), or not at all. */
const LARGEST_BYTES = 262_144;
/** What an object costs beside its bytes, roughly. */
const OVERHEAD_BYTES = 300;

/**
 * Reads objects; those that svc wrote a moment ago, which nearly all questions are about, from memory, and commits and
 * trees that were asked for before.
 */
export class RecentObjects implements ObjectReader {
  readonly #recent = new Map<string, GitObject>();
  #bytes = 0;

  constructor(private readonly inner: ObjectReader) {}

  /** Takes up objects that are on the disk by now. */
  add(objects: Iterable<GitObject & { id: string }>): void {
    for (const { id, type, content } of objects) {
      if (content.byteLength > LARGEST_BYTES || this.#recent.has(id)) continue;
      this.#recent.set(id, { type, content });
      this.#bytes += content.byteLength + OVERHEAD_BYTES;
    }
    for (const [oldest, { content }] of this.#recent) {
      if (this.#bytes <= MAX_BYTES) break;
      this.#recent.delete(oldest);
      this.#bytes -= content.byteLength + OVERHEAD_BYTES;
    }
  }

  async read(ids: readonly string[]): Promise<Map<string, GitObject>> {
    const found = new Map<string, GitObject>();
    const others: string[] = [];
    for (const id of ids) {
      const known = this.#recent.get(id);
      if (known) found.set(id, known);
      else others.push(id);
    }
    if (others.length === 0) return found;
    const rest = await this.inner.read(others);
    this.add([...rest].flatMap(([id, object]) => (object.type === 'blob' ? [] : [{ id, ...object }])));
    for (const [id, object] of rest) found.set(id, object);
    return found;
  }

  close(): Promise<void> {
    return this.inner.close();
  }
}
