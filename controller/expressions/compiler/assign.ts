import { type Json, truthy } from '../json.js';
import { type Frame, many, one, type Plan, STOP, single } from '../runtime/plan.js';
import { run } from '../runtime/run.js';
import type { ArithmeticOp, AssignOp, NodeOf } from '../syntax/ast.js';
import { operations } from '../values/arithmetic.js';
import type { Context } from './context.js';
import { compileModify, copying, type Modify } from './modify.js';
import type { Scope } from './scope.js';

export function compileAssign(node: NodeOf<'assign'>, scope: Scope, context: Context): Plan {
  const change = compileModify(node.left, scope, context, node.at);
  const value = context.compile(node.right, scope);
  if (node.op === '|=') return update(change, value);
  const combine = combination(node.op, node.at);
  return forEach(value, (input, frame, operand) =>
    change(input, { frame, store: copying, replace: (old) => combine(old, operand) }),
  );
}

/** `a |= f`: every place of `a` gets the first output of `f` on what is there, or goes. */
function update(change: Modify, value: Plan): Plan {
  if (value.kind !== 'many') {
    const replace = value.value;
    return one((input, frame) =>
      change(input, { frame, store: copying, replace: (old) => replace(old, frame) }),
    );
  }
  const { each } = value;
  const firstOf = (old: Json, frame: Frame): Json | undefined => {
    let first: Json | undefined;
    each(old, frame, (output) => {
      first = output;
      return STOP;
    });
    return first;
  };
  return one((input, frame) =>
    change(input, { frame, store: copying, replace: (old) => firstOf(old, frame) }),
  );
}

/** The result of `apply` for each output of `value`. */
function forEach(value: Plan, apply: (input: Json, frame: Frame, operand: Json) => Json): Plan {
  if (value.kind === 'many') {
    return many((input, frame, emit) =>
      value.each(input, frame, (operand) => emit(apply(input, frame, operand))),
    );
  }
  const read = value.value;
  return single(value.kind, (input, frame) => {
    const operand = read(input, frame);
    return operand === undefined ? undefined : apply(input, frame, operand);
  });
}

function combination(op: AssignOp, at: number): (old: Json, operand: Json) => Json {
  if (op === '=') return (_old, operand) => operand;
  if (op === '//=') return (old, operand) => (truthy(old) ? old : operand);
  const operate = operations[op.slice(0, -1) as ArithmeticOp];
  return (old, operand) => {
    run.at = at;
    return operate(old, operand);
  };
}
