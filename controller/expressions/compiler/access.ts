import { combine, identity, pipe } from '../runtime/combine.js';
import { type EachFn, MORE, maybe, one, type Plan, single, traced } from '../runtime/plan.js';
import { quickRead, staticPath } from '../runtime/static-path.js';
import { demandTrail, down, iterate } from '../runtime/trail.js';
import type { NodeOf, Place } from '../syntax/ast.js';
import { access, member } from '../values/access.js';
import { isObject, type Json, property } from '../values/json.js';
import { charge, Raised, run } from '../values/run.js';
import type { Context } from './context.js';

export function compileIndex(node: NodeOf<'index'>, context: Context): Plan {
  const { key } = node;
  const target = context.compile(node.target);
  if (key.type !== 'literal' || typeof key.value !== 'string')
    return index(target, context.compile(key), node);
  const plan = memberOf(target, key.value, node);
  const names = staticPath(node);
  return names === undefined || plan.kind !== 'one' ? plan : quickly(names, plan);
}

/** `.name`, the commonest expression of all. */
function memberOf(target: Plan, name: string, { at, optional }: NodeOf<'index'>): Plan {
  const ordinary = !(name in Object.prototype);
  const read = (container: Json): Json => {
    if (typeof container === 'object' && container !== null && !Array.isArray(container)) {
      return ordinary ? (container[name] ?? null) : property(container, name);
    }
    run.at = at;
    return member(container, name);
  };
  const readOptional = (container: Json): Json | undefined => readable(container, name, at);
  const walk: EachFn = (container, _frame, emit, trail) => {
    run.at = at;
    demandTrail(trail, container, name);
    const found = optional ? readable(container, name, at) : member(container, name);
    return found === undefined ? MORE : emit(found, down(trail, name));
  };
  const plan = pipe(target, optional ? maybe(readOptional, walk) : one(read, walk));
  if (target.kind !== 'one' || target === identity) return plan;
  // This spares the call of another function.
  const { value } = target;
  if (optional) return maybe((input, frame) => readable(value(input, frame), name, at), plan.each);
  return one((input, frame) => read(value(input, frame)), plan.each);
}

/** Returns the same plan, which first tries the code made for its path. */
function quickly(names: readonly string[], plan: Extract<Plan, { kind: 'one' }>): Plan {
  const quick = quickRead(names);
  const slow = plan.value;
  return one((input, frame) => quick(input) ?? slow(input, frame), plan.each);
}

/** Every output of `target` at every output of `key`; both are evaluated on the same input. */
function index(target: Plan, key: Plan, { at, optional }: Place & { optional?: true }): Plan {
  const each: EachFn = (input, frame, emit, trail) =>
    key.each(input, frame, (step) =>
      target.each(
        input,
        frame,
        (container, way) => {
          charge(1);
          run.at = at;
          demandTrail(way, container, step);
          const found = optional ? readable(container, step, at) : access(container, step);
          return found === undefined ? MORE : emit(found, down(way, step));
        },
        trail,
      ),
    );
  const plan = optional
    ? undefined
    : combine(key, target, (step, container) => {
        run.at = at;
        return access(container, step);
      });
  return plan === undefined || plan.kind === 'many' ? traced(each) : single(plan.kind, plan.value, each);
}

/** Returns the result of `access`, or undefined when it fails. */
function readable(container: Json, key: Json, at: number): Json | undefined {
  run.at = at;
  // The most common failure is recognised beforehand: raising an error takes a microsecond.
  if (typeof key === 'string' && !isObject(container)) {
    charge(1);
    return container === null ? null : undefined;
  }
  try {
    return access(container, key);
  } catch (error) {
    if (error instanceof Raised) return undefined;
    throw error;
  }
}

const OPEN = one(() => null);

export function compileSlice(node: NodeOf<'slice'>, context: Context): Plan {
  const target = context.compile(node.target);
  const from = node.from === undefined ? OPEN : context.compile(node.from);
  const to = node.to === undefined ? OPEN : context.compile(node.to);
  return index(
    target,
    combine(to, from, (end, start) => ({ start, end })),
    node,
  );
}

export function compileIterate(node: NodeOf<'iterate'>, context: Context): Plan {
  return iterate(context.compile(node.target), node.at, node.optional);
}
