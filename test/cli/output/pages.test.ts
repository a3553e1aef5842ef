import { describe, expect, test } from 'vitest';
import { commands } from '../../../cli/commands/index.js';
import { markdownText } from '../../../cli/output/markdown/markdown-text.js';
import { paletteFor } from '../../../cli/output/terminal/palette.js';
import { textWidth, withoutStyles } from '../../../cli/output/terminal/text-width.js';
import { rules } from '../../../controller/catalog/index.js';
import { builtManual } from '../../built-manual.js';
import { svc, temporaryFolder } from '../test-io.js';

const coloured = paletteFor({ write: () => undefined, isTTY: true }, {});
const names = commands.filter(({ hidden }) => !hidden).map(({ usage }) => usage.split(' ')[0] ?? '');

function widest(text: string): number {
  return Math.max(...text.split('\n').map((line) => textWidth(withoutStyles(line))));
}

describe.each([40, 80, 120])('on a terminal of %i columns', (columns) => {
  test.each([['--help'], ...names.map((name) => [name, '--help'])])(
    'svc %s %s exceeds the width nowhere',
    async (...argv) => {
      const { exitCode, stdout } = await svc(temporaryFolder(), argv, { columns });
      expect(exitCode).toBe(0);
      expect(widest(stdout), stdout).toBeLessThanOrEqual(columns);
    },
  );

  test('no page of the manual exceeds the width', () => {
    const manual = builtManual();
    const measure = { width: columns, folds: true };
    for (const topic of manual.topics) {
      const text = markdownText(manual.text(topic), measure, coloured);
      expect(widest(text), `${topic.name}\n${text}`).toBeLessThanOrEqual(columns);
    }
  });

  test('no page about a rule exceeds the width', async () => {
    for (const { id } of rules) {
      const { stdout } = await svc(temporaryFolder(), ['validate', '--explain', id], { columns });
      expect(widest(stdout), stdout).toBeLessThanOrEqual(columns);
    }
  });
});

test('a terminal without a size is taken for one of 80 columns', async () => {
  const page = (columns: number) => svc(temporaryFolder(), ['runs', '--help'], { columns });
  expect((await page(0)).stdout).toBe((await page(80)).stdout);
});

const page = `# Title

One paragraph
over several lines
of the **source**.

- an item that
  goes on
- another

1. first
2. second

| name | meaning |
|---|---|
| \`a\` | the first one |
| \`b\` | see [there](https://example.com) |

\`\`\`yaml
code:   as it is
\`\`\`
`;

test('a page is wrapped by its paragraphs, with lists, tables and code', () => {
  const measure = { width: 60, folds: true };
  expect(markdownText(page, measure, paletteFor({ write: () => undefined }, {}))).toBe(`Title

One paragraph over several lines of the source.

- an item that goes on
- another

1. first
2. second

name  meaning
────  ───────────────────────────────
\`a\`   the first one
\`b\`   see there (https://example.com)

    code:   as it is
`);
});
