import type { Backup } from './contract.js';

const day = 86_400_000;

/** Of the backups svc made by itself, newest first, those that are not to be kept: the newest of each sort stays. */
export function expired(
  backups: readonly Backup[],
  { keep, keepDays }: { keep: number; keepDays: number },
  now: number,
): Backup[] {
  return (['schedule', 'restore'] as const).flatMap((origin) => {
    const made = backups.filter((one) => one.origin === origin && one.status === 'completed');
    return made.filter(
      ({ createdAt }, index) => index > 0 && (index >= keep || Date.parse(createdAt) < now - keepDays * day),
    );
  });
}
