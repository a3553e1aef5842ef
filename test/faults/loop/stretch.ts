/** A time in which the event loop did nothing but one turn. */
export interface Stretch {
  /** The time of the processor that the main thread used, in ms, to 10 ms. */
  readonly ownMs: number;
  /** The time that passed, in ms: more, where other processes had the processor. */
  readonly wallMs: number;
  /** The part of the samples in the garbage collector, from 0 to 1. */
  readonly collecting: number;
  /** The stacks with most samples, as lines, the innermost call last. */
  readonly stacks: readonly string[];
}
