import type { Json } from '../json.js';
import { type Frame, MORE, type Plan } from '../runtime/plan.js';
import { charge, chargeCopy, Raised, run } from '../runtime/run.js';
import { demandPath } from '../runtime/trail.js';
import type { Node, NodeOf } from '../syntax/ast.js';
import { access, members } from '../values/access.js';
import { deletePaths, getPath, setPath, withMember, withoutMembers } from '../values/update.js';
import type { Context } from './context.js';
import { findFunction, type Scope } from './scope.js';

/** Puts a value under a key of a container and answers the container, changed or copied. */
export type Store = (container: Json, key: Json, value: Json) => Json;

/** What to do at each place: `replace` gives the new value, or nothing where the place shall go. */
export interface Change {
  readonly frame: Frame;
  readonly store: Store;
  readonly replace: (old: Json) => Json | undefined;
}

/** Tells that no place was found: what holds the value stays as it is, and is not made to hold it. */
const UNCHANGED: Json = Object.freeze([]) as unknown as Json;

/** A value with its places changed; undefined when it is itself to go. */
type Update = (value: Json, change: Change) => Json | undefined;

/** Given what happens at a place, tells what happens to the value that holds it. */
type Walk = (next: Update) => Update;

/** Replaces what stands at some places of `input`. */
export type Modify = (input: Json, change: Change) => Json;

/** How to change the places that a path expression leads to. */
export function compileModify(target: Node, scope: Scope, context: Context, at: number): Modify {
  const walk = compileWalk(target, scope, context);
  if (walk === undefined) return modifyByPaths(context.compile(target, scope), at);
  const update = walk((value, { replace }) => replace(value));
  return (input, change) => {
    const output = update(input, change) ?? null;
    return output === UNCHANGED ? input : output;
  };
}

/** The way that serves every path expression: path by path, deletions last. */
function modifyByPaths(target: Plan, at: number): Modify {
  return (input, { frame, replace }) => {
    let result = input;
    const gone: Json[] = [];
    eachPath(target, input, frame, (path) => {
      run.at = at;
      const value = replace(getPath(result, path));
      run.at = at;
      if (value === undefined) gone.push(path);
      else result = setPath(result, path, value);
    });
    return gone.length === 0 ? result : deletePaths(result, gone);
  };
}

/** Runs `use` with each path of an expression. */
export function eachPath(target: Plan, input: Json, frame: Frame, use: (path: Json[]) => void): void {
  target.paths()(input, null, frame, (value, trail) => {
    charge(1);
    use(demandPath(trail, value));
    return MORE;
  });
}

/**
 * The short way: down the document and up again, copying each container once. It serves chains of steps
 * whose places cannot overlap, which is most of what is written; undefined for anything else.
 */
function compileWalk(node: Node, scope: Scope, context: Context): Walk | undefined {
  switch (node.type) {
    case 'identity':
      return (next) => next;
    case 'index':
      return walkIndex(node, scope, context);
    case 'iterate':
      return walkIterate(node, scope, context);
    case 'pipe': {
      const left = compileWalk(node.left, scope, context);
      const right = left === undefined ? undefined : compileWalk(node.right, scope, context);
      return left === undefined || right === undefined ? undefined : (next) => left(right(next));
    }
    case 'call':
      return walkSelect(node, scope, context);
    default:
      return undefined;
  }
}

function walkIndex(node: NodeOf<'index'>, scope: Scope, context: Context): Walk | undefined {
  const target = compileWalk(node.target, scope, context);
  const key = context.compile(node.key, scope);
  if (target === undefined || key.kind !== 'one') return undefined;
  const { at, optional } = node;
  const step = (container: Json, index: Json, next: Update, change: Change): Json => {
    run.at = at;
    let old: Json;
    try {
      old = access(container, index);
    } catch (error) {
      if (optional && error instanceof Raised) return UNCHANGED;
      throw error;
    }
    const value = next(old, change);
    run.at = at;
    if (value === UNCHANGED || (value === undefined && container === null)) return UNCHANGED;
    return value === undefined ? withoutMembers(container, [index]) : change.store(container, index, value);
  };
  if (node.key.type === 'literal') {
    const index = node.key.value;
    return (next) => target((container, change) => step(container, index, next, change));
  }
  // The key is told by the value that the whole chain starts from.
  return (next) => (value, change) => {
    const index = key.value(value, change.frame);
    return target((container) => step(container, index, next, change))(value, change);
  };
}

function walkIterate(node: NodeOf<'iterate'>, scope: Scope, context: Context): Walk | undefined {
  const target = compileWalk(node.target, scope, context);
  if (target === undefined) return undefined;
  const { at, optional } = node;
  return (next) =>
    target((container, change) => {
      if (optional && (typeof container !== 'object' || container === null)) return UNCHANGED;
      run.at = at;
      return mapMembers(container, (value) => {
        charge(1);
        const changed = next(value, change);
        return changed === UNCHANGED ? value : changed;
      });
    });
}

/** The container with each member replaced by what `replace` gives, or without it. */
function mapMembers(container: Json, replace: (value: Json) => Json | undefined): Json {
  const values = members(container);
  if (Array.isArray(container)) {
    const items: Json[] = [];
    for (const value of values) {
      const item = replace(value);
      if (item !== undefined) items.push(item);
    }
    return items;
  }
  chargeCopy(values.length);
  const object = { ...(container as { [key: string]: Json }) };
  for (const key of Object.keys(object)) {
    const value = replace(object[key] as Json);
    if (value === undefined) delete object[key];
    else object[key] = value;
  }
  return object;
}

function walkSelect(node: NodeOf<'call'>, scope: Scope, context: Context): Walk | undefined {
  const [argument] = node.args;
  if (node.name !== 'select' || node.args.length !== 1 || argument === undefined) return undefined;
  if (findFunction(scope, 'select', 1) !== undefined) return undefined;
  const condition = context.compile(argument, scope);
  if (condition.kind !== 'one') return undefined;
  return (next) => (value, change) => {
    const chosen = condition.value(value, change.frame);
    return chosen === false || chosen === null ? UNCHANGED : next(value, change);
  };
}

export const copying: Store = withMember;
