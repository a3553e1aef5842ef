import type { Json, JsonObject } from '../../../schemas/json/types.js';

/** Values that the expressions of `poll.arguments` read. */
export interface PollProgress extends JsonObject {
  /** The greatest value of `since` among the items so far; null before the first. */
  since: Json;
  /** RFC 3339: the time of the first poll. */
  start: string;
  /** RFC 3339: the time of this poll. */
  time: string;
}

/** Looks for new items of an application by an action that only reads. All functions may reject. */
export interface PollPlan {
  readonly action: string;
  readonly everyMs: number;
  /** Tells what the first poll does with the items that are there. */
  readonly start: 'now' | 'beginning';
  /** Changes with what decides whether an item was seen before. */
  readonly digest: string;
  getArguments(progress: PollProgress): Promise<JsonObject>;
  getItems(output: Json): Promise<Json>;
  getKey(item: Json): Promise<Json>;
  /** Returns the place of an item in the order of items; undefined without `since`. */
  readonly getPosition: ((item: Json) => Promise<Json>) | undefined;
  /** Returns what changes in the arguments for the next page, null after the last; undefined without `next`. */
  readonly getNext: ((output: Json) => Promise<Json>) | undefined;
}
