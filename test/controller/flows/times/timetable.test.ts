import { expect, test } from 'vitest';
import { compileTimetable } from '../../../../controller/flows/times/compile-timetable.js';
import type { JsonObject } from '../../../../schemas/json/types.js';

function getFaults(schedule: JsonObject): string[] {
  const faults: string[] = [];
  compileTimetable(schedule, '/schedule', ({ pointer, message }) => faults.push(`${pointer}: ${message}`));
  return faults;
}

test.each([{ every: 'PT0.5S' }, { after: 'PT0S' }, { after: { milliseconds: 999 } }])(
  'the interval of %j is refused as too short',
  (schedule) => {
    const [name] = Object.keys(schedule);
    expect(getFaults(schedule as JsonObject)).toEqual([
      `/schedule/${name}: the interval is shorter than a second, which is a limit of svc`,
    ]);
  },
);

test.each([
  { every: 'PT1M', jitter: 'PT2M' },
  { cron: '0 */2 * * *', jitter: 'PT3H' },
  { cron: ['0 9 * * *', '0 10 * * *'], jitter: { minutes: 61 } },
  { after: 'PT1M', jitter: 'P2D' },
])('the jitter of %j is refused as too long', (schedule) => {
  expect(getFaults(schedule as JsonObject)).toEqual([expect.stringMatching(/^\/schedule\/jitter: /)]);
});

test.each([
  { every: 'PT1M', jitter: 'PT1M' },
  { cron: '0 2 * * *', timeZone: 'Europe/Berlin', jitter: 'PT12H' },
  { after: 'PT1M', jitter: 'PT10M' },
])('%j is valid', (schedule) => {
  expect(getFaults(schedule as JsonObject)).toEqual([]);
});
