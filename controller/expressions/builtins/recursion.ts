import { eachMember } from '../compiler/access.js';
import type { Json } from '../json.js';
import { type Frame, MORE, many, type PathFn, type Plan, type Signal, type Trail } from '../runtime/plan.js';
import { charge, descend, run } from '../runtime/run.js';

/** `..`: every value in a document, itself first. */
export const recurse: Plan = many(
  (input, _frame, emit) => visit(input, null, (value) => emit(value)),
  () => (input, trail, _frame, emit) => visit(input, trail, emit),
);

function visit(value: Json, trail: Trail, emit: (value: Json, trail: Trail) => Signal): Signal {
  charge(1);
  const signal = emit(value, trail);
  if (signal || typeof value !== 'object' || value === null) return signal;
  descend();
  const rest = eachMember(value, (member, key) => visit(member, { up: trail, key }, emit));
  run.depth--;
  return rest;
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
