import { nearest } from '../../problems/index.js';
import { recurse } from '../forms/recursion.js';
import { identity, pipe } from '../runtime/combine.js';
import { one, type Plan, traced } from '../runtime/plan.js';
import type { Node, NodeOf } from '../syntax/ast.js';
import { charge, noted } from '../values/run.js';
import { compileIndex, compileIterate, compileSlice } from './access.js';
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
    const names = context.bindings().filter(isVariable);
    const hint = nearest(
      name,
      names.map((variable) => variable.name),
    );
    const suggestion = hint === undefined ? undefined : `did you mean \`$${hint}\`?`;
    return context.reject(`$${name} is not defined`, node, suggestion);
  }
  if (binding.type === 'global') context.program.used.add(name);
  const read = context.reader(binding.level, binding.slot);
  return one((_input, frame) => read(frame));
}
