/** One piece of work at a time for each name, in the order they came. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  async take<T>(name: string, piece: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name);
    const mine = before ? before.then(piece, piece) : piece();
    this.#last.set(name, mine);
    try {
      return await mine;
    } finally {
      if (this.#last.get(name) === mine) this.#last.delete(name);
    }
  }
}
