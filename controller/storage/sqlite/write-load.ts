/** A window of time in which the share of writing is measured. */
const windowMs = 1_000;
/** Milliseconds of writing in a window that are much. */
const heavyMs = 200;

/** Tells when a service writes much: two seconds, one after the other, in each of which it writes for a fifth of the time. */
export class WriteLoad {
  #began = Number.NEGATIVE_INFINITY;
  #ms = 0;
  #wasHeavy = false;

  /** Notes a transaction. @param begun, ended ms of any clock @returns true when the load is heavy */
  isHeavy(begun: number, ended: number): boolean {
    if (ended - this.#began >= windowMs) {
      // After a pause of more than a window, the one before tells nothing.
      this.#wasHeavy = this.#ms >= heavyMs && begun - this.#began < 2 * windowMs;
      this.#began = ended;
      this.#ms = 0;
    }
    this.#ms += ended - begun;
    return this.#wasHeavy && this.#ms >= heavyMs;
  }
}
