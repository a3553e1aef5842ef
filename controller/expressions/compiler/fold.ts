import type { Json } from '../json.js';
import { type Frame, MORE, many, type Plan, single } from '../runtime/plan.js';
import { charge } from '../runtime/run.js';
import type { NodeOf } from '../syntax/ast.js';
import { compileAccumulation } from './accumulate.js';
import { compileBinding } from './bind.js';
import type { Context } from './context.js';
import type { Scope } from './scope.js';

/** The last output of `update`, null when it has none. */
function lastOf(update: Plan): (input: Json, frame: Frame) => Json {
  if (update.kind === 'one') return update.value;
  if (update.kind === 'maybe') {
    const { value } = update;
    return (input, frame) => value(input, frame) ?? null;
  }
  const { each } = update;
  return (input, frame) => {
    let last: Json = null;
    each(input, frame, (value) => {
      last = value;
      return MORE;
    });
    return last;
  };
}

function always<T>(value: T): () => T {
  return () => value;
}

export function compileReduce(node: NodeOf<'reduce'>, scope: Scope, context: Context): Plan {
  context.facts.loops = true;
  const start = context.compile(node.start, scope);
  const binding = compileBinding(node.binding, scope, context);
  const accumulation = compileAccumulation(node.update, binding.scope, context);
  const open = accumulation ?? always(lastOf(context.compile(node.update, binding.scope)));
  const fold = (input: Json, frame: Frame, first: Json): Json => {
    const step = open();
    let state = first;
    binding.each(input, frame, () => {
      charge(1);
      state = step(state, frame);
      return MORE;
    });
    return state;
  };
  if (start.kind === 'many') {
    return many((input, frame, emit) => start.each(input, frame, (first) => emit(fold(input, frame, first))));
  }
  const { value } = start;
  return single(start.kind, (input, frame) => {
    const first = value(input, frame);
    return first === undefined ? undefined : fold(input, frame, first);
  });
}

export function compileForeach(node: NodeOf<'foreach'>, scope: Scope, context: Context): Plan {
  context.facts.loops = true;
  const start = context.compile(node.start, scope);
  const binding = compileBinding(node.binding, scope, context);
  const update = context.compile(node.update, binding.scope);
  const extract = node.extract === undefined ? undefined : context.compile(node.extract, binding.scope);
  return many((input, frame, emit) =>
    start.each(input, frame, (first) => {
      let state = first;
      return binding.each(input, frame, () => {
        charge(1);
        const last = state;
        // What an update without outputs leaves.
        state = null;
        return update.each(last, frame, (next) => {
          state = next;
          return extract === undefined ? emit(next) : extract.each(next, frame, emit);
        });
      });
    }),
  );
}
