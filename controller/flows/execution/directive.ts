/** Where a task goes next: the index of a task in its block (0 and up), or one of these. */
export const CONTINUE = -1;
/** Ends the block. */
export const EXIT = -2;
/** Ends the flow. */
export const END = -3;
