import type { Json } from '../../../schemas/json/types.js';
import { parseDuration, suggestDuration } from '../../flows/index.js';
import type { CompileFinding } from './compilation.js';

/** Returns the milliseconds of a duration field; undefined when it is left out or reported as wrong. */
export function durationField(
  value: Json | undefined,
  pointer: string,
  findings: CompileFinding[],
): number | undefined {
  if (value === undefined) return undefined;
  const ms = parseDuration(value);
  if (typeof ms === 'number') return ms;
  const suggestion = suggestDuration(value);
  findings.push({
    rule: 'duration-syntax',
    severity: 'error',
    pointer,
    ...(suggestion === undefined ? {} : { replaces: pointer }),
    message: `the duration ${ms.problem}`,
    hint: suggestion ?? 'Write `PT1M30S`, or `minutes: 1` and `seconds: 30`.',
  });
  return undefined;
}

export function numberField(value: Json | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
