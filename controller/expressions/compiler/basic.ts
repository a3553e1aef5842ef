import type { Json } from '../json.js';
import {
  type EachFn,
  type Frame,
  MORE,
  many,
  one,
  type PathFn,
  type Plan,
  type Signal,
  single,
  widest,
} from '../runtime/plan.js';
import { charge, noted, run } from '../runtime/run.js';
import type { NodeOf } from '../syntax/ast.js';
import type { Context } from './context.js';
import { nearest } from './nearest.js';
import { findVariable, type Scope } from './scope.js';

export const identity: Plan = one(
  (input) => input,
  () => (input, trail, _frame, emit) => emit(input, trail),
);

export function compileLiteral(node: NodeOf<'literal'>): Plan {
  const { value } = node;
  if (typeof value === 'number' && !Number.isFinite(value)) return one(() => noted(value));
  return one(() => value);
}

export function compileLocation(node: NodeOf<'location'>): Plan {
  return one(() => ({ file: '<top-level>', line: node.line }));
}

export function compileVariable(node: NodeOf<'variable'>, scope: Scope, context: Context): Plan {
  const binding = findVariable(scope, node.name);
  if (binding === undefined) {
    if (node.name === 'ENV') context.reject('`$ENV` is not available in expressions', node);
    const hint = nearest(node.name, visibleVariables(scope));
    const suggestion = hint === undefined ? undefined : `did you mean \`$${hint}\`?`;
    return context.reject(`$${node.name} is not defined`, node, suggestion);
  }
  if (binding.type === 'global') context.facts.used.add(node.name);
  const level = binding.type === 'global' ? 0 : binding.level;
  const read = context.reader(level, binding.slot);
  return one((_input, frame) => read(frame));
}

function visibleVariables(scope: Scope): string[] {
  const names: string[] = [];
  for (let place = scope; place !== null; place = place.outer) {
    if (place.binding.type === 'variable' || place.binding.type === 'global') names.push(place.binding.name);
  }
  return names;
}

export function compilePipe(node: NodeOf<'pipe'>, scope: Scope, context: Context, tail: boolean): Plan {
  const left = context.compile(node.left, scope);
  const right = context.compile(node.right, scope, tail && left.kind !== 'many');
  return pipe(left, right);
}

export function pipe(left: Plan, right: Plan): Plan {
  const paths = () => pipePaths(left.paths(), right.paths());
  if (left.kind === 'many') return many(pipeMany(left.each, right), paths);
  const { value } = left;
  if (right.kind === 'many') {
    const { each } = right;
    return many((input, frame, emit) => {
      const middle = value(input, frame);
      return middle === undefined ? MORE : each(middle, frame, emit);
    }, paths);
  }
  const then = right.value;
  if (left.kind === 'one') {
    const first = left.value;
    return single(right.kind, (input, frame) => then(first(input, frame), frame), paths);
  }
  return single(
    'maybe',
    (input, frame) => {
      const middle = value(input, frame);
      return middle === undefined ? undefined : then(middle, frame);
    },
    paths,
  );
}

function pipeMany(left: EachFn, right: Plan): EachFn {
  if (right.kind === 'many') {
    const { each } = right;
    return (input, frame, emit) => left(input, frame, (middle) => each(middle, frame, emit));
  }
  const { value } = right;
  return (input, frame, emit) =>
    left(input, frame, (middle) => {
      const output = value(middle, frame);
      return output === undefined ? MORE : emit(output);
    });
}

function pipePaths(left: PathFn, right: PathFn): PathFn {
  return (input, trail, frame, emit) =>
    left(input, trail, frame, (middle, way) => right(middle, way, frame, emit));
}

export function compileComma(node: NodeOf<'comma'>, scope: Scope, context: Context, tail: boolean): Plan {
  const left = context.compile(node.left, scope);
  const right = context.compile(node.right, scope, tail);
  return many(
    (input, frame, emit) => {
      charge(1);
      return left.each(input, frame, emit) || right.each(input, frame, emit);
    },
    () => {
      const first = left.paths();
      const second = right.paths();
      return (input, trail, frame, emit) =>
        first(input, trail, frame, emit) || second(input, trail, frame, emit);
    },
  );
}

/** Every combination of an output of `outer` with one of `inner`; `outer` changes slowest. */
export function combine(outer: Plan, inner: Plan, join: (outer: Json, inner: Json) => Json): Plan {
  if (outer.kind === 'many' || inner.kind === 'many') {
    return many((input, frame, emit) =>
      outer.each(input, frame, (a) =>
        inner.each(input, frame, (b) => {
          charge(1);
          return emit(join(a, b));
        }),
      ),
    );
  }
  const first = outer.value;
  const second = inner.value;
  if (outer.kind === 'one' && inner.kind === 'one') {
    return one((input, frame) => {
      const a = first(input, frame) as Json;
      return join(a, second(input, frame) as Json);
    });
  }
  return single(widest(outer.kind, inner.kind) as 'maybe', (input, frame) => {
    const a = first(input, frame);
    if (a === undefined) return undefined;
    const b = second(input, frame);
    return b === undefined ? undefined : join(a, b);
  });
}

/** Runs `use` with every combination of outputs of the plans; the last plan changes slowest. */
export function product(
  plans: readonly Plan[],
): (input: Json, frame: Frame, use: (values: Json[]) => Signal) => Signal {
  return (input, frame, use) => {
    const values: Json[] = new Array(plans.length);
    const step = (index: number): Signal => {
      const plan = plans[index];
      if (plan === undefined) return use(values);
      return plan.each(input, frame, (value) => {
        run.steps++;
        values[index] = value;
        return step(index - 1);
      });
    };
    return step(plans.length - 1);
  };
}
