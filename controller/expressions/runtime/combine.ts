import { members } from '../values/access.js';
import { type Json, truthy } from '../values/json.js';
import { allocate, charge, fail, Raised, run } from '../values/run.js';
import {
  type EachFn,
  type Emit,
  type Frame,
  MORE,
  many,
  maybe,
  type OnePlan,
  one,
  type Plan,
  type Signal,
  STOP,
  single,
  traced,
  type ValueFn,
  widest,
} from './plan.js';

/** Bytes that an item counts for. */
const ITEM = 32;

/** Compiles `map(body)`, which is `[.[] | body]`, for an expression at offset `at`. */
export function map(body: Plan, at: number): OnePlan {
  const collected = body.kind === 'many' ? body.each : undefined;
  const value = body.kind === 'many' ? undefined : body.value;
  return one((input, frame) => {
    run.at = at;
    const values = members(input);
    charge(values.length);
    const items: Json[] = [];
    if (collected !== undefined) {
      const keep: Emit = (item) => {
        allocate(ITEM);
        items.push(item);
        return MORE;
      };
      for (const member of values) collected(member, frame, keep);
    } else if (value !== undefined) {
      allocate(values.length * ITEM);
      for (let index = 0; index < values.length; index++) {
        const item = value(values[index] as Json, frame);
        if (item !== undefined) items.push(item);
      }
    }
    return items;
  });
}

/** Returns a function that puts all outputs into an array. */
export function collect(body: Plan): (input: Json, frame: Frame) => Json[] {
  if (body.kind !== 'many') {
    const { value } = body;
    return (input, frame) => {
      const item = value(input, frame);
      return item === undefined ? [] : [item];
    };
  }
  return (input, frame) => {
    charge(1);
    const items: Json[] = [];
    body.each(input, frame, (item) => {
      allocate(ITEM);
      items.push(item);
      return MORE;
    });
    return items;
  };
}

/** Returns a function that evaluates a plan up to its first output. */
export function getFirst(body: Plan): ValueFn {
  return body.kind === 'many' ? taking(body, STOP) : body.value;
}

/** Returns a function that evaluates a plan to its only output, and fails at a second one. */
export function getOnly(body: Plan): ValueFn {
  if (body.kind !== 'many') return body.value;
  return (input, frame) => {
    let only: Json | undefined;
    let hasSecond = false;
    body.each(input, frame, (value) => {
      hasSecond = only !== undefined;
      only ??= value;
      return hasSecond ? STOP : MORE;
    });
    if (hasSecond) {
      run.at = 0;
      fail(
        'the expression gives more than one result: `first(…)` takes the first, `[…]` makes a list of all',
      );
    }
    return only;
  };
}

/** Returns a function that evaluates a plan to its last output. */
export function getLast(body: Plan): ValueFn {
  return body.kind === 'many' ? taking(body, MORE) : body.value;
}

function taking({ each }: Plan, signal: typeof MORE | typeof STOP): ValueFn {
  return (input, frame) => {
    let taken: Json | undefined;
    each(input, frame, (value) => {
      taken = value;
      return signal;
    });
    return taken;
  };
}

/** `.` */
export const identity: Plan = one(
  (input) => input,
  (input, _frame, emit, trail) => emit(input, trail),
);

/** `empty` */
export const nothing = maybe(() => undefined);

/** `left | right` */
export function pipe(left: Plan, right: Plan): Plan {
  if (left === identity) return right;
  const each: EachFn = (input, frame, emit, trail) =>
    left.each(input, frame, (middle, trail) => right.each(middle, frame, emit, trail), trail);
  if (left.kind === 'many') {
    if (right.kind === 'many') return traced(each);
    const { value } = right;
    return traced((input, frame, emit, trail) => {
      if (trail !== undefined) return each(input, frame, emit, trail);
      return left.each(input, frame, (middle) => {
        const output = value(middle, frame);
        return output === undefined ? MORE : emit(output);
      });
    });
  }
  const first = left.value;
  if (right.kind === 'many') {
    return traced((input, frame, emit, trail) => {
      if (trail !== undefined) return each(input, frame, emit, trail);
      const middle = first(input, frame);
      return middle === undefined ? MORE : right.each(middle, frame, emit);
    });
  }
  const second = right.value;
  return single(
    widest(left.kind, right.kind),
    (input, frame) => {
      const middle = first(input, frame);
      return middle === undefined ? undefined : second(middle, frame);
    },
    each,
  );
}

/** `if condition then yes else no end` */
export function choose(condition: Plan, yes: Plan, no: Plan): Plan {
  if (condition.kind === 'many') {
    return traced((input, frame, emit, trail) =>
      condition.each(input, frame, (value) => (truthy(value) ? yes : no).each(input, frame, emit, trail)),
    );
  }
  const decide = condition.value;
  const each: EachFn = (input, frame, emit, trail) => {
    const decision = decide(input, frame);
    if (decision === undefined) return MORE;
    return (truthy(decision) ? yes : no).each(input, frame, emit, trail);
  };
  if (yes.kind === 'many' || no.kind === 'many') return traced(each);
  const whenTrue = yes.value;
  const whenFalse = no.value;
  return single(
    widest(condition.kind, yes.kind, no.kind),
    (input, frame) => {
      const decision = decide(input, frame);
      if (decision === undefined) return undefined;
      return truthy(decision) ? whenTrue(input, frame) : whenFalse(input, frame);
    },
    each,
  );
}

/** Replaces each output of `source` by what `change` makes of it and the input. */
export function mapOutputs(source: Plan, change: (output: Json, input: Json, frame: Frame) => Json): Plan {
  if (source.kind === 'many') {
    return many((input, frame, emit) =>
      source.each(input, frame, (output) => emit(change(output, input, frame))),
    );
  }
  const { value } = source;
  return single(source.kind, (input, frame) => {
    const output = value(input, frame);
    return output === undefined ? undefined : change(output, input, frame);
  });
}

/** Joins every output of `outer` with every output of `inner`; `outer` changes slowest. */
export function combine(
  outer: Plan,
  inner: Plan,
  join: (outer: Json, inner: Json, input: Json) => Json,
): Plan {
  if (outer.kind === 'many' || inner.kind === 'many') {
    return many((input, frame, emit) =>
      outer.each(input, frame, (a) =>
        inner.each(input, frame, (b) => {
          charge(1);
          return emit(join(a, b, input));
        }),
      ),
    );
  }
  const first = outer.value;
  const second = inner.value;
  return single(widest(outer.kind, inner.kind), (input, frame) => {
    const a = first(input, frame);
    if (a === undefined) return undefined;
    const b = second(input, frame);
    return b === undefined ? undefined : join(a, b, input);
  });
}

/** Returns a function that runs `use` with every combination of outputs of the plans; the last changes slowest. */
export function product(
  plans: readonly Plan[],
): (input: Json, frame: Frame, use: (values: Json[]) => Signal) => Signal {
  const [only] = plans;
  if (only !== undefined && plans.length === 1) {
    return (input, frame, use) => only.each(input, frame, (value) => use([value]));
  }
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

/** Runs `body` and passes an error that it raises to `recover`, unless it was raised downstream, through `pass`. */
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
    if (!within) throw error;
    return recover(caught(error, depth));
  }
}

/** Returns an error of the language as `try` sees it, at the call depth of the `try`; throws all other errors again. */
export function caught(error: unknown, depth: number): Raised {
  if (!(error instanceof Raised)) throw error;
  run.depth = depth;
  return error;
}
