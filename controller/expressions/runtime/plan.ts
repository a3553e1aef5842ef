import type { Json } from '../json.js';

/** What an emission or an evaluation tells its caller. */
export type Signal = 0 | 1 | 2;
/** Go on. */
export const MORE: Signal = 0;
/** The consumer has had enough: unwind. */
export const STOP: Signal = 1;
/** A tail call is pending: the innermost running call must make it (see `calls.ts`). */
export const TAIL: Signal = 2;

/** Stands for the output of a value function whose last act is a pending tail call. */
export const TAIL_VALUE: Json = Object.freeze([]) as unknown as Json;

/** Exactly one output, or none (`undefined`). */
export type ValueFn = (input: Json, frame: Frame) => Json | undefined;
export type OneFn = (input: Json, frame: Frame) => Json;
export type Emit = (value: Json) => Signal;
/** Any number of outputs, handed to `emit` in order until it answers STOP. */
export type EachFn = (input: Json, frame: Frame, emit: Emit) => Signal;

/** The way to a value from where `path(…)` began, last key first; `null` is the start. */
export type Trail = { readonly up: Trail; readonly key: Json } | null;
/** Marks a value that no path leads to. */
export const NOWHERE: Trail = Object.freeze({ up: null, key: null });
export type EmitPath = (value: Json, trail: Trail) => Signal;
/** As EachFn, with the path of each output. */
export type PathFn = (input: Json, trail: Trail, frame: Frame, emit: EmitPath) => Signal;

/**
 * A compiled expression. Its kind, known statically, says which forms it has: `one` always gives exactly
 * one output, `maybe` at most one, `many` any number. Path mode is compiled when first asked for.
 */
export type Plan =
  | { readonly kind: 'one'; readonly value: OneFn; readonly each: EachFn; readonly paths: () => PathFn }
  | { readonly kind: 'maybe'; readonly value: ValueFn; readonly each: EachFn; readonly paths: () => PathFn }
  | { readonly kind: 'many'; readonly each: EachFn; readonly paths: () => PathFn };

export type Kind = Plan['kind'];
/** A plan without an output stream worth the name. */
export type SinglePlan = Exclude<Plan, { kind: 'many' }>;

export type Paths = () => PathFn;

export function one(value: OneFn, paths?: Paths): Plan {
  const each: EachFn = (input, frame, emit) => {
    const output = value(input, frame);
    return output === TAIL_VALUE ? TAIL : emit(output);
  };
  return { kind: 'one', value, each, paths: memo(paths ?? (() => opaque(each))) };
}

export function maybe(value: ValueFn, paths?: Paths): Plan {
  const each: EachFn = (input, frame, emit) => {
    const output = value(input, frame);
    if (output === undefined) return MORE;
    return output === TAIL_VALUE ? TAIL : emit(output);
  };
  return { kind: 'maybe', value, each, paths: memo(paths ?? (() => opaque(each))) };
}

export function many(each: EachFn, paths?: Paths): Plan {
  return { kind: 'many', each, paths: memo(paths ?? (() => opaque(each))) };
}

function memo(make: Paths): Paths {
  let made: PathFn | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Path mode of an expression that makes values: only its own input, given back, still has a path. */
function opaque(each: EachFn): PathFn {
  return (input, trail, frame, emit) =>
    each(input, frame, (value) => emit(value, value === input ? trail : NOWHERE));
}

/** The wider of two kinds. */
export function widest(...kinds: readonly Kind[]): Kind {
  if (kinds.includes('many')) return 'many';
  return kinds.includes('maybe') ? 'maybe' : 'one';
}

/** A plan from a value function whose kind is known only at compile time. */
export function single(kind: 'one' | 'maybe', value: ValueFn, paths?: Paths): Plan {
  return kind === 'one' ? one(value as OneFn, paths) : maybe(value, paths);
}

/** A function argument: what to evaluate, and the frame it was written in. */
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

/** The frame `hops` functions further out. The compiler counts hops, so it is always there. */
export function outward(frame: Frame, hops: number): Frame {
  let found = frame;
  for (let left = hops; left > 0; left--) found = found.up as Frame;
  return found;
}
