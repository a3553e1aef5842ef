interface Event {
  readonly at: number;
  readonly order: number;
  readonly happen: () => void;
}

/** The clock of a simulation, in ms: events happen in the order of their times, and of scheduling where those are equal. */
export class Events {
  now = 0;
  #order = 0;
  /** A binary heap. */
  readonly #heap: Event[] = [];

  after(ms: number, happen: () => void): void {
    const heap = this.#heap;
    const event = { at: this.now + ms, order: this.#order++, happen };
    let index = heap.push(event) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = heap[parent] as Event;
      if (isBefore(above, event)) break;
      heap[index] = above;
      index = parent;
    }
    heap[index] = event;
  }

  run(until: number): void {
    for (let [next] = this.#heap; next && next.at <= until; [next] = this.#heap) {
      this.#removeFirst();
      this.now = next.at;
      next.happen();
    }
    this.now = until;
  }

  #removeFirst(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      const [left, right] = [heap[child], heap[child + 1]];
      if (left === undefined) break;
      if (right !== undefined && isBefore(right, left)) child++;
      const below = heap[child] as Event;
      if (isBefore(last, below)) break;
      heap[index] = below;
      index = child;
    }
    heap[index] = last;
  }
}

function isBefore(one: Event, other: Event): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}
