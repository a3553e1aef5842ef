import type { Json } from '../../json.js';

/** A built-in that makes one value of values. Failures are located at `run.at`. */
export type Native = (input: Json, ...args: Json[]) => Json;
/** Natives by `name/arity`. */
export type Natives = Readonly<Record<string, Native>>;
