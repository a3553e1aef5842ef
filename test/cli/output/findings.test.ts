import { describe, expect, it } from 'vitest';
import { findingsForGitHub } from '../../../cli/output/findings-github.js';
import { findingsText } from '../../../cli/output/findings-text.js';
import { paletteFor } from '../../../cli/output/terminal/palette.js';
import type { Finding } from '../../../controller/catalog/index.js';
import { flowText, svc, temporaryFolder } from '../test-io.js';

const broken = flowText('broken', '  - first:\n      cal: http\n');
const surprised = flowText('surprised', '  - first:\n      set: { country: NO }\n');

function finding(more: Partial<Finding>): Finding {
  const place = { line: 1, column: 1, endLine: 1, endColumn: 2 };
  return { rule: 'r', severity: 'error', file: 'a.yaml', pointer: '', message: 'm', ...place, ...more };
}

function excerpt(line: string, column: number, endColumn: number): string[] {
  const found = finding({ column, endColumn });
  const text = findingsText([found], () => line, paletteFor({ write: () => undefined }, {}));
  return text.split('\n').slice(1, 3);
}

describe('the text format', () => {
  it('the marker is below its place, for characters of any width', () => {
    expect(excerpt('名前: ab', 5, 7)).toEqual(['  1 | 名前: ab', '    |       ^^']);
    expect(excerpt('\ta: x', 5, 6)).toEqual(['  1 |   a: x', '    |      ^']);
    expect(excerpt('e\u0301: x', 5, 6)).toEqual(['  1 | e\u0301: x', '    |    ^']);
  });

  it('a long line is cut around the place', () => {
    const [line = '', marker = ''] = excerpt(
      `${'x'.repeat(500_000)}HERE${'y'.repeat(500_000)}`,
      500_001,
      500_005,
    );
    expect(line.length).toBeLessThan(140);
    expect(line.slice(marker.indexOf('^'), marker.lastIndexOf('^') + 1)).toBe('HERE');
  });

  it('control characters are escaped', () => {
    expect(excerpt('\u001b[2J: x', 7, 8)).toEqual(['  1 | \\u001b[2J: x', `    | ${' '.repeat(11)}^`]);
  });
});

describe('many hints of one rule', () => {
  const hints = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      finding({
        severity: 'hint',
        rule: 'connection-unused',
        file: `c${index}.yaml`,
        message: `hint ${index}`,
      }),
    );
  const shown = (findings: Finding[]) =>
    findingsText(findings, () => undefined, paletteFor({ write: () => undefined }, {}));

  it('are one line, and errors beside them stay', () => {
    const text = shown([finding({ file: 'a.yaml', message: 'wrong' }), ...hints(23)]);
    const lines = text.split('\n').filter((line) => line !== '');
    expect(lines).toEqual([
      'a.yaml:1:1  wrong  [r]',
      'c0.yaml:1:1 and 22 more; `--format json` lists them  hint: hint 0  [connection-unused]',
    ]);
  });

  it('are shown one by one while they are few', () => {
    expect(shown(hints(3)).match(/hint: hint/g)).toHaveLength(3);
  });
});

describe('the GitHub format', () => {
  it('characters that end a command or a property are escaped', () => {
    const found = finding({ file: 'a,b:c%.yaml', message: '100%\n::error::x', severity: 'hint' });
    expect(findingsForGitHub([found])).toBe(
      '::notice file=a%2Cb%3Ac%25.yaml,line=1,col=1,endColumn=2,endLine=1,title=r::100%25%0A::error::x\n',
    );
  });

  it('a range over several lines has no columns', () => {
    expect(findingsForGitHub([finding({ endLine: 3 })])).toBe(
      '::error file=a.yaml,line=1,endLine=3,title=r::m\n',
    );
  });
});

describe('the SARIF format', () => {
  it('results have places, and the rules that they break are described', async () => {
    const folder = temporaryFolder({ 'the flows/a.yaml': broken });
    const { stdout } = await svc(folder, ['validate', '.', '--format', 'sarif']);
    const [run] = JSON.parse(stdout).runs;
    expect(run.tool.driver).toMatchObject({ name: 'svc', rules: [{ id: 'field-unknown' }] });
    expect(run.results).toMatchObject([
      {
        ruleId: 'field-unknown',
        ruleIndex: 0,
        level: 'error',
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: 'the%20flows/a.yaml' },
              region: { startLine: 4, startColumn: 7, endLine: 4, endColumn: 10 },
            },
          },
        ],
      },
    ]);
  });
});

describe('svc validate options', () => {
  it('warnings are shown and fail only with --strict; --severity hides them', async () => {
    const folder = temporaryFolder({ 'a.yaml': surprised });
    const plain = await svc(folder, ['validate', '.']);
    expect([plain.exitCode, plain.stdout]).toEqual([0, expect.stringContaining('[yaml-surprise]')]);
    expect((await svc(folder, ['validate', '.', '--strict'])).exitCode).toBe(1);
    const quiet = await svc(folder, ['validate', '.', '--severity', 'error']);
    expect([quiet.exitCode, quiet.stdout]).toEqual([0, '']);
    expect((await svc(folder, ['validate', '.', '--severity', 'all'])).exitCode).toBe(2);
  });

  it('--explain prints the page of a rule, and suggests the nearest one for an unknown rule', async () => {
    const { exitCode, stdout } = await svc(temporaryFolder(), ['validate', '--explain', 'jq-syntax']);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('How to fix it')]);
    const unknown = await svc(temporaryFolder(), ['validate', '--explain', 'jq-sintax']);
    expect([unknown.exitCode, unknown.stderr]).toEqual([
      2,
      expect.stringContaining('Did you mean `jq-syntax`?'),
    ]);
  });

  it('patterns in quotes are resolved, and a pattern without a match is wrong usage', async () => {
    const folder = temporaryFolder({ 'flows/a.yaml': broken, 'other/b.yaml': broken });
    const { stderr } = await svc(folder, ['validate', 'flows/**/*.yaml']);
    expect(stderr).toBe('✗ 1 error in 1 file; `svc explain rule.field-unknown` says more\n');
    expect((await svc(folder, ['validate', 'nothing/*.yaml'])).exitCode).toBe(2);
  });

  it('--kind gives the kind of standard input', async () => {
    const store = 'name: seen\nttl: PT1H\n';
    const argv = ['validate', '-', '--kind', 'store'];
    expect((await svc(temporaryFolder(), argv, { stdin: store })).exitCode).toBe(0);
    expect((await svc(temporaryFolder(), argv, { stdin: `kind: team\n${store}` })).stdout).toContain(
      'the file says it is `team`, not `store`',
    );
    expect((await svc(temporaryFolder(), ['validate', '.', '--kind', 'store'])).exitCode).toBe(2);
  });
});
