import type { Json, JsonObject } from '../json.js';
import {
  type EmitPath,
  type Frame,
  MORE,
  many,
  NOWHERE,
  type PathFn,
  type Plan,
  type Signal,
  STOP,
  type Trail,
} from '../runtime/plan.js';
import { charge, chargeWide, descend, run } from '../runtime/run.js';
import { members } from '../values/access.js';

/** `..`: every value in a document, itself first. */
export const recurse: Plan = many(
  (input, _frame, emit) => visit(input, NOWHERE, (value) => emit(value)),
  () => (input, trail, _frame, emit) => visit(input, trail, emit),
);

/** A container whose members are being visited. */
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
  if (!Array.isArray(container)) chargeWide(values.length, 1);
  return { values, keys: Array.isArray(container) ? undefined : Object.keys(container), trail, next: 0 };
}

/** With a stack of its own, for documents deeper than that of JavaScript. */
function visit(root: Json, trail: Trail, emit: EmitPath): Signal {
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
    const way =
      trail === NOWHERE
        ? NOWHERE
        : { up: top.trail, key: top.keys === undefined ? index : (top.keys[index] as string) };
    charge(1);
    if (emit(value, way)) return STOP;
    if (typeof value === 'object' && value !== null) open.push(enter(value, way));
  }
  return MORE;
}

/** `recurse(f)`: the input, then the same of every output of `f`. */
export function recurseWith(step: Plan): Plan {
  if (step.kind !== 'many') return recurseSingly(step);
  const walk = (value: Json, frame: Frame, emit: (value: Json) => Signal): Signal => {
    charge(1);
    const signal = emit(value);
    if (signal) return signal;
    descend();
    const rest = step.each(value, frame, (next) => walk(next, frame, emit));
    run.depth--;
    return rest;
  };
  return many(walk, () => recursePaths(step.paths()));
}

function recursePaths(step: PathFn): PathFn {
  const walk: PathFn = (value, trail, frame, emit) => {
    charge(1);
    const signal = emit(value, trail);
    if (signal) return signal;
    descend();
    const rest = step(value, trail, frame, (next, way) => walk(next, way, frame, emit));
    run.depth--;
    return rest;
  };
  return walk;
}

/** With at most one step from each value there is no tree to come back to: a loop does. */
function recurseSingly(step: Extract<Plan, { kind: 'one' | 'maybe' }>): Plan {
  return many(
    (input, frame, emit) => {
      let value: Json | undefined = input;
      while (value !== undefined) {
        charge(1);
        if (emit(value)) return 1;
        value = step.value(value, frame);
      }
      return MORE;
    },
    () => recursePaths(step.paths()),
  );
}

/** `repeat(f)`: the outputs of `f` on the input, over and over. */
export function repeat(body: Plan): Plan {
  const forever = (once: () => Signal): Signal => {
    for (;;) {
      charge(2);
      const signal = once();
      if (signal) return signal;
    }
  };
  return many(
    (input, frame, emit) => forever(() => body.each(input, frame, emit)),
    () => {
      const paths = body.paths();
      return (input, trail, frame, emit) => forever(() => paths(input, trail, frame, emit));
    },
  );
}
