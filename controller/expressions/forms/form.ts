import { one, type Plan } from '../runtime/plan.js';
import type { Json } from '../values/json.js';
import { run } from '../values/run.js';

/** A built-in that decides how often, and on what, its arguments are evaluated. `at` is the place of the call. */
export type Form = (args: readonly Plan[], at: number) => Plan;
/** Forms by `name/arity`. */
export type Forms = Readonly<Record<string, Form>>;

export function unary(make: (body: Plan, at: number) => Plan): Form {
  return (args, at) => make(args[0] as Plan, at);
}

export function binary(make: (first: Plan, second: Plan, at: number) => Plan): Form {
  return (args, at) => make(args[0] as Plan, args[1] as Plan, at);
}

/** A plan of one output whose failures are located at `at`. */
export function located(at: number, value: (input: Json) => Json): Plan {
  return one((input) => {
    run.at = at;
    return value(input);
  });
}
