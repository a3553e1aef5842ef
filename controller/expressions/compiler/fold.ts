import { getLast, mapOutputs } from '../runtime/combine.js';
import { MORE, many, type Plan } from '../runtime/plan.js';
import type { Node, NodeOf } from '../syntax/ast.js';
import { Owner } from '../values/owner.js';
import { charge } from '../values/run.js';
import { type Accumulation, compileAccumulation } from './assign.js';
import { compileBinding } from './bind.js';
import type { Context } from './context.js';

export function compileReduce(node: NodeOf<'reduce'>, context: Context): Plan {
  context.program.loops = true;
  const start = context.compile(node.start);
  const binding = compileBinding(node.binding, context);
  const step = compileAccumulation(node.update, binding.inner) ?? compileStep(node.update, binding.inner);
  return mapOutputs(start, (first, input, frame) => {
    const owner = new Owner();
    let state = first;
    binding.each(input, frame, () => {
      charge(1);
      state = step(state, frame, owner);
      return MORE;
    });
    return state;
  });
}

/** Returns a function that computes the last output of an update, or null when there is none. */
function compileStep(update: Node, context: Context): Accumulation {
  const last = getLast(context.compile(update));
  return (state, frame) => last(state, frame) ?? null;
}

export function compileForeach(node: NodeOf<'foreach'>, context: Context): Plan {
  context.program.loops = true;
  const start = context.compile(node.start);
  const binding = compileBinding(node.binding, context);
  const update = binding.inner.compile(node.update);
  const extract = node.extract === undefined ? undefined : binding.inner.compile(node.extract);
  return many((input, frame, emit) =>
    start.each(input, frame, (first) => {
      let state = first;
      return binding.each(input, frame, () => {
        charge(1);
        const last = state;
        // The state after an update without outputs.
        state = null;
        return update.each(last, frame, (next) => {
          state = next;
          return extract === undefined ? emit(next) : extract.each(next, frame, emit);
        });
      });
    }),
  );
}
