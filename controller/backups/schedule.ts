import { Problem } from '../problems/index.js';
import type { Backup } from './records/backup.js';

const minute = 60_000;
const day = 86_400_000;
/** The minutes that are searched for a missed time. */
const lookBack = 32 * 24 * 60;

/**
 * Calls `run` at the times of a cron expression (UTC), and at once when a time was missed since `last`.
 * @param last the time of the last run, ms since the epoch; undefined for none
 * @param run does not reject
 * @throws Problem settings_invalid
 */
export async function startSchedule(
  expression: string,
  last: number | undefined,
  run: () => Promise<unknown>,
): Promise<{ stop(): Promise<void> }> {
  // Loaded only for a schedule.
  const { createTask, validate } = await import('node-cron');
  if (!validate(expression)) {
    const hints = ['An example is `0 3 * * *`: minute, hour, day of the month, month, day of the week.'];
    const detail = `\`Backups.Schedule\` is not a cron expression: \`${expression}\``;
    throw new Problem('settings_invalid', detail, { hints });
  }
  const task = createTask(expression, run, { timezone: 'UTC', noOverlap: true, unref: true });
  if (last !== undefined && isMissed((date) => task.match(date), last, Date.now())) void run();
  await task.start();
  return { stop: async () => void (await task.destroy()) };
}

function isMissed(matches: (date: Date) => boolean, last: number, now: number): boolean {
  const newest = Math.floor(now / minute) * minute;
  for (let at = newest; at > last && at > newest - lookBack * minute; at -= minute) {
    if (matches(new Date(at))) return true;
  }
  return false;
}

/**
 * Returns the backups, of a list with the newest first, that are not kept. Of scheduled backups and of those before
 * restores, the newest always stays. Records of failed backups follow the same numbers, whatever their origin.
 */
export function expired(
  backups: readonly Backup[],
  { keep, keepDays }: { keep: number; keepDays: number },
  now: number,
): Backup[] {
  const beyond = (group: readonly Backup[]): Backup[] =>
    group.filter(
      ({ createdAt }, index) => index > 0 && (index >= keep || Date.parse(createdAt) < now - keepDays * day),
    );
  const completed = backups.filter(({ status }) => status === 'completed');
  return [
    ...beyond(completed.filter(({ origin }) => origin === 'schedule')),
    ...beyond(completed.filter(({ origin }) => origin === 'restore')),
    ...beyond(backups.filter(({ status }) => status === 'failed')),
  ];
}
