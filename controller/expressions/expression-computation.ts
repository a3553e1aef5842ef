import { randomUUID } from 'node:crypto';
import { BoundedMap } from '../concurrency/bounded-map.js';
import { compile, type Program } from './compile.js';
import { ExpressionError } from './runtime/evaluate.js';
import type { Json } from './values/json.js';
import { type Budget, type Usage, withSurroundings } from './values/run.js';

// The part of `evaluateInThread` that a thread does.

/** One evaluation of an expression. */
export interface ExpressionComputation {
  readonly source: string;
  /** The values of the variables that the expression reads. */
  readonly variables: Readonly<Record<string, Json>>;
  readonly budget: Budget;
  readonly input: Json;
  /** The part of the budget that was used before. */
  readonly usage: Usage;
  /** The treatment of a second output: `only` fails at it, `first` ignores it. */
  readonly take: 'only' | 'first';
  /** For `now`, in place of the machine's time, ms since the epoch. */
  readonly now?: number | undefined;
}

/** The outcome of an evaluation; the value is undefined for an expression without an output. */
export interface ExpressionOutcome {
  readonly value?: Json | undefined;
  /** The facts of an `ExpressionError`. */
  readonly failure?: Pick<ExpressionError, 'message' | 'offset' | 'kind' | 'value'>;
  /** The part of the budget that was used, this evaluation included. */
  readonly usage: Usage;
}

/** A compiled expression takes some kilobytes. */
const maxPrograms = 200;
/** By budget, variables and source. */
const programs = new BoundedMap<string, Program>(maxPrograms);

/** Evaluates an expression to its only output, or to its first one. */
export function compute({
  input,
  variables,
  usage,
  take,
  now,
  ...definition
}: ExpressionComputation): ExpressionOutcome {
  const names = Object.keys(variables);
  const program = findProgram(definition.source, names, definition.budget);
  try {
    const surroundings = now === undefined ? undefined : { now: () => now, randomId: randomUUID };
    return { value: withSurroundings(surroundings, () => program[take](input, variables, usage)), usage };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const { message, offset, kind, value } = error;
    return { failure: { message, offset, kind, ...(value === undefined ? {} : { value }) }, usage };
  }
}

function findProgram(source: string, variables: readonly string[], budget: Budget): Program {
  const key = `${Object.values(budget).join()}\n${variables.join()}\n${source}`;
  const program = programs.get(key) ?? compile(source, { variables, budget });
  // The one that was used last is the last to be replaced.
  programs.delete(key);
  programs.set(key, program);
  return program;
}
