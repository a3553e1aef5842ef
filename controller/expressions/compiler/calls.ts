import type { Json } from '../json.js';
import {
  type Closure,
  type EachFn,
  Frame,
  MORE,
  many,
  outward,
  type PathFn,
  type Plan,
  type Signal,
  STOP,
  single,
  TAIL,
  TAIL_VALUE,
  widest,
} from '../runtime/plan.js';
import { allocate, charge, descend, run } from '../runtime/run.js';
import type { Definition, Node, NodeOf } from '../syntax/ast.js';
import { compileBuiltin } from './builtin-calls.js';
import type { Context } from './context.js';
import { type Binding, bind, findFunction, type Scope, type Unit } from './scope.js';

export function compileDefine(node: NodeOf<'define'>, scope: Scope, context: Context, tail: boolean): Plan {
  return context.compile(node.body, compileDefinition(node.definition, scope, context), tail);
}

/** Compiles a function and answers the scope that knows it. */
export function compileDefinition(definition: Definition, scope: Scope, context: Context): Scope {
  const unit: Unit = {
    name: definition.name,
    kind: 'one',
    recursive: false,
    value: () => null,
    each: () => MORE,
    paths: () => () => MORE,
    closures: new Set(),
  };
  const withFunction = bind(scope, {
    type: 'function',
    name: definition.name,
    definition,
    unit,
    level: context.level,
  });
  // The kind of a recursive function is the least that its body confirms.
  for (;;) {
    const body = compileBody(definition, unit, withFunction, context);
    const kind = unit.recursive ? widest(unit.kind, body.kind) : body.kind;
    unit.each = body.each;
    unit.paths = body.paths;
    if (body.kind !== 'many') unit.value = body.value;
    const settled = kind === unit.kind || !unit.recursive;
    unit.kind = kind;
    if (settled) return withFunction;
  }
}

function compileBody(definition: Definition, unit: Unit, scope: Scope, context: Context): Plan {
  const inner = context.inner();
  let inside = scope;
  definition.params.forEach((param, index) => {
    const name = param.replace('$', '');
    inside = bind(inside, {
      type: 'parameter',
      name,
      level: inner.level,
      slot: index,
      use: () => unit.closures.add(index),
    });
    const slot = inner.slot();
    if (param.startsWith('$')) inside = bind(inside, { type: 'variable', name, level: inner.level, slot });
  });
  return inner.compile(definition.body, inside, true);
}

export function compileCall(node: NodeOf<'call'>, scope: Scope, context: Context, tail: boolean): Plan {
  const found = findFunction(scope, node.name, node.args.length);
  if (found === undefined) return compileBuiltin(node, scope, context, tail);
  if (found.type === 'argument') return context.compile(found.node, found.scope);
  if (found.type === 'parameter') return compileParameter(found, context);
  return compileUnitCall(node, found, scope, context, tail);
}

/** A call of an argument: evaluated in the frame it was written in. */
function compileParameter(parameter: Extract<Binding, { type: 'parameter' }>, context: Context): Plan {
  const hops = context.level - parameter.level;
  const { slot } = parameter;
  parameter.use();
  const closure = (frame: Frame): Closure => outward(frame, hops).closures[slot] as Closure;
  return many(
    (input, frame, emit) => {
      const { plan, frame: home } = closure(frame);
      return plan.each(input, home, emit);
    },
    () => (input, trail, frame, emit) => {
      const { plan, frame: home } = closure(frame);
      return plan.paths()(input, trail, home, emit);
    },
  );
}

interface Argument {
  readonly plan: Plan;
  /** By value, for `$x` parameters. */
  readonly value: boolean;
  /** Set when the argument is a bare parameter of the caller: that closure is handed on as it is. */
  readonly forward: { readonly hops: number; readonly slot: number } | undefined;
}

/** Steps that a call counts for. */
const CALL = 6;
/** Bytes that a closure may keep alive for as long as calls go on. */
const CLOSURE = 320;

/** A tail call on its way to the innermost running call. */
const pending: { unit: Unit | undefined; input: Json; frame: Frame | undefined } = {
  unit: undefined,
  input: null,
  frame: undefined,
};

