import { choose, getFirst, getLast, identity, nothing, pipe } from '../runtime/combine.js';
import { type Frame, MORE, many, maybe, one, type Plan, type Signal, STOP, traced } from '../runtime/plan.js';
import { iterate } from '../runtime/trail.js';
import { compare } from '../values/compare.js';
import { describe } from '../values/dump.js';
import { type Json, toComputable, truthy } from '../values/json.js';
import { charge, fail, run } from '../values/run.js';
import { binary, type Forms, located, unary } from './form.js';
import { recurse, recurseWith, repeat } from './recursion.js';
import { walk } from './walk.js';

function first(body: Plan): Plan {
  if (body.kind !== 'many') return body;
  return maybe(getFirst(body), (input, frame, emit, trail) => {
    let signal = MORE;
    const take: typeof emit = (value, trail) => {
      signal = emit(value, trail);
      return STOP;
    };
    body.each(input, frame, take, trail);
    return signal;
  });
}

/** Tells if `condition` has an output of the truth value `expected` on some output of `source`. */
function some(source: Plan, condition: Plan, expected: boolean): Plan {
  return one((input, frame) => {
    let isAny = false;
    source.each(input, frame, (value) =>
      condition.each(value, frame, (output) => {
        isAny = truthy(output) === expected;
        return isAny ? STOP : MORE;
      }),
    );
    return isAny === expected;
  });
}

/** Returns a countdown for `limit` or `skip`, true past the count. jq subtracts, so only numbers can be counted down. */
function counter(count: Json, name: string, at: number): () => boolean {
  run.at = at;
  if (compare(count, 0) < 0) return fail(`${name} doesn't support negative count`);
  let left = toComputable(count);
  return () => {
    if (typeof left !== 'number') {
      run.at = at;
      return fail(`${describe(left)} and number (1) cannot be subtracted`);
    }
    left -= 1;
    return left < 0;
  };
}

/** The first outputs of `body`. The last of them ends it, so that nothing after it is evaluated. */
function limit(count: Plan, body: Plan, at: number): Plan {
  return traced((input, frame, emit, trail) =>
    count.each(input, frame, (item) => {
      const past = counter(item, 'limit', at);
      if (item === 0) return MORE;
      const whole = toComputable(item);
      let left = typeof whole === 'number' ? whole : 1;
      let signal = MORE;
      const take: typeof emit = (value, trail) => {
        past();
        left--;
        signal = emit(value, trail);
        return signal || (left <= 0 ? STOP : MORE);
      };
      body.each(input, frame, take, trail);
      return signal;
    }),
  );
}

function skip(count: Plan, body: Plan, at: number): Plan {
  return traced((input, frame, emit, trail) =>
    count.each(input, frame, (item) => {
      const past = counter(item, 'skip', at);
      return body.each(input, frame, (value, trail) => (past() ? emit(value, trail) : MORE), trail);
    }),
  );
}

function until(condition: Plan, next: Plan): Plan {
  if (condition.kind === 'one' && next.kind === 'one') {
    return one((input, frame) => {
      let value = input;
      while (!truthy(condition.value(value, frame))) {
        charge(1);
        value = next.value(value, frame);
      }
      return value;
    });
  }
  const loop = (value: Json, frame: Frame, emit: (value: Json) => Signal): Signal =>
    condition.each(value, frame, (done) => {
      charge(1);
      if (truthy(done)) return emit(value);
      return next.each(value, frame, (following) => loop(following, frame, emit));
    });
  return many(loop);
}

/** The input and its repeated updates, as long as `condition` holds. */
function whileTrue(condition: Plan, update: Plan): Plan {
  const guarded = choose(condition, identity, nothing);
  return pipe(guarded, recurseWith(pipe(update, guarded)));
}

function isEmpty(body: Plan): Plan {
  return one((input, frame) => {
    let empty = true;
    body.each(input, frame, () => {
      empty = false;
      return STOP;
    });
    return empty;
  });
}

/** Built-ins that select, count, end or repeat outputs. */
export const outputForms: Forms = {
  'empty/0': () => nothing,
  'error/0': (_args, at) => located(at, fail),
  'error/1': unary((message, at) => pipe(message, located(at, fail))),
  'select/1': unary((condition) => choose(condition, identity, nothing)),
  'recurse/0': () => recurse,
  'recurse/1': unary(recurseWith),
  'recurse/2': binary((step, condition) => recurseWith(pipe(step, choose(condition, identity, nothing)))),
  'first/1': unary(first),
  'last/1': unary((body) => maybe(getLast(body))),
  'isempty/1': unary(isEmpty),
  'limit/2': binary(limit),
  'skip/2': binary(skip),
  'repeat/1': unary(repeat),
  'walk/1': unary(walk),
  'while/2': binary(whileTrue),
  'until/2': binary(until),
  'any/0': (_args, at) => some(iterate(identity, at), identity, true),
  'all/0': (_args, at) => some(iterate(identity, at), identity, false),
  'any/1': unary((condition, at) => some(iterate(identity, at), condition, true)),
  'all/1': unary((condition, at) => some(iterate(identity, at), condition, false)),
  'any/2': binary((source, condition) => some(source, condition, true)),
  'all/2': binary((source, condition) => some(source, condition, false)),
};
