/** Steps of an evaluation that take about a millisecond: it would keep the event loop from other work. */
const manySteps = 25_000;
/** Evaluations of the event loop, after one for which a thread was of no use, until a thread is tried again. */
const pause = 200;

/** The costs of the evaluations of one expression, to decide where the next one takes place. */
export class ProgramCost {
  /** Of the last evaluations, about eight; undefined before the first. */
  #averageSteps: number | undefined;
  /** Evaluations until a thread is tried again. */
  #pause = 0;

  /** True when the event loop gains from an evaluation in a thread. */
  get isHeavy(): boolean {
    return this.#averageSteps !== undefined && this.#averageSteps >= manySteps && this.#pause === 0;
  }

  /** Notes the steps of an evaluation, one of a thread or not. */
  note(steps: number): void {
    const average = this.#averageSteps ?? steps;
    this.#averageSteps = average + (steps - average) / 8;
    if (this.#pause > 0) this.#pause--;
  }

  /**
   * Notes the times of an evaluation in a thread; undefined when no thread could do it. Sending the input must cost the event
   * loop much less than the evaluation would, and one that breaks threads must not start thread after thread.
   */
  noteApart(times: { computeMs: number; transferMs: number } | undefined): void {
    if (times === undefined || times.transferMs > times.computeMs / 2) this.#pause = pause;
  }
}
