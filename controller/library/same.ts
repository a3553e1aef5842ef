import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../../schemas/json.js';

/** Whether two JSON values are equal, whatever the order of their keys; `-0` is `0`. */
export function isSame(left: Json, right: Json): boolean {
  return left === right || isDeepStrictEqual(plain(left), plain(right));
}

function plain(value: Json): Json {
  return JSON.parse(JSON.stringify(value));
}
