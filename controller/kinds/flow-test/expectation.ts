import type { Json } from '../../../schemas/json/types.js';
import { isEqual, isObject, pointerTo } from '../../../schemas/json/values.js';
import { createSharedBudget, type SharedBudget } from '../../expressions/index.js';
import { interpolation } from '../../flows/index.js';
import { type CompileFinding, TransformError } from '../compile/compilation.js';
import { compileExpression, evaluate } from '../compile/expression.js';

/** A place at which a value is not as expected. */
export interface Mismatch {
  /** JSON pointer of the expectation in the definition. */
  readonly pointer: string;
  /** JSON pointer of the place in the value; empty for all of it. */
  readonly path: string;
  /** Undefined for a member that must not be there. */
  readonly expected: Json | undefined;
  /** Undefined for a member that is missing. */
  readonly actual: Json | undefined;
  /** The reason in words, where the two values do not tell. */
  readonly reason?: string;
}

/** Compares a value with what is expected of it; undefined for a value that is not there. */
export type Expectation = (actual: Json | undefined) => Promise<Mismatch[]>;

/** Mismatches of one expectation. */
const maxMismatches = 20;

interface Comparing {
  readonly shared: SharedBudget;
  readonly mismatches: Mismatch[];
}

type Compare = (actual: Json | undefined, path: string, comparing: Comparing) => Promise<void>;

/**
 * Compiles an expected value. A text that is one `${ }` expression is jq over the value in its place, which must be true.
 * @param isExact true where objects must not have members that the expectation lacks
 */
export function compileExpectation(
  expected: Json,
  pointer: string,
  findings: CompileFinding[],
  isExact = false,
): Expectation {
  const compare = compileCompare(expected, pointer, findings, isExact);
  return async (actual) => {
    const comparing: Comparing = { shared: createSharedBudget(), mismatches: [] };
    await compare(actual, '', comparing);
    return comparing.mismatches;
  };
}

function compileCompare(
  expected: Json,
  pointer: string,
  findings: CompileFinding[],
  isExact: boolean,
): Compare {
  if (Array.isArray(expected)) return compileList(expected, pointer, findings, isExact);
  if (isObject(expected)) {
    const members = Object.entries(expected).map(([name, value]) => ({
      name,
      pointer: pointerTo(pointer, name),
      compare: compileCompare(value, pointerTo(pointer, name), findings, isExact),
    }));
    const names = new Set(Object.keys(expected));
    return async (actual, path, comparing) => {
      if (!isObject(actual)) return note(comparing, { pointer, path, expected, actual });
      for (const { name, compare } of members)
        await compare(
          Object.hasOwn(actual, name) ? actual[name] : undefined,
          pointerTo(path, name),
          comparing,
        );
      if (!isExact) return;
      for (const name of Object.keys(actual))
        if (!names.has(name))
          note(comparing, {
            pointer,
            path: pointerTo(path, name),
            expected: undefined,
            actual: actual[name],
          });
    };
  }
  const condition = typeof expected === 'string' ? compileCondition(expected, pointer, findings) : undefined;
  return async (actual, path, comparing) => {
    const place = { pointer, path, expected, actual };
    if (condition === undefined) {
      if (actual === undefined || !isEqual(actual, expected)) note(comparing, place);
      return;
    }
    const reason = await condition(actual ?? null, comparing.shared);
    if (reason !== undefined) note(comparing, { ...place, reason });
  };
}

/** A list has the same number of items, each as expected. */
function compileList(
  expected: Json[],
  pointer: string,
  findings: CompileFinding[],
  isExact: boolean,
): Compare {
  const items = expected.map((item, index) =>
    compileCompare(item, pointerTo(pointer, index), findings, isExact),
  );
  return async (actual, path, comparing) => {
    if (!Array.isArray(actual)) return note(comparing, { pointer, path, expected, actual });
    if (actual.length !== items.length) {
      const reason = `the list has ${actual.length} ${actual.length === 1 ? 'item' : 'items'}, not ${items.length}`;
      return note(comparing, { pointer, path, expected, actual, reason });
    }
    for (const [index, compare] of items.entries())
      await compare(actual[index], pointerTo(path, index), comparing);
  };
}

/**
 * Compiles a text that is one `${ }` expression; undefined for any other text. The condition returns the reason why it does not
 * hold.
 */
export function compileCondition(
  text: string,
  pointer: string,
  findings: CompileFinding[],
): ((input: Json, shared: SharedBudget) => Promise<string | undefined>) | undefined {
  if (!text.includes('${')) return undefined;
  const { parts, whole, unclosed } = interpolation(text);
  if (unclosed !== undefined) {
    const finding = { rule: 'jq-syntax', severity: 'error', pointer, offset: unclosed } as const;
    findings.push({ ...finding, message: '`${` is never closed', hint: 'Close it with `}`.' });
    return undefined;
  }
  const expression = parts.find(({ kind }) => kind === 'expression');
  if (!whole || expression?.kind !== 'expression') return undefined;
  const own: CompileFinding[] = [];
  const program = compileExpression(expression.source, pointer, own);
  findings.push(...own.map((each) => ({ ...each, offset: (each.offset ?? 0) + expression.offset })));
  return async (input, shared) => {
    if (program === undefined) return 'the expression does not compile';
    try {
      const result = await evaluate(program, input, shared);
      if (result === true) return undefined;
      return result === false || result === null
        ? `the condition is ${result}`
        : 'the condition gives a value that is neither true nor false';
    } catch (error) {
      if (!(error instanceof TransformError)) throw error;
      return `the condition fails: ${error.message}`;
    }
  };
}

function note({ mismatches }: Comparing, mismatch: Mismatch): void {
  if (mismatches.length < maxMismatches) mismatches.push(mismatch);
}
