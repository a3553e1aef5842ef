import { getFirst, mapOutputs } from '../runtime/combine.js';
import { type Frame, one, type Plan } from '../runtime/plan.js';
import type { ArithmeticOp, Node, NodeOf } from '../syntax/ast.js';
import { operations } from '../values/arithmetic.js';
import { type Json, truthy } from '../values/json.js';
import type { Owner } from '../values/owner.js';
import { run } from '../values/run.js';
import type { Context } from './context.js';
import { compileModify } from './modify.js';

export function compileAssign(node: NodeOf<'assign'>, context: Context): Plan {
  const modify = compileModify(node.left, context, node.at);
  const value = context.compile(node.right);
  if (node.op === '|=') {
    // Each place gets the first output for its old value, or is deleted when there is none.
    const replace = getFirst(value);
    return one((input, frame) => modify(input, { frame, replace: (old) => replace(old, frame) }));
  }
  const combine = combination(node);
  return mapOutputs(value, (operand, input, frame) =>
    modify(input, { frame, replace: (old) => combine(old, operand) }),
  );
}

/** Returns the function that computes the new value of a place. */
function combination({ op, at }: NodeOf<'assign'>): (old: Json, operand: Json) => Json {
  if (op === '=') return (_old, operand) => operand;
  if (op === '//=') return (old, operand) => (truthy(old) ? old : operand);
  const operate = operations[op.slice(0, -1) as ArithmeticOp];
  return (old, operand) => {
    run.at = at;
    return operate(old, operand);
  };
}

/** One step of a `reduce`, which may change containers in place that earlier steps made. */
export type Accumulation = (state: Json, frame: Frame, owner: Owner) => Json;

/**
 * Compiles the update of a `reduce` so that it changes its state in place where that has no visible effect: assignments
 * and sums on `.`, joined by pipes and `if`. Returns undefined for all other updates.
 */
export function compileAccumulation(node: Node, context: Context): Accumulation | undefined {
  switch (node.type) {
    case 'identity':
      return (state) => state;
    case 'pipe': {
      const first = compileAccumulation(node.left, context);
      const second = compileAccumulation(node.right, context);
      if (first === undefined || second === undefined) return undefined;
      return (state, frame, owner) => second(first(state, frame, owner), frame, owner);
    }
    case 'if':
      return compileChoice(node, context);
    case 'arithmetic':
      return compileSum(node, context);
    case 'assign':
      return compileAssignment(node, context);
    default:
      return undefined;
  }
}

function compileChoice(node: NodeOf<'if'>, context: Context): Accumulation | undefined {
  const condition = context.compile(node.condition);
  const yes = compileAccumulation(node.yes, context);
  const no = compileAccumulation(node.no ?? { ...node, type: 'identity' }, context);
  if (condition.kind !== 'one' || yes === undefined || no === undefined) return undefined;
  return (state, frame, owner) => (truthy(condition.value(state, frame)) ? yes : no)(state, frame, owner);
}

/** `. + value` */
function compileSum(node: NodeOf<'arithmetic'>, context: Context): Accumulation | undefined {
  if (node.op !== '+' || node.left.type !== 'identity') return undefined;
  const operand = compileOperand(node.right, context);
  if (operand === undefined) return undefined;
  return (state, frame, owner) => {
    const value = operand(state, frame, owner);
    run.at = node.at;
    return owner.add(state, value);
  };
}

function compileAssignment(node: NodeOf<'assign'>, context: Context): Accumulation | undefined {
  const operand = compileOperand(node.right, context);
  if (operand === undefined || node.op === '|=') return undefined;
  const modify = compileModify(node.left, context, node.at);
  const combine = combination(node);
  return (state, frame, owner) => {
    const value = operand(state, frame, owner);
    const replace = (old: Json) => (node.op === '+=' ? owner.add(old, value) : combine(old, value));
    return modify(state, { frame, owner, replace });
  };
}

/** Compiles a value that goes into the state. If it may be a part of the state, nothing is owned afterwards. */
function compileOperand(node: Node, context: Context): Accumulation | undefined {
  const plan = context.compile(node);
  if (plan.kind !== 'one') return undefined;
  const { value } = plan;
  if (!readsInput(node)) return value;
  return (state, frame, owner) => {
    const operand = value(state, frame);
    if (typeof operand === 'object' && operand !== null) owner.disown();
    return operand;
  };
}

/** Returns false when the value of an expression cannot be a part of its input. */
function readsInput(node: Node): boolean {
  switch (node.type) {
    case 'literal':
    case 'variable':
    case 'location':
    case 'negate':
    case 'comparison':
    case 'text':
      return false;
    case 'index':
      return readsInput(node.target);
    case 'pipe':
      return readsInput(node.left);
    case 'arithmetic':
      return readsInput(node.left) || readsInput(node.right);
    case 'array':
      return node.body !== undefined && readsInput(node.body);
    case 'object':
      return node.entries.some(({ value }) => readsInput(value));
    default:
      return true;
  }
}
