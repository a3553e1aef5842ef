import { negateExact } from '../../../schemas/json/exact-number.js';
import { combine, pipe } from '../runtime/combine.js';
import { many, type OnePlan, one, type Plan, single, widest } from '../runtime/plan.js';
import type { ArithmeticOp, ComparisonOp, NodeOf } from '../syntax/ast.js';
import { operations } from '../values/arithmetic.js';
import { compare, equals } from '../values/compare.js';
import { describe } from '../values/dump.js';
import { isExactNumber, type Json, truthy } from '../values/json.js';
import { fail, noted, run } from '../values/run.js';
import type { Context } from './context.js';

/** Compiles arithmetic. Sums, differences and products of numbers are computed here, which doubles their speed. */
export function compileArithmetic(node: NodeOf<'arithmetic'>, context: Context): Plan {
  const left = context.compile(node.left);
  const right = context.compile(node.right);
  const { at, op } = node;
  const operate = operations[op];
  const general = (b: Json, a: Json): Json => {
    run.at = at;
    return operate(a, b);
  };
  if (node.right.type === 'literal' && typeof node.right.value === 'number' && left.kind === 'one') {
    const plan = withNumber(op, left, node.right.value, general);
    if (plan !== undefined) return plan;
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

/** Compiles an operation with a constant number on its right. */
function withNumber(
  op: ArithmeticOp,
  { value }: OnePlan,
  b: number,
  general: (b: Json, a: Json) => Json,
): Plan | undefined {
  if (op === '*') {
    return one((input, frame) => {
      const a = value(input, frame);
      return typeof a === 'number' ? noted(a * b) : general(b, a);
    });
  }
  if (op !== '+' && op !== '-') return undefined;
  const added = op === '+' ? b : -b;
  return one((input, frame) => {
    const a = value(input, frame);
    return typeof a === 'number' ? noted(a + added) : general(b, a);
  });
}

const comparisons: Readonly<Record<ComparisonOp, (right: Json, left: Json) => boolean>> = {
  '==': (b, a) => equals(a, b),
  '!=': (b, a) => !equals(a, b),
  '<': (b, a) => compare(a, b) < 0,
  '<=': (b, a) => compare(a, b) <= 0,
  '>': (b, a) => compare(a, b) > 0,
  '>=': (b, a) => compare(a, b) >= 0,
};

export function compileComparison(node: NodeOf<'comparison'>, context: Context): Plan {
  return combine(context.compile(node.right), context.compile(node.left), comparisons[node.op]);
}

export function compileNegate({ body, at }: NodeOf<'negate'>, context: Context): Plan {
  if (body.type === 'literal' && typeof body.value === 'number') {
    const value = 0 - body.value;
    return one(() => value);
  }
  const negate = one((input) => {
    if (typeof input === 'number') return 0 - input;
    if (isExactNumber(input)) return negateExact(input);
    run.at = at;
    return fail(`${describe(input)} cannot be negated`);
  });
  return pipe(context.compile(body), negate);
}

export function compileLogic(node: NodeOf<'and' | 'or'>, context: Context): Plan {
  const left = context.compile(node.left);
  const right = context.compile(node.right);
  /** The truth value of the left side that needs no right side. */
  const decisive = node.type === 'or';
  if (left.kind !== 'many' && right.kind !== 'many') {
    return single(widest(left.kind, right.kind), (input, frame) => {
      const a = left.value(input, frame);
      if (a === undefined) return undefined;
      if (truthy(a) === decisive) return decisive;
      const b = right.value(input, frame);
      return b === undefined ? undefined : truthy(b);
    });
  }
  return many((input, frame, emit) =>
    left.each(input, frame, (a) =>
      truthy(a) === decisive ? emit(decisive) : right.each(input, frame, (b) => emit(truthy(b))),
    ),
  );
}
