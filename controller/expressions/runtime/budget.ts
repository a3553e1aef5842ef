/** What one evaluation may use before it ends in an `ExpressionError` of kind `budget`. */
export interface Budget {
  /** Calls, outputs and copied members. */
  readonly steps: number;
  /** Bytes of strings and arrays built on the way, garbage included. */
  readonly bytes: number;
  /** Calls nested in calls (tail calls are free). */
  readonly depth: number;
  /** Steps of the regular-expression engine. */
  readonly matching: number;
}

/** Enough for several passes over a document of some MiB, and spent within about 100 ms. */
export const defaultBudget: Budget = {
  steps: 2_500_000,
  bytes: 64 * 1024 * 1024,
  depth: 2_000,
  matching: 4_000_000,
};
