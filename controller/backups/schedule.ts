import { Problem } from '../problems/index.js';

const minute = 60_000;
/** How far back a missed time is looked for. */
const LOOK_BACK = 32 * 24 * 60;

export interface Schedule {
  stop(): Promise<void>;
}

/**
 * Calls `run` at the times of a cron expression (UTC), and at once when a time was missed since `last`.
 * @param last ms since the epoch: when it ran last; undefined when it never did
 * @param run does not reject
 * @param now ms since the epoch
 * @throws Problem settings_invalid
 */
export async function startSchedule(
  expression: string,
  last: number | undefined,
  run: () => Promise<unknown>,
  now: () => number = Date.now,
): Promise<Schedule> {
  // Installations without a schedule do without the library.
  const { createTask, validate } = await import('node-cron');
  if (!validate(expression)) {
    throw new Problem('settings_invalid', `\`Backups.Schedule\` is no cron expression: \`${expression}\``, {
      hints: ['Such as `0 3 * * *`: minute, hour, day of the month, month, day of the week.'],
    });
  }
  const task = createTask(expression, run, { timezone: 'UTC', noOverlap: true, unref: true });
  if (last !== undefined && isMissed((date) => task.match(date), last, now())) void run();
  await task.start();
  return { stop: async () => void (await task.destroy()) };
}

function isMissed(matches: (date: Date) => boolean, last: number, now: number): boolean {
  const newest = Math.floor(now / minute) * minute;
  for (let at = newest; at > last && at > newest - LOOK_BACK * minute; at -= minute) {
    if (matches(new Date(at))) return true;
  }
  return false;
}
