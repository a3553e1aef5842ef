/** Lets one who waits know that there is something to look at. */
export class Bell {
  #isRung = false;
  #wake = (): void => {};

  ring(): void {
    this.#isRung = true;
    this.#wake();
  }

  /** Resolves when it was rung since it was last heard, or when the signal aborts. */
  async heard(signal: AbortSignal): Promise<void> {
    if (!this.#isRung && !signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#wake = () => {
          signal.removeEventListener('abort', this.#wake);
          resolve();
        };
        signal.addEventListener('abort', this.#wake, { once: true });
      });
    }
    this.#isRung = false;
  }
}
