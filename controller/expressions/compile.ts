import { compileNode } from './compiler/access.js';
import { type Compilation, Context } from './compiler/context.js';
import {
  type Evaluation,
  emptyFrame,
  evaluateAll,
  evaluateFirst,
  evaluateOnly,
  type SliceOver,
} from './runtime/evaluate.js';
import { Frame, type QuickRead, quickRead, staticPath } from './runtime/plan.js';
import { parse } from './syntax/parser.js';
import { ExpressionSyntaxError } from './syntax/syntax-error.js';
import type { Json } from './values/json.js';
import { type Budget, defaultBudget, type Usage } from './values/run.js';

interface CompileOptions {
  /** Names, without `$`, of the variables that callers pass. Any other free variable is an error. */
  readonly variables?: readonly string[];
  /** Limits of each evaluation, where they differ from the defaults. */
  readonly budget?: Partial<Budget>;
  /** Receives the messages of `debug` and `stderr`; without it they only pass on their input. */
  readonly debug?: (message: Json) => void;
}

type Variables = Readonly<Record<string, Json>>;

/** A compiled expression. */
export interface Program {
  /** Returns all outputs, computed on demand. Throws ExpressionError where the program fails. */
  (input: Json, variables?: Variables): Iterable<Json>;
  /**
   * Returns the first output, or undefined when there is none; this is the fast path.
   * @param usage is counted on: evaluations with the same share one budget
   */
  first(input: Json, variables?: Variables, usage?: Usage): Json | undefined;
  /**
   * As `first`, or `sliceOver` when the usage would exceed `slice`, but not the budget; `usage` is then as it was before.
   * Compiled programs cannot pause, and are pure: the caller evaluates again from the start, in a thread.
   */
  firstInSlice(input: Json, variables: Variables, usage: Usage, slice: Usage): Json | undefined | SliceOver;
  /** As `first`, but fails where there is a second output. */
  only(input: Json, variables?: Variables, usage?: Usage): Json | undefined;
  /** As `firstInSlice`, but fails where there is a second output. */
  onlyInSlice(input: Json, variables: Variables, usage: Usage, slice: Usage): Json | undefined | SliceOver;
  readonly source: string;
  /** Names of passed-in variables that the program reads. */
  readonly variables: readonly string[];
  /** False when two evaluations of the same input may differ (`now`, `localtime`, …). */
  readonly deterministic: boolean;
  readonly budget: Budget;
}

/** Fewer constructions than this, without loops, cannot multiply a value beyond reason. */
const manyConstructions = 12;

/** UTF-16 units. Compiling takes up to 2 ms for each thousand of them. */
const maxSourceLength = 64 * 1024;

/** Compiles an expression. Throws ExpressionSyntaxError, with the position, when the source is not valid. */
export function compile(source: string, options: CompileOptions = {}): Program {
  if (source.length > maxSourceLength) throw tooLarge(source);
  try {
    return compileProgram(source, options);
  } catch (error) {
    throw error instanceof RangeError ? tooLarge(source) : error;
  }
}

function tooLarge(source: string): ExpressionSyntaxError {
  return new ExpressionSyntaxError('the expression is too large', source, { at: 0, length: source.length });
}

function compileProgram(source: string, options: CompileOptions): Program {
  const facts: Compilation = {
    source,
    compileNode,
    used: new Set(),
    deterministic: true,
    constructions: 0,
    loops: false,
  };
  const names = options.variables ?? [];
  let context = new Context(facts);
  for (const name of names) context = context.bindSlot('global', name, context.slot());
  const syntax = parse(source);
  const plan = context.compile(syntax);
  const used = names.flatMap((name, slot) => (facts.used.has(name) ? [{ name, slot }] : []));
  const evaluation: Evaluation = {
    plan,
    amplifies: facts.constructions > (facts.loops ? 0 : manyConstructions),
    budget: { ...defaultBudget, ...options.budget },
    debug: options.debug,
  };
  const path = staticPath(syntax);
  const open = context.hasSlots ? (variables?: Variables) => openFrame(used, variables) : () => emptyFrame;
  const evaluate = evaluateFirst(evaluation);
  const first = (input: Json, variables?: Variables, usage?: Usage, slice?: Usage) =>
    evaluate(input, open(variables), usage, slice);
  const quickest = path === undefined ? first : preferring(quickRead(path), first);
  const evaluateSingle = plan.kind === 'many' ? evaluateOnly(evaluation) : undefined;
  const only: First =
    evaluateSingle === undefined
      ? quickest
      : (input, variables, usage, slice) => evaluateSingle(input, open(variables), usage, slice);
  const all = (input: Json, variables?: Variables) => evaluateAll(evaluation, input, open(variables));
  return Object.assign(all, {
    // Without a slice, no evaluation ends with one.
    first: quickest as Program['first'],
    firstInSlice: quickest,
    only: only as Program['only'],
    onlyInSlice: only,
    source,
    variables: used.map(({ name }) => name),
    deterministic: facts.deterministic,
    budget: evaluation.budget,
  });
}

function openFrame(used: readonly { name: string; slot: number }[], variables: Variables = {}): Frame {
  const frame = new Frame(undefined, []);
  for (const { name, slot } of used) {
    frame.values[slot] = Object.hasOwn(variables, name) ? (variables[name] as Json) : null;
  }
  return frame;
}

type First = (
  input: Json,
  variables?: Variables,
  usage?: Usage,
  slice?: Usage,
) => Json | undefined | SliceOver;

function preferring(quick: QuickRead, slow: First): First {
  return (input, _variables, usage, slice) => {
    const value = quick(input);
    return value === undefined ? slow(input, undefined, usage, slice) : value;
  };
}
