import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work before the event loop gets a turn. */
const sliceTime = 10;

/** Divides long work, so that the event loop gets turns. */
export class TimeSlice {
  #end = performance.now() + sliceTime;

  /** Gives the event loop a turn when the slice is over. */
  async pause(): Promise<void> {
    if (performance.now() < this.#end) return;
    await setImmediate();
    this.#end = performance.now() + sliceTime;
  }
}
