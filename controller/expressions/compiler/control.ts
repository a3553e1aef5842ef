import { caught, choose, guard, identity, nothing } from '../runtime/combine.js';
import {
  type EachFn,
  type Frame,
  MORE,
  maybe,
  NOWHERE,
  type Plan,
  single,
  traced,
  widest,
} from '../runtime/plan.js';
import type { NodeOf } from '../syntax/ast.js';
import { type Json, truthy } from '../values/json.js';
import { Break, charge, FAILURE, run } from '../values/run.js';
import type { Context } from './context.js';

export function compileIf(node: NodeOf<'if'>, context: Context): Plan {
  const condition = context.compile(node.condition);
  const last = condition.kind !== 'many';
  const yes = context.compileLast(node.yes, last);
  const no = node.no === undefined ? identity : context.compileLast(node.no, last);
  return choose(condition, yes, no);
}

/** `a // b`: the truthy outputs of `a`, or those of `b` when there are none. */
export function compileAlternative(node: NodeOf<'alternative'>, context: Context): Plan {
  const left = context.compile(node.left);
  const right = context.compileLast(node.right);
  const each: EachFn = (input, frame, emit, trail) => {
    let isFirst = false;
    const pass: typeof emit = (value, trail) => {
      if (!truthy(value)) return MORE;
      isFirst = true;
      return emit(value, trail);
    };
    const signal = left.each(input, frame, pass, trail);
    return isFirst ? signal : right.each(input, frame, emit, trail);
  };
  if (left.kind === 'many' || right.kind === 'many') return traced(each);
  const first = left.value;
  const second = right.value;
  return single(
    right.kind,
    (input, frame) => {
      const value = first(input, frame);
      return value !== undefined && truthy(value) ? value : second(input, frame);
    },
    each,
  );
}

export function compileTry(node: NodeOf<'try'>, context: Context): Plan {
  const body = context.compile(node.body);
  const handler = node.handler === undefined ? nothing : context.compile(node.handler);
  const each: EachFn = (input, frame, emit, trail) =>
    guard(
      (pass) => body.each(input, frame, (value, trail) => pass(() => emit(value, trail)), trail),
      (error) => handler.each(error.value, frame, emit, trail && NOWHERE),
    );
  if (body.kind === 'many' || handler.kind === 'many') return traced(each);
  const attempt = body.value;
  const recover = handler.value;
  return single(
    widest(body.kind, handler.kind),
    (input, frame) => {
      const { depth } = run;
      try {
        return attempt(input, frame);
      } catch (error) {
        return recover(caught(error, depth).value, frame);
      }
    },
    each,
  );
}

export function compileLabel(node: NodeOf<'label'>, context: Context): Plan {
  const slot = context.slot();
  const body = context.bindSlot('label', node.name, slot).compile(node.body);
  const each: EachFn = (input, frame, emit, trail) =>
    labelled(slot, frame, () => body.each(input, frame, emit, trail)) ?? MORE;
  if (body.kind === 'many') return traced(each);
  const { value } = body;
  return maybe((input, frame) => labelled(slot, frame, () => value(input, frame)), each);
}

/** Runs `body` with a new token in the slot of the label; returns undefined after a `break` to that token. */
function labelled<T>(slot: number, frame: Frame, body: () => T): T | undefined {
  const { depth } = run;
  const saved = frame.values[slot];
  const token: Json = [];
  frame.values[slot] = token;
  try {
    return body();
  } catch (error) {
    if (!(error instanceof Break) || error.label !== token) throw error;
    run.depth = depth;
    return undefined;
  } finally {
    if (saved !== undefined) frame.values[slot] = saved;
  }
}

export function compileBreak(node: NodeOf<'break'>, context: Context): Plan {
  const label = context.findLabel(node.name);
  if (label === undefined) return context.reject(`$*label-${node.name} is not defined`, node);
  const read = context.reader(label.level, label.slot);
  return maybe((_input, frame) => {
    charge(FAILURE);
    throw new Break(read(frame));
  });
}
