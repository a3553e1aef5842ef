import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { checkCron } from './cron.js';
import type { ExpressionCompiler } from './expressions.js';
import { compileDuration } from './fields.js';

const timed = ['every', 'cron', 'after'] as const;

/** Checks the times of a `schedule`, which the engine does not keep. */
export function checkSchedule(expressions: ExpressionCompiler, schedule: JsonObject): void {
  const { document } = expressions;
  for (const key of timed) {
    const value = schedule[key];
    const pointer = `/schedule/${key}`;
    if (value === undefined || hasFault(expressions, key, value, pointer)) continue;
    const message = `\`schedule.${key}\` is not supported: it starts no run`;
    const hint =
      'Remove it, and let a scheduler start the flow through the API, or start it by an event (`schedule.on`).';
    document.unsupported(pointer, message, hint);
  }
}

function hasFault(
  expressions: ExpressionCompiler,
  key: (typeof timed)[number],
  value: Json,
  pointer: string,
): boolean {
  const { findings } = expressions.document;
  const before = findings.length;
  if (key !== 'cron') compileDuration(expressions, value, pointer);
  else {
    const problem = typeof value === 'string' ? checkCron(value) : undefined;
    if (problem) expressions.document.report({ rule: 'cron-syntax', pointer, ...problem });
  }
  return findings.length > before;
}
