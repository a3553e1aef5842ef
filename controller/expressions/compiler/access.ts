import { isObject, type Json, property } from '../json.js';
import {
  MORE,
  many,
  NOWHERE,
  one,
  type PathFn,
  type Plan,
  type Signal,
  single,
  type Trail,
} from '../runtime/plan.js';
import { charge, chargeMembers, fail, Raised, run } from '../runtime/run.js';
import type { NodeOf } from '../syntax/ast.js';
import { access, member, members, slice } from '../values/access.js';
import { excerpt } from '../values/dump.js';
import { combine, product } from './basic.js';
import type { Context } from './context.js';
import type { Scope } from './scope.js';
import { quickRead, staticPath } from './static-path.js';

export function compileIndex(node: NodeOf<'index'>, scope: Scope, context: Context): Plan {
  const { at } = node;
  const target = context.compile(node.target, scope);
  if (node.key.type === 'literal' && typeof node.key.value === 'string') {
    return memberOf(target, node.key.value, node);
  }
  const key = context.compile(node.key, scope);
  const paths = () => steps(target.paths(), key, at, node.optional === true);
  if (node.optional) return optionalIndex(key, target, at, paths);
  const plan = combine(key, target, (index, container) => {
    run.at = at;
    return access(container, index);
  });
  return { ...plan, paths };
}

function optionalIndex(key: Plan, target: Plan, at: number, paths: () => PathFn): Plan {
  return many(
    (input, frame, emit) =>
      key.each(input, frame, (index) =>
        target.each(input, frame, (container) => {
          const value = readable(container, index, at);
          return value === undefined ? MORE : emit(value);
        }),
      ),
    paths,
  );
}

/** What `access` gives, or nothing when it fails. */
function readable(container: Json, key: Json, at: number): Json | undefined {
  run.at = at;
  // The commonest failure of all is told beforehand: raising an error takes a microsecond.
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

/** `.name`, the commonest expression of all. */
function memberOf(target: Plan, name: string, node: NodeOf<'index'>): Plan {
  const { at } = node;
  const optional = node.optional === true;
  const ordinary = !(name in Object.prototype);
  const read = (container: Json): Json => {
    if (typeof container === 'object' && container !== null && !Array.isArray(container)) {
      return ordinary ? (container[name] ?? null) : property(container, name);
    }
    run.at = at;
    return member(container, name);
  };
  const key = one(() => name);
  const names = optional ? undefined : staticPath(node);
  const paths = () => steps(target.paths(), key, at, optional);
  if (optional) return then(target, 'maybe', (container) => readable(container, name, at), paths);
  const slow = then(target, 'one', read, paths);
  return names === undefined || slow.kind !== 'one' ? slow : quickly(names, slow);
}

/** The same plan, which first tries the short way. */
function quickly(names: readonly string[], plan: Extract<Plan, { kind: 'one' }>): Plan {
  const quick = quickRead(names);
  const slow = plan.value;
  return one((input, frame) => quick(input) ?? slow(input, frame), plan.paths);
}

/** A value function applied to every output of a plan. */
function then(
  target: Plan,
  kind: 'one' | 'maybe',
  read: (value: Json) => Json | undefined,
  paths: () => PathFn,
): Plan {
  if (target.kind === 'many') {
    return many(
      (input, frame, emit) =>
        target.each(input, frame, (container) => {
          const value = read(container);
          return value === undefined ? MORE : emit(value);
        }),
      paths,
    );
  }
  if (target.kind === 'one') {
    const { value } = target;
    return single(kind, (input, frame) => read(value(input, frame)), paths);
  }
  const { value } = target;
  return single(
    'maybe',
    (input, frame) => {
      const container = value(input, frame);
      return container === undefined ? undefined : read(container);
    },
    paths,
  );
}

/** Path mode of one step down: every target by every key. */
function steps(target: PathFn, key: Plan, at: number, optional: boolean): PathFn {
  return (input, trail, frame, emit) =>
    key.each(input, frame, (step) =>
      target(input, trail, frame, (container, way) => {
        run.at = at;
        demandTrail(way, container, step);
        const found = optional ? readable(container, step, at) : access(container, step);
        return found === undefined ? MORE : emit(found, { up: way, key: step });
      }),
    );
}

/** Fails when `container` is not a part of what `path(…)` was given. */
export function demandTrail(way: Trail, container: Json, key?: Json): void {
  if (way !== NOWHERE) return;
  const attempted =
    key === undefined
      ? `iterate through ${excerpt(container)}`
      : `access element ${excerpt(key)} of ${excerpt(container)}`;
  fail(`Invalid path expression near attempt to ${attempted}`);
}

export function compileSlice(node: NodeOf<'slice'>, scope: Scope, context: Context): Plan {
  const { at } = node;
  const open = one(() => null);
  const target = context.compile(node.target, scope);
  const from = node.from === undefined ? open : context.compile(node.from, scope);
  const to = node.to === undefined ? open : context.compile(node.to, scope);
  const ends = combine(to, from, (end, start) => ({ start, end }));
  const paths = () => steps(target.paths(), ends, at, node.optional === true);
  if (node.optional) return optionalIndex(ends, target, at, paths);
  if (target.kind === 'one' && from.kind === 'one' && to.kind === 'one') {
    return one((input, frame) => {
      const end = to.value(input, frame);
      const start = from.value(input, frame);
      const container = target.value(input, frame);
      run.at = at;
      return slice(container, start, end);
    }, paths);
  }
  const all = product([target, from, to]);
  return many(
    (input, frame, emit) =>
      all(input, frame, ([container, start, end]) => {
        run.at = at;
        return emit(slice(container as Json, start as Json, end as Json));
      }),
    paths,
  );
}

export function compileIterate(node: NodeOf<'iterate'>, scope: Scope, context: Context): Plan {
  const target = context.compile(node.target, scope);
  const { at } = node;
  const optional = node.optional === true;
  const walk = (container: Json, emit: (value: Json) => Signal): Signal => {
    if (optional && (typeof container !== 'object' || container === null)) return MORE;
    run.at = at;
    for (const value of members(container)) {
      charge(1);
      if (emit(value)) return 1;
    }
    return MORE;
  };
  const paths = () => iteratePaths(target.paths(), at, optional);
  if (target.kind === 'one') {
    const { value } = target;
    return many((input, frame, emit) => walk(value(input, frame), emit), paths);
  }
  return many((input, frame, emit) => target.each(input, frame, (container) => walk(container, emit)), paths);
}

function iteratePaths(target: PathFn, at: number, optional: boolean): PathFn {
  return (input, trail, frame, emit) =>
    target(input, trail, frame, (container, way) => {
      if (optional && (typeof container !== 'object' || container === null)) return MORE;
      run.at = at;
      demandTrail(way, container);
      return eachMember(container, (value, key) => emit(value, { up: way, key }));
    });
}

/** Every member with its key, until told to stop. */
export function eachMember(container: Json, use: (value: Json, key: Json) => Signal): Signal {
  const values = members(container);
  const keys = Array.isArray(container) ? undefined : Object.keys(container as object);
  if (keys !== undefined) chargeMembers(keys.length);
  for (let index = 0; index < values.length; index++) {
    charge(1);
    if (use(values[index] as Json, keys === undefined ? index : (keys[index] as string))) return 1;
  }
  return MORE;
}
