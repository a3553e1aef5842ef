import type { Json } from '../../../schemas/json/types.js';
import { compile, ExpressionError, ExpressionSyntaxError, type Program } from '../../expressions/index.js';
import { type CompileFinding, TransformError } from './compilation.js';

/** Compiles an expression that sees its input only; reports a syntax error and returns undefined. */
export function compileExpression(
  source: string,
  pointer: string,
  findings: CompileFinding[],
): Program | undefined {
  try {
    return compile(source);
  } catch (error) {
    if (!(error instanceof ExpressionSyntaxError || error instanceof RangeError)) throw error;
    const offset = error instanceof ExpressionSyntaxError ? error.offset : 0;
    const hint = hintFor(source, error);
    findings.push({
      rule: 'jq-syntax',
      severity: 'error',
      pointer,
      offset,
      message: error.message,
      ...(hint === undefined ? {} : { hint }),
    });
    return undefined;
  }
}

function hintFor(source: string, error: ExpressionSyntaxError | RangeError): string | undefined {
  if (source.trimStart().startsWith('${')) return 'Write the expression alone, without `${` and `}`.';
  return error instanceof ExpressionSyntaxError ? error.hint : undefined;
}

/** Returns the first output, or null when there is none. @throws TransformError (expression) */
export function evaluate(program: Program, input: Json): Json {
  try {
    return program.first(input) ?? null;
  } catch (error) {
    // A stack overflow inside an expression is the expression's fault.
    if (!(error instanceof ExpressionError || error instanceof RangeError)) throw error;
    throw new TransformError('expression', error.message, { cause: error });
  }
}
