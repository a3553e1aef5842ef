import { type Json, truthy } from '../json.js';
import { many, type OneFn, one, type Plan, type Signal, single, widest } from '../runtime/plan.js';
import { fail, noted, run } from '../runtime/run.js';
import type { ArithmeticOp, ComparisonOp, NodeOf } from '../syntax/ast.js';
import { operations } from '../values/arithmetic.js';
import { compare, equals } from '../values/compare.js';
import { describe } from '../values/dump.js';
import { combine, pipe } from './basic.js';
import type { Context } from './context.js';
import type { Scope } from './scope.js';

/** Numbers are computed in place; everything else goes through the tables of `values/`. */
export function compileArithmetic(node: NodeOf<'arithmetic'>, scope: Scope, context: Context): Plan {
  const left = context.compile(node.left, scope);
  const right = context.compile(node.right, scope);
  const { at, op } = node;
  const operate = operations[op];
  const general = (b: Json, a: Json): Json => {
    run.at = at;
    return operate(a, b);
  };
  const { right: operand } = node;
  if (operand.type === 'literal' && typeof operand.value === 'number' && left.kind === 'one') {
    const quick = withNumber(op, left.value, operand.value, general);
    if (quick !== undefined) return one(quick);
  }
  if (op === '+') {
    return combine(right, left, (b, a) =>
      typeof a === 'number' && typeof b === 'number' ? noted(a + b) : general(b, a),
    );
  }
  if (op === '-') {
    return combine(right, left, (b, a) =>
      typeof a === 'number' && typeof b === 'number' ? noted(a - b) : general(b, a),
    );
  }
  if (op === '*') {
    return combine(right, left, (b, a) =>
      typeof a === 'number' && typeof b === 'number' ? noted(a * b) : general(b, a),
    );
  }
  return combine(right, left, general);
}

/** An operation by a number known beforehand. */
function withNumber(
  op: ArithmeticOp,
  left: OneFn,
  b: number,
  general: (b: Json, a: Json) => Json,
): OneFn | undefined {
  if (op === '*') {
    return (input, frame) => {
      const a = left(input, frame);
      return typeof a === 'number' ? noted(a * b) : general(b, a);
    };
  }
  const added = op === '+' ? b : op === '-' ? -b : undefined;
  if (added === undefined) return undefined;
  return (input, frame) => {
    const a = left(input, frame);
    return typeof a === 'number' ? noted(a + added) : general(b, a);
  };
}

const comparisons: Readonly<Record<ComparisonOp, (right: Json, left: Json) => boolean>> = {
  '==': (b, a) => equals(a, b),
  '!=': (b, a) => !equals(a, b),
  '<': (b, a) => compare(a, b) < 0,
  '<=': (b, a) => compare(a, b) <= 0,
  '>': (b, a) => compare(a, b) > 0,
  '>=': (b, a) => compare(a, b) >= 0,
};

export function compileComparison(node: NodeOf<'comparison'>, scope: Scope, context: Context): Plan {
  const left = context.compile(node.left, scope);
  const right = context.compile(node.right, scope);
  return combine(right, left, comparisons[node.op]);
}

export function compileNegate(node: NodeOf<'negate'>, scope: Scope, context: Context): Plan {
  const { at } = node;
  if (node.body.type === 'literal' && typeof node.body.value === 'number') {
    const value = 0 - node.body.value;
    return one(() => value);
  }
  const negate = one((input) => {
    if (typeof input === 'number') return 0 - input;
    run.at = at;
    return fail(`${describe(input)} cannot be negated`);
  });
  return pipe(context.compile(node.body, scope), negate);
}

export function compileLogic(node: NodeOf<'and' | 'or'>, scope: Scope, context: Context): Plan {
  const left = context.compile(node.left, scope);
  const right = context.compile(node.right, scope);
  /** The truth value of the left side that decides alone. */
  const decisive = node.type === 'or';
  if (left.kind !== 'many' && right.kind !== 'many') {
    return single(widest(left.kind, right.kind) as 'one' | 'maybe', (input, frame) => {
      const a = left.value(input, frame);
      if (a === undefined) return undefined;
      if (truthy(a) === decisive) return decisive;
      const b = right.value(input, frame);
      return b === undefined ? undefined : truthy(b);
    });
  }
  return many((input, frame, emit) =>
    left.each(input, frame, (a): Signal => {
      if (truthy(a) === decisive) return emit(decisive);
      return right.each(input, frame, (b) => emit(truthy(b)));
    }),
  );
}
