import type { Json } from '../json.js';
import { truthy } from '../json.js';
import { type Frame, many, one, type Plan, single } from '../runtime/plan.js';
import { run } from '../runtime/run.js';
import type { ArithmeticOp, NodeOf } from '../syntax/ast.js';
import { operations } from '../values/arithmetic.js';
import { setPath } from '../values/update.js';
import type { Context } from './context.js';
import { eachPath, type Modify, modify } from './modify.js';
import type { Scope } from './scope.js';

export function compileAssign(node: NodeOf<'assign'>, scope: Scope, context: Context): Plan {
  const target = context.compile(node.left, scope);
  const value = context.compile(node.right, scope);
  if (node.op === '|=') return update(modify(node.left, target, scope, context, node.at), value);
  if (node.op === '=') return assign(target, value, node.at);
  const change = modify(node.left, target, scope, context, node.at);
  const operate = operation(node.op.slice(0, -1), node.at);
  const apply = (input: Json, frame: Frame, operand: Json): Json =>
    change(input, frame, (old) => operate(old, operand));
  return forEach(value, apply);
}

/** `a |= f`: every place of `a` gets the first output of `f` on what is there, or goes. */
export function update(change: Modify, value: Plan): Plan {
  if (value.kind !== 'many') {
    const replace = value.value;
    return one((input, frame) => change(input, frame, (old) => replace(old, frame)));
  }
  const { each } = value;
  return one((input, frame) =>
    change(input, frame, (old) => {
      let first: Json | undefined;
      each(old, frame, (output) => {
        first = output;
        return 1;
      });
      return first;
    }),
  );
}

function assign(target: Plan, value: Plan, at: number): Plan {
  const apply = (input: Json, frame: Frame, assigned: Json): Json => {
    let result = input;
    eachPath(target, input, frame, (path) => {
      run.at = at;
      result = setPath(result, path, assigned);
    });
    return result;
  };
  return forEach(value, apply);
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

function operation(op: string, at: number): (old: Json, operand: Json) => Json {
  if (op === '//') return (old, operand) => (truthy(old) ? old : operand);
  const operate = operations[op as ArithmeticOp];
  return (old, operand) => {
    run.at = at;
    return operate(old, operand);
  };
}
