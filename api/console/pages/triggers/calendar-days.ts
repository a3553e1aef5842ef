import type { TriggerState } from '../../data/triggers.js';

interface Start {
  at: string;
  trigger: TriggerState;
}

export interface CalendarDay {
  /** Midnight in the zone of the reader. */
  day: number;
  starts: Start[];
}

/** Returns the next times of active triggers by the days of the reader, in their order. */
export function getCalendarDays(triggers: readonly TriggerState[]): CalendarDay[] {
  const starts = triggers
    .filter(({ state }) => state === 'active')
    .flatMap((trigger) => trigger.next.map((at): Start => ({ at, trigger })))
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const days = new Map<number, Start[]>();
  for (const start of starts) {
    const day = new Date(start.at).setHours(0, 0, 0, 0);
    const before = days.get(day);
    if (before) before.push(start);
    else days.set(day, [start]);
  }
  return [...days].map(([day, own]) => ({ day, starts: own }));
}