function compileUnitCall(
  node: NodeOf<'call'>,
  found: Extract<Binding, { type: 'function' }>,
  scope: Scope,
  context: Context,
  tail: boolean,
): Plan {
  const { unit, definition } = found;
  const { at } = node;
  if (context.level > found.level) unit.recursive = true;
  context.facts.loops = true;
  const args = node.args.map(
    (arg, index): Argument => ({
      plan: context.compile(arg, scope),
      value: (definition.params[index] as string).startsWith('$'),
      forward: forwarded(arg, scope, context),
    }),
  );
  const enter = entrance(unit, args, context.level - found.level);
  const kinds = args.filter(({ value }) => value).map(({ plan }) => plan.kind);
  const paths = (): PathFn => (input, trail, frame, emit) =>
    enter(input, frame, (callee) => {
      run.at = at;
      charge(CALL);
      descend();
      const signal = unit.paths()(input, trail, callee, emit);
      run.depth--;
      return signal;
    });
  if (tail && !kinds.includes('many'))
    return compileTailCall(unit, enter, widest(unit.kind, ...kinds), paths);
  const kind = widest(unit.kind, ...kinds);
  if (kind !== 'many') {
    return single(
      kind,
      (input, frame) => {
        let output: Json | undefined;
        enter(input, frame, (callee) => {
          run.at = at;
          output = callValue(unit, input, callee);
          return STOP;
        });
        return output;
      },
      paths,
    );
  }
  return many(
    (input, frame, emit) =>
      enter(input, frame, (callee) => {
        run.at = at;
        return callEach(unit, input, callee, emit);
      }),
    paths,
  );
}

function compileTailCall(unit: Unit, enter: Entrance, kind: Plan['kind'], paths: () => PathFn): Plan {
  const leave = (input: Json, frame: Frame): boolean => {
    let left = false;
    enter(input, frame, (callee) => {
      pending.unit = unit;
      pending.input = input;
      pending.frame = callee;
      left = true;
      return STOP;
    });
    return left;
  };
  if (kind !== 'many') {
    return single(kind, (input, frame) => (leave(input, frame) ? TAIL_VALUE : undefined), paths);
  }
  return many((input, frame) => (leave(input, frame) ? TAIL : MORE), paths);
}

function callValue(unit: Unit, input: Json, callee: Frame): Json | undefined {
  charge(CALL);
  descend();
  let output = unit.value(input, callee);
  while (output === TAIL_VALUE) {
    charge(CALL);
    output = (pending.unit as Unit).value(pending.input, pending.frame as Frame);
  }
  run.depth--;
  return output;
}

function callEach(unit: Unit, input: Json, callee: Frame, emit: Parameters<EachFn>[2]): Signal {
  charge(CALL);
  descend();
  let signal = unit.each(input, callee, emit);
  while (signal === TAIL) {
    charge(CALL);
    signal = (pending.unit as Unit).each(pending.input, pending.frame as Frame, emit);
  }
  run.depth--;
  return signal;
}

const NO_CLOSURES: readonly Closure[] = [];

type Entrance = (input: Json, frame: Frame, use: (callee: Frame) => Signal) => Signal;

/** Makes a frame for the callee, one for each combination of its value arguments. */
function entrance(unit: Unit, args: readonly Argument[], hops: number): Entrance {
  const open = (frame: Frame): Frame => {
    if (args.length === 0) return new Frame(outward(frame, hops), NO_CLOSURES);
    const closures: Closure[] = [];
    args.forEach(({ plan, forward }, index) => {
      if (!unit.closures.has(index)) return;
      allocate(CLOSURE);
      closures[index] =
        forward === undefined
          ? { plan, frame }
          : (outward(frame, forward.hops).closures[forward.slot] as Closure);
    });
    return new Frame(outward(frame, hops), closures);
  };
  const values = args.flatMap(({ plan, value }, index) => (value ? [{ plan, index }] : []));
  return (input, frame, use) => {
    const bindFrom = (next: number, bound: readonly Json[]): Signal => {
      const argument = values[next];
      if (argument === undefined) {
        const callee = open(frame);
        for (const [position, { index }] of values.entries()) callee.values[index] = bound[position] as Json;
        return use(callee);
      }
      return argument.plan.each(input, frame, (value) => bindFrom(next + 1, [...bound, value]));
    };
    if (values.length === 0) return use(open(frame));
    return bindFrom(0, []);
  };
}

function forwarded(arg: Node, scope: Scope, context: Context): Argument['forward'] {
  if (arg.type !== 'call' || arg.args.length > 0) return undefined;
  const found = findFunction(scope, arg.name, 0);
  return found?.type === 'parameter' ? { hops: context.level - found.level, slot: found.slot } : undefined;
}
