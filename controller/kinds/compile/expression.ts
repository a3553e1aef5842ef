import type { Json } from '../../../schemas/json/types.js';
import type { Eventual } from '../../concurrency/computing.js';
import {
  compile,
  createSharedBudget,
  ExpressionError,
  ExpressionSyntaxError,
  evaluateInSlices,
  type Program,
  severalResults,
  suspicions,
} from '../../expressions/index.js';
import { foreignSyntax } from '../../flows/index.js';
import { type CompileFinding, TransformError } from './compilation.js';

/** Compiles an expression that sees its input only; reports a syntax error and returns undefined. */
export function compileExpression(
  source: string,
  pointer: string,
  findings: CompileFinding[],
): Program | undefined {
  try {
    const program = compile(source);
    for (const { offset, fails, ...said } of suspicions(source)) {
      findings.push({ rule: 'jq-syntax', severity: fails ? 'error' : 'warning', pointer, offset, ...said });
    }
    const several = severalResults(source);
    if (several) findings.push({ rule: 'several-results', severity: 'error', pointer, ...several });
    return program;
  } catch (error) {
    if (!(error instanceof ExpressionSyntaxError)) throw error;
    const { offset, message } = error;
    const isWrapped = source.trimStart().startsWith('${');
    const alone = 'Write the expression alone, without `${` and `}`.';
    const hint = isWrapped
      ? alone
      : message.startsWith('$')
        ? noVariables
        : (error.hint ?? foreignSyntax(source, offset));
    const finding = { rule: 'jq-syntax', severity: 'error', pointer, offset, message } as const;
    findings.push(hint === undefined ? finding : { ...finding, hint });
    return undefined;
  }
}

const noVariables = 'The expression has no variables: write `.` for its input, and `.name` for a member.';

/**
 * Evaluates an expression without variables to its only output, null when there is none; gives a promise when its slice
 * of the event loop was used up. @throws TransformError (expression)
 */
export function evaluate(program: Program, input: Json, shared = createSharedBudget()): Eventual<Json> {
  try {
    const value = evaluateInSlices(program, input, shared);
    return value instanceof Promise ? value.then((output) => output ?? null, failTransform) : (value ?? null);
  } catch (error) {
    return failTransform(error);
  }
}

function failTransform(error: unknown): never {
  if (!(error instanceof ExpressionError)) throw error;
  throw new TransformError('expression', error.message, { cause: error });
}
