import { type Json, truthy } from '../json.js';
import {
  type Frame,
  MORE,
  many,
  maybe,
  NOWHERE,
  type PathFn,
  type Plan,
  type Signal,
  single,
  type ValueFn,
  widest,
} from '../runtime/plan.js';
import { Break, charge, FAILURE, Raised, run } from '../runtime/run.js';
import type { NodeOf } from '../syntax/ast.js';
import { identity } from './basic.js';
import type { Context } from './context.js';
import { bind, findLabel, type Scope } from './scope.js';

export function compileIf(node: NodeOf<'if'>, scope: Scope, context: Context, tail: boolean): Plan {
  const condition = context.compile(node.condition, scope);
  const inTail = tail && condition.kind !== 'many';
  const yes = context.compile(node.yes, scope, inTail);
  const no = node.no === undefined ? identity : context.compile(node.no, scope, inTail);
  return choose(condition, yes, no);
}

export function choose(condition: Plan, yes: Plan, no: Plan): Plan {
  const paths = (): PathFn => {
    const yesPaths = yes.paths();
    const noPaths = no.paths();
    return (input, trail, frame, emit) =>
      condition.each(input, frame, (value) =>
        (truthy(value) ? yesPaths : noPaths)(input, trail, frame, emit),
      );
  };
  if (condition.kind === 'many') {
    return many(
      (input, frame, emit) =>
        condition.each(input, frame, (value) => (truthy(value) ? yes : no).each(input, frame, emit)),
      paths,
    );
  }
  const { value } = condition;
  if (yes.kind !== 'many' && no.kind !== 'many') {
    const whenTrue = yes.value;
    const whenFalse = no.value;
    return single(
      widest(condition.kind, yes.kind, no.kind) as 'one' | 'maybe',
      (input, frame) => {
        const decision = value(input, frame);
        if (decision === undefined) return undefined;
        return truthy(decision) ? whenTrue(input, frame) : whenFalse(input, frame);
      },
      paths,
    );
  }
  return many((input, frame, emit) => {
    const decision = value(input, frame);
    if (decision === undefined) return MORE;
    return truthy(decision) ? yes.each(input, frame, emit) : no.each(input, frame, emit);
  }, paths);
}

/** `a // b`: the truthy outputs of `a` or, when there are none, `b`. */
export function compileAlternative(
  node: NodeOf<'alternative'>,
  scope: Scope,
  context: Context,
  tail: boolean,
): Plan {
  const left = context.compile(node.left, scope);
  const right = context.compile(node.right, scope, tail);
  const paths = (): PathFn => {
    const leftPaths = left.paths();
    const rightPaths = right.paths();
    return (input, trail, frame, emit) => {
      let found = false;
      const signal = leftPaths(input, trail, frame, (value, way) => {
        if (!truthy(value)) return MORE;
        found = true;
        return emit(value, way);
      });
      return found ? signal : rightPaths(input, trail, frame, emit);
    };
  };
  if (left.kind !== 'many' && right.kind !== 'many') {
    const first = left.value;
    const second = right.value;
    return single(
      right.kind,
      (input, frame) => {
        const value = first(input, frame);
        return value !== undefined && truthy(value) ? value : second(input, frame);
      },
      paths,
    );
  }
  return many((input, frame, emit) => {
    let found = false;
    const signal = left.each(input, frame, (value) => {
      if (!truthy(value)) return MORE;
      found = true;
      return emit(value);
    });
    return found ? signal : right.each(input, frame, emit);
  }, paths);
}

/** The value, or nothing when it fails. */
function quiet(value: ValueFn): ValueFn {
  return (input, frame) => {
    const { depth } = run;
    try {
      return value(input, frame);
    } catch (error) {
      if (!(error instanceof Raised)) throw error;
      run.depth = depth;
      return undefined;
    }
  };
}

/**
 * Runs `body`, handing an error it raises to `recover`. What the body passes on runs through `pass`, for
 * errors raised there, downstream, are not the body's.
 */
export function guard(
  body: (pass: (downstream: () => Signal) => Signal) => Signal,
  recover: (error: Raised) => Signal,
): Signal {
  const { depth } = run;
  charge(2);
  let within = true;
  try {
    return body((downstream) => {
      within = false;
      const signal = downstream();
      within = true;
      return signal;
    });
  } catch (error) {
    if (!within || !(error instanceof Raised)) throw error;
    run.depth = depth;
    return recover(error);
  }
}

export function compileTry(node: NodeOf<'try'>, scope: Scope, context: Context): Plan {
  const body = context.compile(node.body, scope);
  const handler = node.handler === undefined ? undefined : context.compile(node.handler, scope);
  const paths = () => tryPaths(body.paths(), handler?.paths());
  if (body.kind === 'many' || handler?.kind === 'many') {
    return many(
      (input, frame, emit) =>
        guard(
          (pass) => body.each(input, frame, (value) => pass(() => emit(value))),
          (error) => (handler === undefined ? MORE : handler.each(error.value, frame, emit)),
        ),
      paths,
    );
  }
  if (handler === undefined) return maybe(quiet(body.value), paths);
  const { value } = body;
  const recover = handler.value;
  return single(
    widest(body.kind, handler.kind) as 'one' | 'maybe',
    (input, frame) => {
      const { depth } = run;
      try {
        return value(input, frame);
      } catch (error) {
        if (!(error instanceof Raised)) throw error;
        run.depth = depth;
        return recover(error.value, frame);
      }
    },
    paths,
  );
}

function tryPaths(body: PathFn, handler: PathFn | undefined): PathFn {
  return (input, trail, frame, emit) =>
    guard(
      (pass) => body(input, trail, frame, (value, way) => pass(() => emit(value, way))),
      (error) => (handler === undefined ? MORE : handler(error.value, NOWHERE, frame, emit)),
    );
}

export function compileLabel(node: NodeOf<'label'>, scope: Scope, context: Context): Plan {
  const slot = context.slot();
  const inner = bind(scope, { type: 'label', name: node.name, level: context.level, slot });
  const body = context.compile(node.body, inner);
  const paths = (): PathFn => {
    const bodyPaths = body.paths();
    return (input, trail, frame, emit) =>
      labelled(slot, frame, MORE, () => bodyPaths(input, trail, frame, emit));
  };
  if (body.kind === 'many') {
    return many(
      (input, frame, emit) => labelled(slot, frame, MORE, () => body.each(input, frame, emit)),
      paths,
    );
  }
  const { value } = body;
  return maybe((input, frame) => labelled(slot, frame, undefined, () => value(input, frame)), paths);
}

/** Runs `body` under a label token of its own; `broken` is what a `break` to it leaves. */
function labelled<T>(slot: number, frame: Frame, broken: T, body: () => T): T {
  const { depth } = run;
  const saved = frame.values[slot];
  const token: Json = [];
  frame.values[slot] = token;
  try {
    return body();
  } catch (error) {
    if (!(error instanceof Break) || error.label !== token) throw error;
    run.depth = depth;
    return broken;
  } finally {
    if (saved !== undefined) frame.values[slot] = saved;
  }
}

export function compileBreak(node: NodeOf<'break'>, scope: Scope, context: Context): Plan {
  const label = findLabel(scope, node.name);
  if (label === undefined) return context.reject(`$*label-${node.name} is not defined`, node);
  const read = context.reader(label.level, label.slot);
  return maybe((_input, frame) => {
    charge(FAILURE);
    throw new Break(read(frame));
  });
}
