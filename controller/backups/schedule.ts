import { LongTimer } from '../concurrency/long-timer.js';
import { compileTimetable, type Timetable } from '../flows/index.js';
import { Problem } from '../problems/index.js';
import type { Backup } from './records/backup.js';

const day = 86_400_000;
/** A time is made up for within this time. */
const maxMissedMs = 32 * day;

/** A running schedule. */
interface Schedule {
  /** Ends the schedule; a call of `run` that has begun goes on. */
  stop(): void;
}

/**
 * Calls `run` at the times of a cron expression (UTC), and at once when a time was missed since `last`. A time at which
 * the call before has not ended is left out.
 * @param last the time of the last run, ms since the epoch; undefined for none
 * @param run does not reject
 * @param warn called with what is likely a mistake in the expression
 * @throws Problem settings_invalid
 */
export function startSchedule(
  expression: string,
  last: number | undefined,
  run: () => Promise<unknown>,
  warn: (message: string) => void,
): Schedule {
  const timetable = readTimetable(expression, warn);
  const timer = new LongTimer();
  let isRunning = false;
  const runAlone = (): void => {
    if (isRunning) return;
    isRunning = true;
    void run().finally(() => {
      isRunning = false;
    });
  };
  const now = Date.now();
  const previous = timetable.previous(now);
  if (last !== undefined && previous !== undefined && previous > Math.max(last, now - maxMissedMs))
    runAlone();
  const wait = (after: number): void => {
    const next = timetable.next(after);
    if (next === undefined) return;
    timer.start(next, () => {
      runAlone();
      wait(Math.max(next, Date.now()));
    });
  };
  wait(now);
  return { stop: () => timer.stop() };
}

function readTimetable(expression: string, warn: (message: string) => void): Timetable {
  const faults: string[] = [];
  const timetable = compileTimetable({ cron: expression }, '', ({ severity, message, hint }) => {
    const text = hint === undefined ? message : `${message}. ${hint}`;
    if (severity === 'warning') warn(`\`Backups.Schedule\`: ${text}`);
    else faults.push(text);
  });
  if (timetable) return timetable;
  const hints = ['An example is `0 3 * * *`: minute, hour, day of the month, month, day of the week.'];
  const detail = `\`Backups.Schedule\` is not a cron expression: \`${expression}\`: ${faults.join('; ')}`;
  throw new Problem('settings_invalid', detail, { hints });
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
