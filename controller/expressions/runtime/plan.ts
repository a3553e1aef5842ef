import type { Node } from '../syntax/ast.js';
import type { Json } from '../values/json.js';

/** Reads a path quickly. Returns undefined when a member is missing, null or of the wrong type. */
export type QuickRead = (input: Json) => Json | undefined;

/** Evaluations after which code is made for a path. */
const WARM = 16;

/** Tells if a name is no property of a prototype, so that reading it finds a member of an object or nothing. */
function isOwn(name: string): boolean {
  const types = [Object, Array, String, Number, Boolean];
  return /^[A-Za-z_]\w*$/.test(name) && !types.some(({ prototype }) => name in prototype);
}

/** Returns the names of a plain path such as `.a.b.c`, or undefined for other expressions. */
export function staticPath(node: Node): readonly string[] | undefined {
  const names: string[] = [];
  let step = node;
  for (; step.type === 'index' && !step.optional; step = step.target) {
    const { key } = step;
    if (key.type !== 'literal' || typeof key.value !== 'string' || !isOwn(key.value)) return undefined;
    names.unshift(key.value);
  }
  return step.type === 'identity' && names.length > 0 ? names : undefined;
}

/**
 * Returns a reader for a plain path. JavaScript optimises a property read for the objects that it saw at that place in
 * the code, so a path gets code of its own after some evaluations: `.a.b.c.d.e.f` takes 4 ns, a loop over the names takes
 * 39 ns. Only identifiers that `isOwn` has checked go into the code.
 */
export function quickRead(names: readonly string[]): QuickRead {
  let count = 0;
  let read: QuickRead = () => {
    if (++count === WARM) read = generate(names) ?? read;
    return undefined;
  };
  return (input) => read(input);
}

/** Readers by path, shared by all programs. */
const readers = new Map<string, QuickRead>();
const maxReaders = 1024;

function generate(names: readonly string[]): QuickRead | undefined {
  const key = names.join('.');
  const reader = readers.get(key) ?? make(names);
  if (reader !== undefined && readers.size < maxReaders) readers.set(key, reader);
  return reader;
}

function make(names: readonly string[]): QuickRead | undefined {
  try {
    return new Function('input', `return input?.${names.join('?.')}`) as QuickRead;
  } catch {
    // Node may run with `--disallow-code-generation-from-strings`.
    return undefined;
  }
}

/** Answer of a consumer of outputs, and of an evaluation that passes it on. */
export type Signal = 0 | 1 | 2;
/** Continue with the next output. */
export const MORE: Signal = 0;
/** Stop: the consumer needs no further output. */
export const STOP: Signal = 1;
/** A tail call is pending, to be made by the innermost running call (see `compiler/calls.ts`). */
export const TAIL: Signal = 2;

/** Result of a value function that ends in a pending tail call, for which a value function has no signal. */
export const TAIL_VALUE: Json = Object.freeze([]) as unknown as Json;

/** One step of a path: the member `key` of the value that `up` leads to. */
interface Step {
  readonly up: Trail;
  readonly key: Json;
}
/** The way from the input of `path(…)` to a value, last step first; undefined while no path is asked for. */
export type Trail = Step | undefined;
/** The trail of the input of `path(…)` itself. */
export const START: Trail = Object.freeze({ up: undefined, key: null });
/** The trail of a value that no path leads to. */
export const NOWHERE: Trail = Object.freeze({ up: undefined, key: null });

export type ValueFn = (input: Json, frame: Frame) => Json | undefined;
type OneFn = (input: Json, frame: Frame) => Json;
export type Emit = (value: Json, trail?: Trail) => Signal;
/** Passes any number of outputs to `emit`, in order, until it answers STOP; with a trail, also the trail of each. */
export type EachFn = (input: Json, frame: Frame, emit: Emit, trail?: Trail) => Signal;

/**
 * A compiled expression. Its kind is known at compile time: `one` has exactly one output, `maybe` at most one, which
 * `value` returns, and `many` any number. Value functions are there for speed: `map(.total * 2)` takes 1.3 times as long
 * without them, a recursive function 2.2 times.
 */
export type Plan =
  | { readonly kind: 'one'; readonly value: OneFn; readonly each: EachFn }
  | { readonly kind: 'maybe'; readonly value: ValueFn; readonly each: EachFn }
  | { readonly kind: 'many'; readonly each: EachFn };

export type Kind = Plan['kind'];
export type OnePlan = Extract<Plan, { kind: 'one' }>;
/** A plan of at most one output. */
export type SinglePlan = Exclude<Plan, { kind: 'many' }>;

/** A plan of exactly one output. `traced` evaluates it with a trail; without it, only its own input keeps its trail. */
export function one(value: OneFn, traced?: EachFn): OnePlan {
  return { kind: 'one', value, each: getEach(value, traced) };
}

/** A plan of at most one output; undefined stands for none. */
export function maybe(value: ValueFn, traced?: EachFn): SinglePlan {
  return { kind: 'maybe', value, each: getEach(value, traced) };
}

/** A plan of at most one output, for a kind that depends on its parts. */
export function single(kind: 'one' | 'maybe', value: ValueFn, traced?: EachFn): SinglePlan {
  return kind === 'one' ? one(value as OneFn, traced) : maybe(value, traced);
}

function getEach(value: ValueFn, traced = opaque(value)): EachFn {
  return (input, frame, emit, trail) => {
    if (trail !== undefined) return traced(input, frame, emit, trail);
    const output = value(input, frame);
    if (output === undefined) return MORE;
    return output === TAIL_VALUE ? TAIL : emit(output);
  };
}

/** Evaluates an expression that makes a new value, which no path leads to. */
function opaque(value: ValueFn): EachFn {
  return (input, frame, emit, trail) => {
    const output = value(input, frame);
    return output === undefined ? MORE : emit(output, ownTrail(output, input, trail));
  };
}

/** A plan of any number of new values: only its own input keeps its trail. */
export function many(each: (input: Json, frame: Frame, emit: Emit) => Signal): Plan {
  return traced((input, frame, emit, trail) =>
    each(input, frame, trail === undefined ? emit : (output) => emit(output, ownTrail(output, input, trail))),
  );
}

function ownTrail(output: Json, input: Json, trail: Trail): Trail {
  return output === input ? trail : NOWHERE;
}

/** A plan of any number of outputs that passes on the trail of each. */
export function traced(each: EachFn): Plan {
  return { kind: 'many', each };
}

/** The widest of some kinds. */
export function widest<K extends Kind>(...kinds: readonly K[]): K {
  const order: readonly Kind[] = ['one', 'maybe', 'many'];
  return kinds.reduce((a, b) => (order.indexOf(a) >= order.indexOf(b) ? a : b));
}

/** A function argument: the plan to evaluate, and the frame of the call that it was written in. */
export interface Closure {
  readonly plan: Plan;
  readonly frame: Frame;
}

/** Variables and arguments of one activation of a function; `up` is the frame of the enclosing function. */
export class Frame {
  readonly up: Frame | undefined;
  readonly values: Json[] = [];
  readonly closures: readonly Closure[];
  constructor(up: Frame | undefined, closures: readonly Closure[]) {
    this.up = up;
    this.closures = closures;
  }
}

/** Returns the frame `hops` functions further out. The compiler counts the hops, so the frame exists. */
export function outward(frame: Frame, hops: number): Frame {
  let current = frame;
  for (let left = hops; left > 0; left--) current = current.up as Frame;
  return current;
}
