import { type Json, type JsonObject, setProperty } from '../json.js';
import { charge } from '../runtime/run.js';

/**
 * Counts the members of a value as often as they occur in it. A value may hold another one many times
 * over at no cost, until somebody prints it: forty steps of `[., .]` make a terabyte.
 */
export function weigh(value: Json): void {
  const pending: Json[] = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const members = Array.isArray(next) ? next : Object.values(next);
    charge(1 + (members.length >> 3));
    for (const member of members) if (typeof member === 'object') pending.push(member);
  }
}

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
