import type { JsonObject } from '../../../schemas/json/types.js';
import { compileTimetable } from '../times/compile-timetable.js';
import type { Timetable } from '../times/timetable.js';
import type { DocumentContext } from './document.js';

/** Compiles the times of a flow's `schedule`: `every`, `cron` or `after`. Undefined if it names none. */
export function compileTimes(document: DocumentContext, schedule: JsonObject): Timetable | undefined {
  const { every, cron, after } = schedule;
  const times = { ...(every && { every }), ...(cron && { cron }), ...(after && { after }) };
  const [first, second] = Object.keys(times);
  if (second !== undefined) {
    const message = `\`${second}\` cannot stand beside \`${first}\``;
    const hint = 'Keep one of them, and write a `trigger` for the other.';
    document.fault(`/schedule/${second}`, message, hint);
    return undefined;
  }
  return compileTimetable(times, '/schedule', (fault) => document.report(fault));
}
