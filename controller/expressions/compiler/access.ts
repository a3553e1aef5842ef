import { nearest } from '../../../schemas/nearest.js';
import { recurse } from '../forms/recursion.js';
import { combine, identity, pipe } from '../runtime/combine.js';
import {
  type EachFn,
  MORE,
  maybe,
  one,
  type Plan,
  quickRead,
  single,
  staticPath,
  traced,
} from '../runtime/plan.js';
import { demandTrail, down, iterate } from '../runtime/trail.js';
import type { Node, NodeOf, Place } from '../syntax/ast.js';
import { access, member } from '../values/access.js';
import { isObject, type Json, property } from '../values/json.js';
import { charge, noted, Raised, run } from '../values/run.js';
import { compileAssign } from './assign.js';
import { compileBind } from './bind.js';
import { compileCall, compileDefine } from './calls.js';
import { compileArray, compileFormat, compileObject, compileText } from './construct.js';
import { type Context, isVariable } from './context.js';
import { compileAlternative, compileBreak, compileIf, compileLabel, compileTry } from './control.js';
import { compileForeach, compileReduce } from './fold.js';
import { compileArithmetic, compileComparison, compileLogic, compileNegate } from './operators.js';

const compilers: { readonly [T in Node['type']]: (node: NodeOf<T>, context: Context) => Plan } = {
  identity: () => identity,
  recurse: () => recurse,
  literal: compileLiteral,
  location: ({ line }) => one(() => ({ file: '<top-level>', line })),
  variable: compileVariable,
  pipe: compilePipe,
  comma: compileComma,
  index: compileIndex,
  slice: compileSlice,
  iterate: compileIterate,
  array: compileArray,
  object: compileObject,
  text: compileText,
  format: compileFormat,
  negate: compileNegate,
  arithmetic: compileArithmetic,
  comparison: compileComparison,
  and: compileLogic,
  or: compileLogic,
  alternative: compileAlternative,
  assign: compileAssign,
  if: compileIf,
  try: compileTry,
  reduce: compileReduce,
  foreach: compileForeach,
  bind: compileBind,
  define: compileDefine,
  call: compileCall,
  label: compileLabel,
  break: compileBreak,
};

/** Compiles any expression. */
export function compileNode(node: Node, context: Context): Plan {
  const { type } = node;
  if (type === 'array' || type === 'object' || type === 'assign') context.program.constructions++;
  const compile = compilers[type] as (node: Node, context: Context) => Plan;
  return compile(node, context);
}

function compileLiteral({ value }: NodeOf<'literal'>): Plan {
  return value === Number.POSITIVE_INFINITY ? one(() => noted(value)) : one(() => value);
}

function compilePipe(node: NodeOf<'pipe'>, context: Context): Plan {
  const left = context.compile(node.left);
  return pipe(left, context.compileLast(node.right, left.kind !== 'many'));
}

function compileComma(node: NodeOf<'comma'>, context: Context): Plan {
  const left = context.compile(node.left);
  const right = context.compileLast(node.right);
  return traced((input, frame, emit, trail) => {
    if (trail === undefined) charge(1);
    return left.each(input, frame, emit, trail) || right.each(input, frame, emit, trail);
  });
}

function compileVariable(node: NodeOf<'variable'>, context: Context): Plan {
  const { name } = node;
  const binding = context.findVariable(name);
  if (binding === undefined) {
    if (name === 'ENV') context.reject('`$ENV` is not available in expressions', node);
    const names = context.bindings().flatMap((value) => (isVariable(value) ? value.name : []));
    const hint = nearest(name, names);
    const suggestion = hint === undefined ? undefined : `did you mean \`$${hint}\`?`;
    return context.reject(`$${name} is not defined`, node, suggestion);
  }
  if (binding.type === 'global') context.program.used.add(name);
  const read = context.reader(binding.level, binding.slot);
  return one((_input, frame) => read(frame));
}

function compileIndex(node: NodeOf<'index'>, context: Context): Plan {
  const { key } = node;
  const target = context.compile(node.target);
  if (key.type !== 'literal' || typeof key.value !== 'string')
    return index(target, context.compile(key), node);
  const plan = getMember(target, key.value, node);
  const names = staticPath(node);
  return names === undefined || plan.kind !== 'one' ? plan : quickly(names, plan);
}

/** `.name`, the commonest expression of all. */
function getMember(target: Plan, name: string, { at, optional }: NodeOf<'index'>): Plan {
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
    const value = optional ? readable(container, name, at) : member(container, name);
    return value === undefined ? MORE : emit(value, down(trail, name));
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
        (container, trail) => {
          charge(1);
          run.at = at;
          demandTrail(trail, container, step);
          const value = optional ? readable(container, step, at) : access(container, step);
          return value === undefined ? MORE : emit(value, down(trail, step));
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

function compileSlice(node: NodeOf<'slice'>, context: Context): Plan {
  const target = context.compile(node.target);
  const from = node.from === undefined ? OPEN : context.compile(node.from);
  const to = node.to === undefined ? OPEN : context.compile(node.to);
  const key = combine(to, from, (end, start) => ({ start, end }));
  return index(target, key, node);
}

function compileIterate(node: NodeOf<'iterate'>, context: Context): Plan {
  return iterate(context.compile(node.target), node.at, node.optional);
}
