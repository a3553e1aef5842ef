import type { Frame, Plan } from '../runtime/plan.js';
import { eachPath } from '../runtime/trail.js';
import type { Node, NodeOf } from '../syntax/ast.js';
import { access, members } from '../values/access.js';
import { isObject, type Json, truthy } from '../values/json.js';
import type { Owner } from '../values/owner.js';
import { charge, chargeCopy, Raised, run } from '../values/run.js';
import { deletePaths, getPath, setPath, withMember, withoutMembers } from '../values/update.js';
import type { Context } from './context.js';

/** A change of places: `replace` returns the new value of a place, or undefined to delete it. */
interface Change {
  readonly frame: Frame;
  readonly replace: (old: Json) => Json | undefined;
  /** Set when containers that the computation itself made may be changed in place. */
  readonly owner?: Owner;
}

/** Replaces the values at some places of `input`. */
type Modify = (input: Json, change: Change) => Json;

/** Result for a value that holds no place: its container is left as it is. */
const UNCHANGED = Symbol('unchanged');

/** Returns a value with its places changed, or undefined when the value itself is to be deleted. */
type Update = (value: Json, change: Change) => Json | undefined | typeof UNCHANGED;

/** Turns the update of a value into the update of the value that holds it. */
type Walk = (next: Update) => Update;

/** Compiles a change of the places that a path expression at offset `at` leads to. */
export function compileModify(target: Node, context: Context, at: number): Modify {
  const walk = compileWalk(target, context);
  if (walk === undefined) return modifyByPaths(context.compile(target), at);
  const update = walk((value, { replace }) => replace(value));
  return (input, change) => {
    const output = update(input, change);
    return output === UNCHANGED ? input : (output ?? null);
  };
}

/** Changes one path after the other, with deletions last: this works for every path expression. */
function modifyByPaths(target: Plan, at: number): Modify {
  return (input, { frame, replace }) => {
    let result = input;
    const deleted: Json[] = [];
    eachPath(target, input, frame, (path) => {
      run.at = at;
      const value = replace(getPath(result, path));
      run.at = at;
      if (value === undefined) deleted.push(path);
      else result = setPath(result, path, value);
    });
    return deleted.length === 0 ? result : deletePaths(result, deleted);
  };
}

/**
 * Compiles a walk down the document and up again that copies each container once. It serves chains of steps whose
 * places cannot overlap, which most path expressions are; returns undefined for all others.
 */
function compileWalk(node: Node, context: Context): Walk | undefined {
  switch (node.type) {
    case 'identity':
      return (next) => next;
    case 'index':
      return walkIndex(node, context);
    case 'iterate':
      return walkIterate(node, context);
    case 'pipe': {
      const left = compileWalk(node.left, context);
      const right = compileWalk(node.right, context);
      return left === undefined || right === undefined ? undefined : (next) => left(right(next));
    }
    case 'call':
      return walkSelect(node, context);
    default:
      return undefined;
  }
}

function walkIndex(node: NodeOf<'index'>, context: Context): Walk | undefined {
  const target = compileWalk(node.target, context);
  const key = context.compile(node.key);
  if (target === undefined || key.kind !== 'one') return undefined;
  const { at, optional } = node;
  const step = (next: Update, index: Json): Update => {
    return (container, change) => {
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
      if (value === undefined) return withoutMembers(container, [index]);
      const { owner } = change;
      return owner === undefined ? withMember(container, index, value) : owner.store(container, index, value);
    };
  };
  if (node.key.type === 'literal') {
    const index = node.key.value;
    return (next) => target(step(next, index));
  }
  // The key depends on the value that the whole chain starts from.
  return (next) => (value, change) => target(step(next, key.value(value, change.frame)))(value, change);
}

function walkIterate({ target, at, optional }: NodeOf<'iterate'>, context: Context): Walk | undefined {
  const walk = compileWalk(target, context);
  if (walk === undefined) return undefined;
  const update = (next: Update): Update => {
    return (container, change) => {
      if (optional && (typeof container !== 'object' || container === null)) return UNCHANGED;
      run.at = at;
      return mapMembers(container, (value) => {
        charge(1);
        const changed = next(value, change);
        return changed === UNCHANGED ? value : changed;
      });
    };
  };
  return (next) => walk(update(next));
}

/** Returns the container with each member replaced, or without those that `replace` returns undefined for. */
function mapMembers(container: Json, replace: (value: Json) => Json | undefined): Json {
  if (!isObject(container)) {
    const items: Json[] = [];
    for (const value of members(container)) {
      const item = replace(value);
      if (item !== undefined) items.push(item);
    }
    return items;
  }
  const object = { ...container };
  const keys = Object.keys(object);
  chargeCopy(keys.length);
  for (const key of keys) {
    const value = replace(object[key] as Json);
    if (value === undefined) delete object[key];
    else object[key] = value;
  }
  return object;
}

function walkSelect(node: NodeOf<'call'>, context: Context): Walk | undefined {
  const [argument] = node.args;
  if (node.name !== 'select' || node.args.length !== 1 || argument === undefined) return undefined;
  if (context.findFunction('select', 1) !== undefined) return undefined;
  const condition = context.compile(argument);
  if (condition.kind !== 'one') return undefined;
  return (next) => (value, change) =>
    truthy(condition.value(value, change.frame)) ? next(value, change) : UNCHANGED;
}
