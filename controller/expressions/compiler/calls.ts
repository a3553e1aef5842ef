import { product } from '../runtime/combine.js';
import {
  type Closure,
  type EachFn,
  type Emit,
  Frame,
  type Kind,
  MORE,
  outward,
  type Plan,
  type Signal,
  STOP,
  single,
  TAIL,
  TAIL_VALUE,
  type Trail,
  traced,
  type ValueFn,
  widest,
} from '../runtime/plan.js';
import type { Definition, Node, NodeOf } from '../syntax/ast.js';
import type { Json } from '../values/json.js';
import { allocate, charge, descend, run } from '../values/run.js';
import { compileBuiltin } from './builtin-calls.js';
import type { BindingOf, CompiledFunction, Context } from './context.js';

export function compileDefine(node: NodeOf<'define'>, context: Context): Plan {
  return define(node.definition, context).compileLast(node.body);
}

/** Compiles a function and returns the context that knows it. */
function define(definition: Definition, context: Context): Context {
  const compiled: CompiledFunction = {
    kind: 'one',
    value: () => null,
    each: () => MORE,
    recursive: false,
    closures: new Set(),
  };
  const { name } = definition;
  const after = context.bind({ type: 'function', name, level: context.level, definition, compiled });
  // A recursive function has the least kind that its body confirms.
  for (let settled = false; !settled; ) {
    const body = compileBody(definition, compiled, after);
    const kind = compiled.recursive ? widest(compiled.kind, body.kind) : body.kind;
    settled = kind === compiled.kind || !compiled.recursive;
    compiled.kind = kind;
    compiled.each = body.each;
    if (body.kind !== 'many') compiled.value = body.value;
  }
  return after;
}

function compileBody(definition: Definition, owner: CompiledFunction, outside: Context): Plan {
  let inside = outside.functionBody();
  for (const param of definition.params) {
    const name = param.replace('$', '');
    const { level } = inside;
    const slot = inside.slot();
    inside = inside.bind({ type: 'parameter', name, level, slot, owner });
    if (param.startsWith('$')) inside = inside.bindSlot('variable', name, slot);
  }
  return inside.compileLast(definition.body);
}

export function compileCall(node: NodeOf<'call'>, context: Context): Plan {
  const binding = context.findFunction(node.name, node.args.length);
  if (binding === undefined) return compileBuiltin(node, context);
  if (binding.type === 'argument') return context.in(binding.scope).compile(binding.node);
  return binding.type === 'parameter'
    ? compileParameter(binding, context)
    : compileFunctionCall(node, binding, context);
}

/** Compiles a call of a parameter, which is evaluated in the frame of the argument. */
function compileParameter({ owner, level, slot }: BindingOf<'parameter'>, context: Context): Plan {
  const hops = context.level - level;
  owner.closures.add(slot);
  return traced((input, frame, emit, trail) => {
    const closure = outward(frame, hops).closures[slot] as Closure;
    return closure.plan.each(input, closure.frame, emit, trail);
  });
}

/** Steps that a call counts for. */
const CALL = 6;
/** Bytes that a closure may keep in memory as long as calls continue. */
const CLOSURE = 320;

interface Argument {
  readonly index: number;
  readonly plan: Plan;
  /** True for the argument of a `$x` parameter. */
  readonly byValue: boolean;
  /** Set when the argument is only a parameter of the caller, whose closure is passed on. */
  readonly forwarded: { readonly hops: number; readonly slot: number } | undefined;
}

/** The pending tail call. The innermost running call makes it, so that it takes no stack. */
const pending: { callee: CompiledFunction | undefined; input: Json; frame: Frame; trail: Trail } = {
  callee: undefined,
  input: null,
  frame: new Frame(undefined, []),
  trail: undefined,
};

