import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ParsedNode } from 'yaml';
import { Places } from '../../../../controller/catalog/rules/places.js';
import { readCommonYaml } from '../../../../controller/yaml-edit/read/common-yaml/block-reader.js';
import { parseAnyYaml } from '../../../../controller/yaml-edit/read/yaml-document.js';
import { toJson } from '../../../../controller/yaml-edit/read/yaml-value.js';
import type { Json } from '../../../../schemas/json/types.js';

const limits = { depth: 64, aliases: 100 };

/** Both readings of a text as data: the value, what is wrong with it, and where everything stands. */
function reading(contents: ParsedNode | null, text: string): unknown {
  const { value, findings } = toJson(contents, limits);
  const places = new Places(contents, text);
  const pointers = getPointers(value, '');
  const spread = pointers.map(({ pointer, isScalar, isNull }) => {
    const { line, column, ...end } = places.of(pointer);
    const name = places.of(pointer, 'name');
    // The end of a map, list, block text or empty node in the blanks after it does not matter.
    const isBlock = /[|>]/.test(text[offsets(text, line) + column - 1] ?? '');
    const rest = isScalar
      ? [isBlock || [end, name], places.of(pointer, 'value', 3)]
      : [name.line, name.column];
    return isNull ? [pointer, line] : [pointer, line, column, rest];
  });
  return { value, findings, spread };
}

function getPointers(
  value: Json,
  pointer: string,
): { pointer: string; isScalar: boolean; isNull: boolean }[] {
  const isNull = value === null;
  if (isNull || typeof value !== 'object') return [{ pointer, isScalar: true, isNull }];
  return [
    { pointer, isScalar: false, isNull },
    ...Object.entries(value).flatMap(([name, one]) => getPointers(one, `${pointer}/${escaped(name)}`)),
  ];
}

function offsets(text: string, line: number): number {
  return (
    text
      .split('\n')
      .slice(0, line - 1)
      .join('\n').length + (line > 1 ? 1 : 0)
  );
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Returns true when the text was read; fails when the result differs from the complete parser's. */
function agrees(text: string): boolean {
  const common = readCommonYaml(text, limits.depth);
  if (!common) return false;
  const complete = parseAnyYaml(text, limits);
  expect(complete.findings, text).toEqual([]);
  expect(reading(common, text), text).toEqual(reading(complete.contents ?? null, text));
  return true;
}

const root = new URL('../../../../fixtures', import.meta.url).pathname;
const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
  /\.(ya?ml|json)$/.test(path),
);
const files = paths.map((path) => readFileSync(join(root, path), 'utf8'));

const pieces = [
  'a: ',
  'b:',
  '- ',
  '-',
  '? ',
  ': ',
  ':',
  '&x ',
  '*x',
  '!t ',
  '|',
  '|-',
  '>',
  '>-',
  '|+',
  '|2',
  '%YAML 1.2',
  '\n',
  '\n',
  '\n',
  '\n  ',
  '\n  ',
  '\n    ',
  ' ',
  '  ',
  '\t',
  '\r\n',
  '---',
  '---\n',
  '...',
  '\n\n',
  '\n \n',
  "'",
  '"',
  "''",
  "'it''s'",
  '"a\\n\\u00e9"',
  '"\\x41"',
  '[',
  ']',
  '{',
  '}',
  ', ',
  ',',
  '[a, b]',
  '{ a: 1, b: [x] }',
  '# note',
  ' # note',
  'x',
  'y z',
  'http://a/b',
  '12',
  '-3.5e2',
  '0x1F',
  '.inf',
  '1_000',
  '~',
  'null',
  'NO',
  'true',
  '"k": ',
  "'k' : ",
  '\u00e9',
  '\u{1F600}',
  '\u2028',
  '`',
  '@',
  '<<: ',
  '__proto__: ',
  '- - ',
  'é: ',
  'a-b: ',
];

describe('the reader of common YAML', () => {
  it('reads nearly all entity files, as the complete parser does', () => {
    // Files of every style are there to be edited; entity files are what has to be read fast.
    const entities = files.filter((_file, index) => !paths[index]?.startsWith('yaml-styles'));
    const read = entities.filter(agrees).length;
    expect(read / entities.length).toBeGreaterThan(0.8);
  });

  it('agrees with the complete parser on whatever texts it reads', () => {
    const text = fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (one) => void agrees(one)),
      { numRuns: 5_000 },
    );
  });

  it('agrees on literal and folded texts', () => {
    const line = fc.constantFrom('', '  ', 'x', 'y z', ' - a', '   b', ': c', '# d', "'");
    const text = fc
      .tuple(fc.constantFrom('|', '|-', '>', '>-'), fc.array(line, { minLength: 1, maxLength: 8 }))
      .map(([header, lines]) => `a:\n  - ${header}\n${lines.map((one) => `    ${one}\n`).join('')}b: 1\n`);
    fc.assert(
      fc.property(text, (one) => void agrees(one)),
      { numRuns: 5_000 },
    );
  });

  it('agrees on fixtures with a piece put in, taken out or doubled', () => {
    const change = fc.record({
      file: fc.constantFrom(...files),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.nat(6),
      piece: fc.constantFrom('', ...pieces),
    });
    fc.assert(
      fc.property(change, ({ file, at, length, piece }) => {
        const offset = Math.floor(at * file.length);
        agrees(file.slice(0, offset) + piece + file.slice(offset + length));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['an anchor', 'a: &x 1\n'],
    ['a tag', 'a: !!str 1\n'],
    ['a text over two lines', 'a: one\n  two\n'],
    ['two documents', 'a: 1\n---\nb: 2\n'],
    ['a tab', 'a:\t1\n'],
    ['a line that is not indented enough', 'a: [1,\n2]\n'],
    ['an empty text', ''],
    ['too many levels', `a: ${'['.repeat(70)}${']'.repeat(70)}\n`],
  ])('leaves %s to the complete parser', (_, text) => {
    expect(readCommonYaml(text, limits.depth)).toBeUndefined();
  });
});
