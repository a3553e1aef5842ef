import { type Json, type JsonObject, setProperty } from '../json.js';
import { charge, chargeWide } from '../runtime/run.js';

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
    if (!Array.isArray(next)) chargeWide(members.length, 1);
    for (const member of members) if (typeof member === 'object') pending.push(member);
  }
}

/** A value as it leaves an evaluation: for numbers that JSON lacks, what jq prints for them. */
export function settled(value: Json): Json {
  if (typeof value === 'number') return printable(value);
  if (typeof value !== 'object' || value === null) return value;
  const open: Copy[] = [copying(value)];
  for (;;) {
    const top = open.at(-1) as Copy;
    const member = top.members[top.next];
    if (member === undefined) {
      open.pop();
      const done = finished(top);
      const holder = open.at(-1);
      if (holder === undefined) return done;
      put(holder, done);
    } else if (typeof member === 'object' && member !== null) {
      open.push(copying(member));
    } else {
      put(top, typeof member === 'number' ? printable(member) : member);
    }
  }
}

/** A container on the way to be settled. */
interface Copy {
  readonly source: Json[] | JsonObject;
  readonly members: readonly Json[];
  /** The members settled, once one of them has changed. */
  changed: Json[] | undefined;
  next: number;
}

function copying(source: Json[] | JsonObject): Copy {
  const members = Array.isArray(source) ? source : Object.values(source);
  charge(1 + (members.length >> 3));
  if (!Array.isArray(source)) chargeWide(members.length, 1);
  return { source, members, changed: undefined, next: 0 };
}

function put(copy: Copy, member: Json): void {
  const at = copy.next++;
  if (copy.changed === undefined && member === copy.members[at]) return;
  copy.changed ??= copy.members.slice();
  copy.changed[at] = member;
}

/** The same container where nothing changed. */
function finished({ source, changed }: Copy): Json {
  if (changed === undefined || Array.isArray(source)) return changed ?? source;
  const object: JsonObject = {};
  for (const [index, key] of Object.keys(source).entries()) setProperty(object, key, changed[index] as Json);
  return object;
}

function printable(value: number): Json {
  return Number.isNaN(value) ? null : Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value));
}
