import { describe, expect, it } from 'vitest';
import { paletteFor } from '../../../cli/output/terminal/palette.js';
import { Timeline } from '../../../cli/output/timeline.js';
import type { TaskRecord } from '../../../controller/runs/contract.js';

function task(
  reference: string,
  type: string,
  status: TaskRecord['status'],
  more: Partial<TaskRecord> = {},
): TaskRecord {
  return {
    key: reference,
    reference,
    name: reference.slice(reference.lastIndexOf('/') + 1),
    task: type,
    attempt: 1,
    status,
    startedAt: new Date().toISOString(),
    endedAt: null,
    durationMs: status === 'running' ? null : 12,
    inputDigest: null,
    outputDigest: null,
    error: null,
    input: null,
    ...more,
  };
}

function timelineOn(isTTY: boolean) {
  const written: string[] = [];
  const stream = { isTTY, write: (text: string) => written.push(text) };
  const timeline = new Timeline(stream, paletteFor(stream, { NO_COLOR: '1' }));
  return { timeline, text: () => written.join('') };
}

describe('the timeline', () => {
  it('each task has one line when it has ended, and a container has a heading', () => {
    const { timeline, text } = timelineOn(false);
    timeline.update([task('/do/0/pages', 'for', 'running')]);
    timeline.update([
      task('/do/0/pages', 'for', 'running'),
      task('/do/0/pages/do/0/get', 'call', 'completed', { key: '/do/0/pages@0/do/0/get' }),
      task('/do/0/pages/do/0/get', 'call', 'running', { key: '/do/0/pages@1/do/0/get' }),
    ]);
    timeline.update([
      task('/do/0/pages', 'for', 'completed'),
      task('/do/0/pages/do/0/get', 'call', 'completed', { key: '/do/0/pages@0/do/0/get' }),
      task('/do/0/pages/do/0/get', 'call', 'completed', { key: '/do/0/pages@1/do/0/get' }),
    ]);
    timeline.end({ status: 'completed', durationMs: 1234 });
    expect(
      text()
        .split('\n')
        .map((line) => line.replace(/ {2,}(?=\S)/g, (gap) => (gap.length > 4 ? ' ' : gap))),
    ).toEqual([
      '  ▸ pages for',
      '    ✓ get [0] call   12 ms',
      '    ✓ get [1] call   12 ms',
      '✓ completed in 1.2 s',
      '',
    ]);
  });

  it('the line of a faulted or retried task has the reason', () => {
    const { timeline, text } = timelineOn(false);
    const error = { type: 'x/communication', status: 503, detail: 'busy' };
    timeline.update([
      task('/do/0/get', 'call', 'retried', { key: '/do/0/get#1', error }),
      task('/do/0/get', 'call', 'faulted', { key: '/do/0/get#2', attempt: 2, error }),
    ]);
    expect(text()).toMatch(/↻ get +call +attempt 1: busy/);
    expect(text()).toMatch(/✗ get +call +503 busy/);
  });

  it('events are in order, the text of a passed-on error appears once, and a retry has one line', () => {
    const { timeline, text } = timelineOn(false);
    const error = { type: 'x/communication', status: 503, detail: 'busy' };
    const at = (ms: number) => new Date(ms).toISOString();
    const inner = '/do/0/ask/try/0/hand';
    timeline.update([
      task('/do/0/ask', 'try', 'faulted', { startedAt: at(0), endedAt: at(9), error }),
      task(inner, 'call', 'faulted', { key: `${inner}#1`, startedAt: at(1), endedAt: at(3), error }),
      task('/do/0/ask', 'try', 'retried', {
        key: 'retry',
        attempt: 2,
        startedAt: at(3),
        endedAt: at(3),
        error,
      }),
      task(inner, 'call', 'faulted', { key: `${inner}#2`, startedAt: at(4), endedAt: at(9), error }),
      task('/do/1/next', 'set', 'completed', { startedAt: at(9), endedAt: at(10) }),
    ]);
    const lines = text().trimEnd().split('\n');
    expect(
      lines.map((line) =>
        line
          .replace(/ +/g, ' ')
          .replace(/ 12 ms| 5 ms/, '')
          .trim(),
      ),
    ).toEqual([
      '▸ ask try',
      '✗ hand call 503 busy',
      '↻ ask try attempt 2',
      '✗ hand call 503 busy',
      '✗ ask try 503',
      '✓ next set',
    ]);
  });

  it('tasks in progress are redrawn on a terminal, and erased when they end', () => {
    const { timeline, text } = timelineOn(true);
    timeline.update([task('/do/0/get', 'call', 'running')]);
    expect(text()).toMatch(/⠋ get/);
    timeline.update([task('/do/0/get', 'call', 'completed')]);
    expect(text()).toContain('\u001B[1A\r\u001B[2K  ✓ get');
  });

  it('escape sequences in names are escaped', () => {
    const { timeline, text } = timelineOn(false);
    timeline.update([task('/do/0/x', 'set', 'completed', { name: '\u001B[31mred\u202E' })]);
    expect(text()).toContain('\\u001b[31mred\\u202e');
  });
});
