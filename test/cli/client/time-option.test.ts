import { expect, test } from 'vitest';
import { timeOption } from '../../../cli/client/time-option.js';

const now = new Date(2026, 2, 1, 0, 30);
const before = (ms: number) => new Date(now.getTime() - ms);

test.each([
  ['now', now],
  ['today', new Date(2026, 2, 1)],
  ['Yesterday', new Date(2026, 1, 28)],
  ['3 days ago', before(3 * 86_400_000)],
  ['90 min ago', before(90 * 60_000)],
  ['1h ago', before(3_600_000)],
  ['2 weeks ago', before(14 * 86_400_000)],
  ['2026-11-27', new Date(2026, 10, 27)],
  ['2026-07-01 09:30', new Date(2026, 6, 1, 9, 30)],
  ['2026-07-01T09:30:15', new Date(2026, 6, 1, 9, 30, 15)],
  ['2026-11-27T10:00:00+05:30', new Date('2026-11-27T04:30:00Z')],
  ['2026-11-27T10:00:00.5z', new Date('2026-11-27T10:00:00.500Z')],
])('%s is %s', (text, time) => {
  expect(timeOption('--since', text, now)).toBe(time.toISOString());
});

test.each([
  '',
  'soon',
  '2026-02-30',
  '2026-13-01',
  '2026-11-27 24:30',
  '2026-11-27T25:00:00Z',
  '3 days',
  '9999999 days ago',
  'constructor',
])('`%s` is no time, and the message shows how one is written', (text) => {
  expect(() => timeOption('--since', text, now)).toThrow(
    expect.objectContaining({ exitCode: 2, hints: [expect.stringContaining('`3 days ago`')] }),
  );
});
