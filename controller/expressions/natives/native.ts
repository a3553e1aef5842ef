import type { Json } from '../values/json.js';

/** A built-in that computes one value from the input and its arguments. Failures are located at `run.at`. */
export type Native = (input: Json, first: Json, second: Json, third: Json) => Json;
/** Natives by `name/arity`. */
export type Natives = Readonly<Record<string, Native>>;
