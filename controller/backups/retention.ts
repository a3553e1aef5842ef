import type { Backup } from './contract.js';

const day = 86_400_000;

/**
 * Of backups, newest first, those that are not to be kept. Of what svc made by itself the newest of each sort stays;
 * records of backups that failed, whoever asked for them, go by the same numbers.
 */
export function expired(
  backups: readonly Backup[],
  { keep, keepDays }: { keep: number; keepDays: number },
  now: number,
): Backup[] {
  const beyond = (sort: readonly Backup[]): Backup[] =>
    sort.filter(
      ({ createdAt }, index) => index > 0 && (index >= keep || Date.parse(createdAt) < now - keepDays * day),
    );
  const whole = backups.filter(({ status }) => status === 'completed');
  return [
    ...beyond(whole.filter(({ origin }) => origin === 'schedule')),
    ...beyond(whole.filter(({ origin }) => origin === 'restore')),
    ...beyond(backups.filter(({ status }) => status === 'failed')),
  ];
}
