import {
  type EachFn,
  type Emit,
  MORE,
  type Plan,
  type Signal,
  STOP,
  type Trail,
  traced,
} from '../runtime/plan.js';
import { down } from '../runtime/trail.js';
import { members } from '../values/access.js';
import type { Json, JsonObject } from '../values/json.js';
import { charge, chargeWide, descend, run } from '../values/run.js';

/** `..`: every value in a document, itself first. */
export const recurse: Plan = traced((input, _frame, emit, trail) => visit(input, trail, emit));

/** A container whose members are visited. */
interface Visited {
  readonly values: readonly Json[];
  /** Undefined for an array. */
  readonly keys: readonly string[] | undefined;
  readonly trail: Trail;
  next: number;
}

function enter(container: Json[] | JsonObject, trail: Trail): Visited {
  const values = members(container);
  charge(values.length);
  if (Array.isArray(container)) return { values, keys: undefined, trail, next: 0 };
  chargeWide(values.length, 1);
  return { values, keys: trail && Object.keys(container), trail, next: 0 };
}

/** Visits a value and everything in it. It keeps a stack of its own because documents may be deeply nested. */
function visit(root: Json, trail: Trail, emit: Emit): Signal {
  charge(1);
  const signal = emit(root, trail);
  if (signal || typeof root !== 'object' || root === null) return signal;
  const open = [enter(root, trail)];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    if (top.next >= top.values.length) {
      open.pop();
      continue;
    }
    const index = top.next++;
    const value = top.values[index] as Json;
    const trail = down(top.trail, top.keys?.[index] ?? index);
    charge(1);
    if (emit(value, trail)) return STOP;
    if (typeof value === 'object' && value !== null) open.push(enter(value, trail));
  }
  return MORE;
}

/** `recurse(f)`: the input, then the same of every output of `f`. */
export function recurseWith(step: Plan): Plan {
  const walk: EachFn = (value, frame, emit, trail) => {
    charge(1);
    const signal = emit(value, trail);
    if (signal) return signal;
    descend();
    const rest = step.each(value, frame, (next, trail) => walk(next, frame, emit, trail), trail);
    run.depth--;
    return rest;
  };
  if (step.kind === 'many') return traced(walk);
  // At most one step leads on from each value, so a loop serves instead of recursion.
  return traced((input, frame, emit, trail) => {
    if (trail !== undefined) return walk(input, frame, emit, trail);
    let value: Json | undefined = input;
    while (value !== undefined) {
      charge(1);
      if (emit(value)) return STOP;
      value = step.value(value, frame);
    }
    return MORE;
  });
}

/** `repeat(f)`: the outputs of `f` on the input, again and again. */
export function repeat(body: Plan): Plan {
  return traced((input, frame, emit, trail) => {
    let signal = MORE;
    while (signal === MORE) {
      charge(2);
      signal = body.each(input, frame, emit, trail);
    }
    return signal;
  });
}
