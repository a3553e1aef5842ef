import { describe, expect, test } from 'vitest';
import { getTable } from '../../../cli/output/table.js';
import { paletteFor } from '../../../cli/output/terminal/palette.js';
import { textWidth } from '../../../cli/output/terminal/text-width.js';

interface Row {
  id: string;
  title: string;
  owner: string | null;
}

const id = '0192f0c1-7e6a-7b1e-9c5a-3f5a8e0d4c11';
const rows: Row[] = [
  { id, title: 'A title that is far longer than the terminal is wide, and so has to give', owner: 'ada' },
  { id, title: '日本語の題名がここにあります、とても長いので切られます', owner: null },
  { id, title: 'two\nlines\u001B[31m', owner: 'bob' },
];

function render(columns?: number): string[] {
  const stream = { write: () => true, ...(columns === undefined ? {} : { isTTY: true, columns }) };
  const table = getTable(
    rows,
    [
      { title: 'id', value: (row) => row.id, isWhole: true },
      { title: 'title', value: (row) => row.title },
      { title: 'owner', value: (row) => row.owner },
    ],
    'None.',
  );
  return table.render(stream, paletteFor(stream, { NO_COLOR: '1' })).split('\n');
}

describe('a table', () => {
  test.each([200, 80, 60])('fits a terminal of %i columns, one line for each row', (columns) => {
    const lines = render(columns);
    expect(lines).toHaveLength(4);
    for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(columns);
  });

  test.each([50, 40, 30, 10, 1])('has several lines for each row on a terminal of %i columns', (columns) => {
    const lines = render(columns);
    expect(lines.length).toBeGreaterThan(rows.length);
    for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(columns);
  });

  test('keeps ids whole and names what stands below them on a narrow terminal', () => {
    expect(render(40)).toEqual([
      id,
      '  title A title that is far longer than…',
      '  owner ada',
      id,
      expect.stringMatching(/^ {2}title 日本語.*…$/),
      id,
      '  title two lines\\u001b[31m  owner bob',
    ]);
  });

  test('shortens the longest text and keeps what a user copies', () => {
    const [header, first, second, third] = render(80);
    expect(header).toMatch(/^ID {36}TITLE +OWNER$/);
    expect(first).toMatch(new RegExp(`^${id}  A title that .*…  ada$`));
    expect(second).toMatch(new RegExp(`^${id}  日本語.*… +-$`));
    expect(third).toContain('two lines\\u001b[31m');
  });

  test('has whole texts and no header where the stream is no terminal', () => {
    expect(render()).toEqual([
      `${id}  ${rows[0]?.title}  ada`,
      `${id}  ${rows[1]?.title}  -`,
      `${id}  two lines\\u001b[31m  bob`,
    ]);
  });
});
