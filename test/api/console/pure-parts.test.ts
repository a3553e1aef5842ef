import { describe, expect, test } from 'vitest';
import { EventParser } from '../../../api/console/data/event-parser.js';
import { ExactNumber, formatJson, parseExactJson } from '../../../api/console/data/exact-json.js';
import { readRunFilter, toRunQuery } from '../../../api/console/pages/runs/run-filter.js';
import { compareLines } from '../../../api/console/parts/compare-lines.js';
import { formatDuration, formatRelative } from '../../../api/console/parts/time-format.js';

describe('a value', () => {
  test('is shown with all digits of its numbers', () => {
    const text = '{"id":12345678901234567890,"rate":0.1234567890123456789,"plain":1.5}';
    expect(formatJson(JSON.parse(text))).not.toContain('12345678901234567890');
    const value = parseExactJson(text) as { id: unknown; plain: unknown };
    // Engines that do not tell a reviver the source keep what a double holds.
    if (!(value.id instanceof ExactNumber)) return;
    expect(formatJson(value)).toBe(
      '{\n  "id": 12345678901234567890,\n  "rate": 0.1234567890123456789,\n  "plain": 1.5\n}',
    );
    expect(value.plain).toBe(1.5);
  });

  test('is formatted as JSON has it', () => {
    const value = { list: [1, 'a"b', null, true, [], {}], nested: { html: '<b>' } };
    expect(JSON.parse(formatJson(value))).toEqual(value);
  });
});

describe('server-sent events', () => {
  test('are read from pieces of any length, with the id to go on from', () => {
    const text = ': hello\n\nretry: 2000\n\nid: 7\nevent: log\ndata: {"a":1}\n\ndata: one\ndata: two\r\n\r\n';
    for (const length of [1, 2, 5, 100]) {
      const parser = new EventParser();
      const events = [];
      for (let start = 0; start < text.length; start += length)
        events.push(...parser.add(text.slice(start, start + length)));
      expect(events).toEqual([
        { event: 'log', data: '{"a":1}' },
        { event: 'message', data: 'one\ntwo' },
      ]);
      expect(parser.lastId).toBe('7');
    }
  });

  test('half of one is forgotten with its connection, its id is kept', () => {
    const parser = new EventParser();
    parser.add('id: 3\ndata: whole\n\ndata: ha');
    parser.reset();
    expect(parser.add('data: next\n\n')).toEqual([{ event: 'message', data: 'next' }]);
    expect(parser.lastId).toBe('3');
  });
});

describe('a comparison', () => {
  test('shows what differs with the lines around it', () => {
    const lines = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const changed = lines.with(3, 'D');
    expect(compareLines(lines.join('\n'), changed.join('\n')).split('\n')).toEqual([
      ' b',
      ' c',
      '-d',
      '+D',
      ' e',
      ' f',
    ]);
  });

  test('of equal texts is empty', () => {
    expect(compareLines('a\nb', 'a\nb')).toBe('');
  });

  test('of long texts is bounded', () => {
    const long = (sign: string) => Array.from({ length: 20_000 }, (_, line) => `${sign}${line}`).join('\n');
    expect(compareLines(long('a'), long('b')).split('\n')).toHaveLength(40_000);
  });
});

describe('the filter of the list of runs', () => {
  test('is read from an address, without what is not known there', () => {
    const raw = { status: 'faulted', flow: 'report', trigger: 'x', period: '24h', other: '1' };
    expect(readRunFilter(raw)).toEqual({ status: 'faulted', flow: 'report', period: '24h' });
  });

  test('keeps the texts that runs are found by, and leaves empty ones out', () => {
    const raw = { failedTask: ' total ', error: '503', label: '', q: 'o-1003', path: '5e10' };
    const filter = readRunFilter(raw);
    expect(filter).toEqual({ failedTask: 'total', error: '503', q: 'o-1003', path: '5e10' });
    expect(toRunQuery(filter, 0)).toEqual(filter);
    expect(readRunFilter({ q: 'x'.repeat(300) }).q).toHaveLength(200);
  });

  test('asks the same question within a minute', () => {
    const filter = readRunFilter({ period: '1h' });
    const first = toRunQuery(filter, Date.parse('2026-03-01T10:00:05Z'));
    expect(first).toEqual({ since: '2026-03-01T09:00:00.000Z' });
    expect(toRunQuery(filter, Date.parse('2026-03-01T10:00:55Z'))).toEqual(first);
  });
});

test.each([
  [340, '340 ms'],
  [2_400, '2.4 s'],
  [59_990, '1 min'],
  [185_000, '3 min 5 s'],
  [7_800_000, '2 h 10 min'],
  [180_000_000, '2 d 2 h'],
])('%d milliseconds are %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test('a time is told by its distance', () => {
  expect(formatRelative(0, 0)).toBe('now');
  expect(formatRelative(0, 5 * 60_000)).toBe('5 min. ago');
  expect(formatRelative(3 * 3_600_000, 0)).toBe('in 3 hr.');
});
