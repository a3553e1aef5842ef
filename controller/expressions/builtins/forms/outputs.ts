import { identity, pipe } from '../../compiler/basic.js';
import { choose } from '../../compiler/control.js';
import { type Json, truthy } from '../../json.js';
import { type Frame, MORE, many, maybe, one, type Plan, type Signal, STOP } from '../../runtime/plan.js';
import { charge, fail, run } from '../../runtime/run.js';
import { compare } from '../../values/compare.js';
import { describe } from '../../values/dump.js';
import { recurse, recurseWith, repeat } from '../recursion.js';
import { walk } from '../walk.js';
import { binary, type Forms, iterate, located, nothing, unary } from './form.js';

export function first(body: Plan): Plan {
  if (body.kind !== 'many') return body;
  return maybe(
    (input, frame) => {
      let found: Json | undefined;
      body.each(input, frame, (value) => {
        found = value;
        return STOP;
      });
      return found;
    },
    () => {
      const paths = body.paths();
      return (input, trail, frame, emit) => {
        let signal: Signal = MORE;
        paths(input, trail, frame, (value, way) => {
          signal = emit(value, way);
          return STOP;
        });
        return signal;
      };
    },
  );
}

/** Is the truth of some output of `condition`, on the outputs of `source`, `wanted`? */
function some(source: Plan, condition: Plan, wanted: boolean): Plan {
  return one((input, frame) => {
    let found = false;
    source.each(input, frame, (value) =>
      condition.each(value, frame, (output) => {
        found = truthy(output) === wanted;
        return found ? STOP : MORE;
      }),
    );
    return found === wanted;
  });
}

/** Counts an item and tells whether it is past the count. */
type Counter = () => boolean;

/** A counter down from what `limit` or `skip` is given; jq subtracts from it, which only numbers allow. */
function counter(count: Json, name: string, at: number): Counter {
  run.at = at;
  if (compare(count, 0) < 0) return fail(`${name} doesn't support negative count`);
  let left = count;
  return () => {
    if (typeof left !== 'number') {
      run.at = at;
      return fail(`${describe(left)} and number (1) cannot be subtracted`);
    }
    left -= 1;
    return left < 0;
  };
}

/** The first outputs of `body`; the last one wanted ends it, so that nothing after it is evaluated. */
function limit(count: Plan, body: Plan, at: number): Plan {
  const cut = (wanted: Json, each: (emit: (pass: () => Signal) => Signal) => Signal): Signal => {
    const past = counter(wanted, 'limit', at);
    if (wanted === 0) return MORE;
    let left = typeof wanted === 'number' ? wanted : 1;
    let stopped: Signal = MORE;
    each((pass) => {
      past();
      left--;
      stopped = pass();
      return stopped || (left <= 0 ? STOP : MORE);
    });
    return stopped;
  };
  return many(
    (input, frame, emit) =>
      count.each(input, frame, (wanted) =>
        cut(wanted, (take) => body.each(input, frame, (value) => take(() => emit(value)))),
      ),
    () => {
      const paths = body.paths();
      return (input, trail, frame, emit) =>
        count.each(input, frame, (wanted) =>
          cut(wanted, (take) => paths(input, trail, frame, (value, way) => take(() => emit(value, way)))),
        );
    },
  );
}

function skip(count: Plan, body: Plan, at: number): Plan {
  return many(
    (input, frame, emit) =>
      count.each(input, frame, (wanted) => {
        const past = counter(wanted, 'skip', at);
        return body.each(input, frame, (value) => (past() ? emit(value) : MORE));
      }),
    () => {
      const paths = body.paths();
      return (input, trail, frame, emit) =>
        count.each(input, frame, (wanted) => {
          const past = counter(wanted, 'skip', at);
          return paths(input, trail, frame, (value, way) => (past() ? emit(value, way) : MORE));
        });
    },
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

/** The input and what `update` makes of it, for as long as `condition` holds. */
function whileTrue(condition: Plan, update: Plan): Plan {
  const guarded = choose(condition, identity, nothing);
  return pipe(guarded, recurseWith(pipe(update, guarded)));
}

/** The last output. */
function last(body: Plan): Plan {
  return maybe((input, frame) => {
    let found: Json | undefined;
    body.each(input, frame, (value) => {
      found = value;
      return MORE;
    });
    return found;
  });
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

/** What chooses among, counts, ends or repeats outputs. */
export const outputForms: Forms = {
  'empty/0': () => nothing,
  'error/0': (_args, at) => located(at, fail),
  'error/1': unary((message, at) => pipe(message, located(at, fail))),
  'select/1': unary((condition) => choose(condition, identity, nothing)),
  'recurse/0': () => recurse,
  'recurse/1': unary(recurseWith),
  'recurse/2': binary((step, condition) => recurseWith(pipe(step, choose(condition, identity, nothing)))),
  'first/1': unary(first),
  'last/1': unary(last),
  'isempty/1': unary(isEmpty),
  'limit/2': binary(limit),
  'skip/2': binary(skip),
  'repeat/1': unary(repeat),
  'walk/1': unary(walk),
  'while/2': binary(whileTrue),
  'until/2': binary(until),
  'any/0': (_args, at) => some(iterate(at), identity, true),
  'all/0': (_args, at) => some(iterate(at), identity, false),
  'any/1': unary((condition, at) => some(iterate(at), condition, true)),
  'all/1': unary((condition, at) => some(iterate(at), condition, false)),
  'any/2': binary((source, condition) => some(source, condition, true)),
  'all/2': binary((source, condition) => some(source, condition, false)),
};