function compileFunctionCall(node: NodeOf<'call'>, binding: BindingOf<'function'>, context: Context): Plan {
  const { compiled, definition } = binding;
  if (context.level > binding.level) compiled.recursive = true;
  context.program.loops = true;
  const args = node.args.map(
    (arg, index): Argument => ({
      index,
      plan: context.compile(arg),
      byValue: (definition.params[index] as string).startsWith('$'),
      forwarded: forwarded(arg, context),
    }),
  );
  const open = opener(compiled, args, context.level - binding.level);
  const kinds = args.filter(({ byValue }) => byValue).map(({ plan }) => plan.kind);
  const kind = widest(compiled.kind, ...kinds);
  if (context.tail && !kinds.includes('many')) return tailCall(compiled, open, kind);
  const { at } = node;
  const each: EachFn = (input, frame, emit, trail) =>
    open(input, frame, (callee) => {
      run.at = at;
      charge(CALL);
      descend();
      let signal = compiled.each(input, callee, emit, trail);
      while (signal === TAIL) {
        charge(CALL);
        signal = (pending.callee as CompiledFunction).each(pending.input, pending.frame, emit, pending.trail);
      }
      run.depth--;
      return signal;
    });
  if (kind === 'many') return traced(each);
  const value: ValueFn = (input, frame) => {
    let output: Json | undefined;
    open(input, frame, (callee) => {
      run.at = at;
      output = callValue(compiled, input, callee);
      return STOP;
    });
    return output;
  };
  return single(kind, value, each);
}

function callValue(compiled: CompiledFunction, input: Json, callee: Frame): Json | undefined {
  charge(CALL);
  descend();
  let output = compiled.value(input, callee);
  while (output === TAIL_VALUE) {
    charge(CALL);
    output = (pending.callee as CompiledFunction).value(pending.input, pending.frame);
  }
  run.depth--;
  return output;
}

/** A plan that makes its call pending. */
function tailCall(callee: CompiledFunction, open: Opener, kind: Kind): Plan {
  const each: EachFn = (input, frame, _emit, trail) =>
    open(input, frame, (opened) => {
      pending.callee = callee;
      pending.input = input;
      pending.frame = opened;
      pending.trail = trail;
      return TAIL;
    });
  if (kind === 'many') return traced(each);
  const unused: Emit = () => STOP;
  const value: ValueFn = (input, frame) => (each(input, frame, unused) === TAIL ? TAIL_VALUE : undefined);
  return single(kind, value, each);
}

const noClosures: readonly Closure[] = [];

/** Opens a frame for the callee and runs `use` in it, once for each combination of arguments passed by value. */
type Opener = (input: Json, frame: Frame, use: (callee: Frame) => Signal) => Signal;

function opener(callee: CompiledFunction, args: readonly Argument[], hops: number): Opener {
  if (args.length === 0) return (_input, frame, use) => use(new Frame(outward(frame, hops), noClosures));
  const open = (frame: Frame): Frame => {
    const closures: Closure[] = [];
    for (const { index, plan, forwarded } of args) {
      if (!callee.closures.has(index)) continue;
      allocate(CLOSURE);
      closures[index] =
        forwarded === undefined
          ? { plan, frame }
          : (outward(frame, forwarded.hops).closures[forwarded.slot] as Closure);
    }
    return new Frame(outward(frame, hops), closures);
  };
  // The first argument changes slowest.
  const byValue = args.filter((arg) => arg.byValue).reverse();
  if (byValue.length === 0) return (_input, frame, use) => use(open(frame));
  const slots = byValue.map(({ index }) => index);
  const combinations = product(byValue.map(({ plan }) => plan));
  return (input, frame, use) =>
    combinations(input, frame, (values) => {
      const opened = open(frame);
      for (let place = 0; place < slots.length; place++)
        opened.values[slots[place] as number] = values[place] as Json;
      return use(opened);
    });
}

function forwarded(arg: Node, context: Context): Argument['forwarded'] {
  if (arg.type !== 'call' || arg.args.length > 0) return undefined;
  const binding = context.findFunction(arg.name, 0);
  return binding?.type === 'parameter'
    ? { hops: context.level - binding.level, slot: binding.slot }
    : undefined;
}
