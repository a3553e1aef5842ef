import type { Json } from '../../../schemas/json.js';

/** A place that two sides changed in two ways. What a side has not, or has deleted, is left out. */
export interface MergeConflict {
  /** JSON pointer (RFC 6901) into the base; for what both have added, into ours. */
  pointer: string;
  base?: Json;
  ours?: Json;
  theirs?: Json;
}

/** Undefined where there is no such thing, or no more. */
export interface Sides<T> {
  base: T | undefined;
  ours: T | undefined;
  theirs: T | undefined;
}

export function conflictOf({ base, ours, theirs }: Sides<Json>, pointer: string): MergeConflict {
  return {
    pointer,
    ...(base === undefined ? {} : { base }),
    ...(ours === undefined ? {} : { ours }),
    ...(theirs === undefined ? {} : { theirs }),
  };
}
