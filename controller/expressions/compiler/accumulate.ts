import { type Json, truthy } from '../json.js';
import type { Frame, OneFn } from '../runtime/plan.js';
import { run } from '../runtime/run.js';
import type { ArithmeticOp, Node, NodeOf } from '../syntax/ast.js';
import { operations } from '../values/arithmetic.js';
import { Owner } from '../values/owner.js';
import type { Context } from './context.js';
import { compileModify } from './modify.js';
import type { Scope } from './scope.js';

/** One step of a `reduce` that may change what the steps before it made. */
type Step = (state: Json, frame: Frame, owner: Owner) => Json;

/**
 * Compiles the update of a `reduce` so that it changes its state in place, where that cannot be noticed:
 * assignments and sums on `.`, piped and chosen by `if`. Undefined for any other update.
 */
export function compileAccumulation(
  update: Node,
  scope: Scope,
  context: Context,
): (() => (state: Json, frame: Frame) => Json) | undefined {
  const step = compileStep(update, scope, context);
  if (step === undefined) return undefined;
  return () => {
    const owner = new Owner();
    return (state, frame) => step(state, frame, owner);
  };
}

function compileStep(node: Node, scope: Scope, context: Context): Step | undefined {
  switch (node.type) {
    case 'identity':
      return (state) => state;
    case 'pipe': {
      const first = compileStep(node.left, scope, context);
      const second = first === undefined ? undefined : compileStep(node.right, scope, context);
      if (first === undefined || second === undefined) return undefined;
      return (state, frame, owner) => second(first(state, frame, owner), frame, owner);
    }
    case 'if':
      return compileChoice(node, scope, context);
    case 'arithmetic':
      return compileSum(node, scope, context);
    case 'assign':
      return compileAssignment(node, scope, context);
    default:
      return undefined;
  }
}

function compileChoice(node: NodeOf<'if'>, scope: Scope, context: Context): Step | undefined {
  const condition = context.compile(node.condition, scope);
  const yes = compileStep(node.yes, scope, context);
  const no = node.no === undefined ? (state: Json) => state : compileStep(node.no, scope, context);
  if (condition.kind !== 'one' || yes === undefined || no === undefined) return undefined;
  return (state, frame, owner) => (truthy(condition.value(state, frame)) ? yes : no)(state, frame, owner);
}

/** `. + value`. */
function compileSum(node: NodeOf<'arithmetic'>, scope: Scope, context: Context): Step | undefined {
  if (node.op !== '+' || node.left.type !== 'identity') return undefined;
  const operand = compileOperand(node.right, scope, context);
  if (operand === undefined) return undefined;
  return (state, frame, owner) => {
    const value = operand(state, frame, owner);
    run.at = node.at;
    return owner.add(state, value);
  };
}

function compileAssignment(node: NodeOf<'assign'>, scope: Scope, context: Context): Step | undefined {
  const operand = compileOperand(node.right, scope, context);
  if (operand === undefined || node.op === '|=') return undefined;
  const change = compileModify(node.left, scope, context, node.at);
  const combine = combination(node);
  return (state, frame, owner) => {
    const value = operand(state, frame, owner);
    return change(state, {
      frame,
      store: (container, key, member) => owner.store(container, key, member),
      replace: (old) => {
        run.at = node.at;
        return combine(old, value, owner);
      },
    });
  };
}

function combination(node: NodeOf<'assign'>): (old: Json, value: Json, owner: Owner) => Json {
  if (node.op === '=') return (_old, value) => value;
  if (node.op === '+=') return (old, value, owner) => owner.add(old, value);
  if (node.op === '//=') return (old, value) => (truthy(old) ? old : value);
  const operate = operations[node.op.slice(0, -1) as ArithmeticOp];
  return (old, value) => operate(old, value);
}

type Operand = (state: Json, frame: Frame, owner: Owner) => Json;

/** A value to put into the state. When it may be a part of the state, nothing is owned from then on. */
function compileOperand(node: Node, scope: Scope, context: Context): Operand | undefined {
  const plan = context.compile(node, scope);
  if (plan.kind !== 'one') return undefined;
  const value: OneFn = plan.value;
  if (!readsInput(node)) return value;
  return (state, frame, owner) => {
    const operand = value(state, frame);
    if (typeof operand === 'object' && operand !== null) owner.disown();
    return operand;
  };
}

/** False when the value of an expression cannot be a part of its input. */
function readsInput(node: Node): boolean {
  switch (node.type) {
    case 'literal':
    case 'variable':
    case 'location':
      return false;
    case 'index':
      return readsInput(node.target);
    case 'negate':
      return false;
    case 'comparison':
    case 'text':
      return false;
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
