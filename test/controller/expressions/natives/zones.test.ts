import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compile } from '../../../../controller/expressions/index.js';

const run = (program: string, input: unknown) => compile(program).first(input as never);
const zones = Intl.supportedValuesOf('timeZone').filter((_, index) => index % 10 === 0);
const instants = fc.integer({ min: Date.UTC(1975, 0) / 1000, max: Date.UTC(2040, 0) / 1000 });

describe('times in zones', () => {
  test('are the same instants, written by the clocks of the zone', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), instants, (zone, seconds) => {
        const text = String(run(`in_zone("${zone}")`, seconds));
        // RFC 3339 has no seconds in an offset; zones of that time had none.
        expect(Date.parse(text) / 1000).toBe(seconds);
        const shown = new Date(seconds * 1000).toLocaleString('sv-SE', { timeZone: zone });
        expect(text.slice(0, 19).replace('T', ' ')).toBe(shown);
        expect(run(`in_zone("${zone}")`, text)).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  test('are read as they are written, the first of two where clocks go back', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), instants, (zone, seconds) => {
        const format = '%Y-%m-%d %H:%M:%S';
        const written = run(`in_zone("${zone}"; "${format}")`, seconds);
        const read = Number(run(`from_zone("${zone}"; "${format}")`, written));
        expect(run(`in_zone("${zone}"; "${format}")`, read)).toBe(written);
        expect(read).toBeLessThanOrEqual(seconds);
      }),
      { numRuns: 2_000 },
    );
  });

  test('have days that begin one after another and hold their instants', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), instants, (zone, seconds) => {
        const [start, next] = run(`[day_start("${zone}"), day_start("${zone}"; 1)]`, seconds) as number[];
        expect(start).toBeLessThanOrEqual(seconds);
        expect(next).toBeGreaterThan(seconds);
        const day = (at: unknown) => run(`in_zone("${zone}"; "%F")`, at);
        expect(day(start)).toBe(day(seconds));
      }),
      { numRuns: 2_000 },
    );
  });

  test('begin a day that lacks its midnight when the clocks have changed', () => {
    // In Beirut the clocks went from 24:00 to 1:00.
    const start = run('day_start("Asia/Beirut") | in_zone("Asia/Beirut")', '2022-03-27T09:00:00Z');
    expect(start).toBe('2022-03-27T01:00:00+03:00');
    expect(run('from_zone("Europe/Berlin"; "%F %R") | todate', '2026-03-29 02:30')).toBe(
      '2026-03-29T01:30:00Z',
    );
    expect(run('from_zone("Europe/Berlin"; "%F %R") | todate', '2026-10-25 02:30')).toBe(
      '2026-10-25T00:30:00Z',
    );
  });

  test('refuse what is no zone, no time and no format, by name', () => {
    expect(() => run('in_zone("Berlin")', 0)).toThrow('"Berlin" is no time zone');
    expect(() => run('in_zone("Europe/Berlin")', 'yesterday')).toThrow('in_zone takes seconds since 1970');
    expect(() => run('in_zone("Europe/Berlin")', 1e300)).toThrow();
    expect(() => run('day_start("Europe/Berlin"; 0.5)', 0)).toThrow('whole number of days');
    expect(() => run('from_zone("Europe/Berlin"; "%F")', 'x')).toThrow('does not match format');
  });
});
