import type { OutputStream } from '../../contract/io.js';

/** The columns of a stream that has none of its own, or that says 0 as terminals without a size do. */
const usual = 80;

/** The room that texts on a stream have. */
export interface Measure {
  /** The number of columns. */
  readonly width: number;
  /** True where the reader sees no more than the columns: what is longer is folded. Other streams get it whole. */
  readonly folds: boolean;
}

/** Returns the room on a stream. */
export function getMeasure({ columns, isTTY }: OutputStream): Measure {
  return { width: columns || usual, folds: isTTY === true };
}
