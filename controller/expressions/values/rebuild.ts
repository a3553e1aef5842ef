import { type Json, type JsonObject, setProperty } from './json.js';
import { allocate, charge, chargeWide } from './run.js';

/** Bytes that a member of a new container counts for. */
const MEMBER = 16;

/** A container and its new version, which holds the new values of the members up to `next`. */
class Rebuilt {
  readonly values: readonly Json[];
  next = 0;
  /** Undefined for an array. */
  private readonly keys: readonly string[] | undefined;
  private readonly items: Json[] = [];
  private readonly object: JsonObject = {};

  constructor(source: Json[] | JsonObject) {
    this.keys = Array.isArray(source) ? undefined : Object.keys(source);
    this.values = Array.isArray(source) ? source : Object.values(source);
    const { length } = this.values;
    charge(1 + length + (length >> 1));
    if (this.keys !== undefined) chargeWide(length, 2);
    allocate(length * MEMBER);
  }

  get isArray(): boolean {
    return this.keys === undefined;
  }

  get result(): Json {
    return this.keys === undefined ? this.items : this.object;
  }

  /** Adds a new value for the next member. An array may get several of them. */
  add(value: Json): void {
    if (this.keys === undefined) this.items.push(value);
    else setProperty(this.object, this.keys[this.next] as string, value);
  }
}

/**
 * Returns a copy of a value with everything inside replaced, innermost first. `replace` adds the new values of a member
 * to its container. The stack is its own because values may be deeply nested.
 */
export function rebuild(value: Json, replace: (member: Json, container: Rebuilt) => void): Json {
  if (typeof value !== 'object' || value === null) return value;
  const open = [new Rebuilt(value)];
  for (;;) {
    const top = open.at(-1) as Rebuilt;
    if (top.next < top.values.length) {
      const member = top.values[top.next] as Json;
      if (typeof member === 'object' && member !== null) {
        open.push(new Rebuilt(member));
      } else {
        replace(member, top);
        top.next++;
      }
      continue;
    }
    open.pop();
    const container = open.at(-1);
    if (container === undefined) return top.result;
    replace(top.result, container);
    container.next++;
  }
}
