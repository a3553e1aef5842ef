import type { EndState } from '../recording.js';
import { groupBy } from './order.js';

const second = 1_000;

/** Checks that no time of a schedule has two runs, and that none is missing where the service was ready. */
export function checkSchedule({ firings, ready }: Pick<EndState, 'firings' | 'ready'>): string[] {
  const times = groupBy(firings, ({ at }) => new Date(at).toISOString());
  const twice = [...times]
    .filter(([, runs]) => runs.length > 1)
    .map(([at, runs]) => `the time ${at} has the runs ${runs.map(({ run }) => run).join(' and ')}`);
  const missing = ready.flatMap(({ from, to }) => {
    const first = Math.ceil(from / second);
    const count = Math.max(0, Math.ceil(to / second) - first);
    return Array.from({ length: count }, (_, index) => new Date((first + index) * second).toISOString())
      .filter((at) => !times.has(at))
      .map((at) => `the time ${at} has no run although the service was ready`);
  });
  return [...twice, ...missing];
}
