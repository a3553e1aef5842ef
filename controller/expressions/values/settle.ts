import { type Json, type JsonObject, setProperty } from '../json.js';
import { charge } from '../runtime/run.js';

/** A value as it leaves an evaluation: for numbers that JSON lacks, what jq prints for them. */
export function settled(value: Json): Json {
  if (typeof value === 'number') return printable(value);
  if (typeof value !== 'object' || value === null) return value;
  charge(1);
  return Array.isArray(value) ? settledArray(value) : settledObject(value);
}

function printable(value: number): Json {
  return Number.isNaN(value) ? null : Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value));
}

/** The same array where nothing changes. */
function settledArray(array: Json[]): Json {
  const items = array.map(settled);
  return items.some((item, index) => item !== array[index]) ? items : array;
}

function settledObject(object: JsonObject): Json {
  let copy: JsonObject | undefined;
  for (const [key, member] of Object.entries(object)) {
    const now = settled(member);
    if (now === member) continue;
    copy ??= { ...object };
    setProperty(copy, key, now);
  }
  return copy ?? object;
}
