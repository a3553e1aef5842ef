import { members } from '../values/access.js';
import { excerpt } from '../values/dump.js';
import { isObject, type Json } from '../values/json.js';
import { allocate, charge, chargeMembers, fail, run } from '../values/run.js';
import { identity } from './combine.js';
import {
  type EachFn,
  type Emit,
  type Frame,
  MORE,
  NOWHERE,
  type Plan,
  type Signal,
  START,
  STOP,
  type Trail,
  traced,
} from './plan.js';

/** Returns the trail of the member `key`. */
export function down(trail: Trail, key: Json): Trail {
  return trail === undefined || trail === NOWHERE ? trail : { up: trail, key };
}

/** Returns the trail that continues with `keys`. */
export function extend(trail: Trail, keys: readonly Json[]): Trail {
  return keys.reduce<Trail>(down, trail);
}

/** Returns the path of a value, and fails when no path leads to it. */
export function demandPath(trail: Trail, value: Json): Json[] {
  if (trail === NOWHERE) fail(`Invalid path expression with result ${excerpt(value)}`);
  const keys: Json[] = [];
  for (let step = trail; step !== undefined && step !== START; step = step.up) keys.push(step.key);
  // Paths are long deep in a document.
  charge(keys.length >> 3);
  allocate(keys.length * 8);
  return keys.reverse();
}

/** Fails when a path is asked for and none leads to `container`. */
export function demandTrail(trail: Trail, container: Json, key?: Json): void {
  if (trail !== NOWHERE) return;
  const attempted =
    key === undefined
      ? `iterate through ${excerpt(container)}`
      : `access element ${excerpt(key)} of ${excerpt(container)}`;
  fail(`Invalid path expression near attempt to ${attempted}`);
}

/** Runs `use` with each path of an expression. */
export function eachPath(target: Plan, input: Json, frame: Frame, use: (path: Json[]) => void): void {
  const emit: Emit = (value, trail) => {
    charge(1);
    use(demandPath(trail, value));
    return MORE;
  };
  target.each(input, frame, emit, START);
}

/** Compiles `target[]`, or `target[]?`, for an expression at offset `at`. */
export function iterate(target: Plan, at: number, optional = false): Plan {
  const visit = (container: Json, emit: Emit): Signal => {
    if (optional && (typeof container !== 'object' || container === null)) return MORE;
    run.at = at;
    for (const value of members(container)) {
      charge(1);
      if (emit(value)) return STOP;
    }
    return MORE;
  };
  const each: EachFn = (input, frame, emit, trail) =>
    target.each(
      input,
      frame,
      (container, trail) => {
        if (trail === undefined) return visit(container, emit);
        if (optional && (typeof container !== 'object' || container === null)) return MORE;
        run.at = at;
        demandTrail(trail, container);
        return eachMember(container, (value, key) => emit(value, down(trail, key)));
      },
      trail,
    );
  if (target === identity) {
    return traced((input, frame, emit, trail) =>
      trail === undefined ? visit(input, emit) : each(input, frame, emit, trail),
    );
  }
  if (target.kind !== 'one') return traced(each);
  const { value } = target;
  return traced((input, frame, emit, trail) =>
    trail === undefined ? visit(value(input, frame), emit) : each(input, frame, emit, trail),
  );
}

/** Runs `use` with every member of a container and its key, up to the first STOP. */
function eachMember(container: Json, use: (value: Json, key: Json) => Signal): Signal {
  const values = members(container);
  const keys = isObject(container) ? Object.keys(container) : undefined;
  if (keys !== undefined) chargeMembers(keys.length);
  for (let index = 0; index < values.length; index++) {
    charge(1);
    if (use(values[index] as Json, keys?.[index] ?? index)) return STOP;
  }
  return MORE;
}
