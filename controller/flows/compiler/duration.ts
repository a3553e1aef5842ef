import type { Json } from '../../../schemas/json.js';
import { parseDuration } from '../../library/duration.js';
import { standardError } from '../errors.js';
import type { DurationOf } from '../execution/node.js';
import type { DocumentContext } from './document.js';
import type { ExpressionCompiler } from './expressions.js';

/** An inline duration, an ISO 8601 string, or an expression that gives either. */
export function compileDuration(
  document: DocumentContext,
  expressions: ExpressionCompiler,
  value: Json,
  pointer: string,
): DurationOf {
  if (typeof value === 'string' && value.includes('${')) {
    const evaluate = expressions.expression(value, pointer, 'definition');
    return (input, scope) => {
      const computed = evaluate?.(input, scope) ?? null;
      const ms = parseDuration(computed);
      if (typeof ms === 'number') return ms;
      throw standardError('expression', {
        detail: `the duration at \`${pointer}\` ${ms.problem}`,
        instance: scope.task.reference,
      });
    };
  }
  const ms = parseDuration(value);
  if (typeof ms === 'number') return () => ms;
  document.report({
    rule: 'duration-syntax',
    pointer,
    message: `the duration ${ms.problem}`,
    hint: 'Write `PT1M30S`, or `minutes: 1` and `seconds: 30`.',
  });
  return () => 0;
}

/** A timeout: the name of one in `use.timeouts`, or one in place. */
export function compileTimeout(
  document: DocumentContext,
  expressions: ExpressionCompiler,
  value: Json | undefined,
  pointer: string,
): DurationOf | undefined {
  if (value === undefined) return undefined;
  const timeout =
    typeof value === 'string' ? document.component('timeouts', value, pointer) : { value, pointer };
  if (timeout === undefined) return undefined;
  const after =
    typeof timeout.value === 'object' && timeout.value !== null && !Array.isArray(timeout.value)
      ? timeout.value['after']
      : undefined;
  if (after !== undefined) return compileDuration(document, expressions, after, `${timeout.pointer}/after`);
  document.report({ rule: 'duration-syntax', pointer: timeout.pointer, message: 'a timeout needs `after`' });
  return undefined;
}
