import type { Json } from '../../json.js';
import { MORE, many, maybe, one, type Plan, STOP } from '../../runtime/plan.js';
import { charge, run } from '../../runtime/run.js';
import { members } from '../../values/access.js';

/** A built-in that decides how often, or on what, its arguments are evaluated. `at` is where the call stands. */
export type Form = (args: readonly Plan[], at: number) => Plan;
/** Forms by `name/arity`. */
export type Forms = Readonly<Record<string, Form>>;

export function unary(make: (body: Plan, at: number) => Plan): Form {
  return (args, at) => make(args[0] as Plan, at);
}

export function binary(make: (first: Plan, second: Plan, at: number) => Plan): Form {
  return (args, at) => make(args[0] as Plan, args[1] as Plan, at);
}

/** `empty`. */
export const nothing: Plan = maybe(
  () => undefined,
  () => () => MORE,
);

/** `.[]` on behalf of a built-in that stands at `at`. */
export function iterate(at: number): Plan {
  return many((input, _frame, emit) => {
    run.at = at;
    for (const value of members(input)) {
      charge(1);
      if (emit(value)) return STOP;
    }
    return MORE;
  });
}

/** A plan of one output, whose failures stand at `at`. */
export function located(at: number, value: (input: Json) => Json): Plan {
  return one((input) => {
    run.at = at;
    return value(input);
  });
}
