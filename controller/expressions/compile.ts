import { Context, type ProgramFacts } from './compiler/context.js';
import { compileNode } from './compiler/nodes.js';
import { bind, type Scope } from './compiler/scope.js';
import { type QuickRead, quickRead, staticPath } from './compiler/static-path.js';
import { ExpressionSyntaxError } from './errors.js';
import type { Json } from './json.js';
import { type Budget, defaultBudget } from './runtime/budget.js';
import { EMPTY_FRAME, type Evaluation, evaluateAll, evaluateFirst } from './runtime/evaluate.js';
import { Frame } from './runtime/plan.js';
import { parse } from './syntax/parser.js';

export interface CompileOptions {
  /** Names, without `$`, of the variables that callers will pass. Any other free variable is an error. */
  readonly variables?: readonly string[];
  /** Limits of each evaluation, where they differ from the defaults. */
  readonly budget?: Partial<Budget>;
  /** Receives what `debug` and `stderr` are given; without it they only pass their input on. */
  readonly debug?: (message: Json) => void;
}

/** A compiled expression. */
export interface Program {
  /** All outputs, computed as they are asked for. Throws ExpressionError where the program fails. */
  (input: Json, variables?: Readonly<Record<string, Json>>): Iterable<Json>;
  /** The first output, or undefined when there is none; the fast path. */
  first(input: Json, variables?: Readonly<Record<string, Json>>): Json | undefined;
  readonly source: string;
  /** Names of passed-in variables that the program really uses. */
  readonly variables: readonly string[];
  /** False when two evaluations of the same input may differ (`now`, `localtime`, …). */
  readonly deterministic: boolean;
}

/** Without loops, fewer containers than this cannot multiply a value beyond reason. */
const MANY_CONSTRUCTIONS = 12;

type Variables = Readonly<Record<string, Json>>;

const NO_VARIABLES: Variables = {};

/** Compiles an expression. Throws ExpressionSyntaxError, with the position, when it cannot be. */
export function compile(source: string, options: CompileOptions = {}): Program {
  try {
    return compileProgram(source, options);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ExpressionSyntaxError('the expression is too large', source, 0, source.length);
  }
}

function compileProgram(source: string, options: CompileOptions): Program {
  const facts: ProgramFacts = {
    source,
    used: new Set(),
    deterministic: true,
    constructions: 0,
    loops: false,
  };
  const context = new Context(facts, 0, compileNode);
  const names = options.variables ?? [];
  let scope: Scope = null;
  for (const name of names) scope = bind(scope, { type: 'global', name, slot: context.slot() });
  const syntax = parse(source);
  const plan = context.compile(syntax, scope);
  const used = names.flatMap((name, slot) => (facts.used.has(name) ? [{ name, slot }] : []));
  const evaluation: Evaluation = {
    plan,
    amplifies: facts.constructions > (facts.loops ? 0 : MANY_CONSTRUCTIONS),
    budget: { ...defaultBudget, ...options.budget },
    debug: options.debug,
  };
  const open = context.hasSlots ? (variables: Variables) => openFrame(used, variables) : () => EMPTY_FRAME;

  const path = staticPath(syntax);
  const first = (input: Json, variables = NO_VARIABLES) => evaluateFirst(evaluation, input, open(variables));
  const program = (input: Json, variables = NO_VARIABLES) => evaluateAll(evaluation, input, open(variables));
  return Object.assign(program, {
    first: path === undefined ? first : preferring(quickRead(path), first),
    source,
    variables: used.map(({ name }) => name),
    deterministic: facts.deterministic,
  });
}

function openFrame(used: readonly { name: string; slot: number }[], variables: Variables): Frame {
  const frame = new Frame(undefined, []);
  for (const { name, slot } of used) {
    frame.values[slot] = Object.hasOwn(variables, name) ? (variables[name] as Json) : null;
  }
  return frame;
}

function preferring(
  quick: QuickRead,
  slow: (input: Json) => Json | undefined,
): (input: Json) => Json | undefined {
  return (input) => {
    const value = quick(input);
    return value === undefined ? slow(input) : value;
  };
}
