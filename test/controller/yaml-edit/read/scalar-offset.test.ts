import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isScalar, parseDocument, type Scalar, stringify } from 'yaml';
import { offsetInText } from '../../../../controller/yaml-edit/read/scalar-offset.js';

function scalarIn(text: string): Scalar.Parsed {
  const node: unknown = parseDocument(text).get('key', true);
  if (!isScalar(node) || typeof node.value !== 'string') throw new Error(`no text in ${text}`);
  return node as Scalar.Parsed;
}

/** Returns the text of the file at the place of `character` in the value. */
function textAt(text: string, character: string): string {
  const node = scalarIn(text);
  const offset = String(node.value).indexOf(character);
  return text.slice(offsetInText(node, text, offset)).split('\n', 1)[0] ?? '';
}

describe('the place of a character of a text', () => {
  test.each([
    ['plain', 'key: one X two\n', 'X two'],
    ['plain over lines', 'key: one\n  two\n\n  X three\n', 'X three'],
    ['single quotes', "key: 'it''s X'\n", "X'"],
    ['double quotes', 'key: "a\\tb\\u00e9 \\x41 X"\n', 'X"'],
    ['double quotes over lines', 'key: "one \\\n   two\n\n   X"\n', 'X"'],
    ['an astral escape', 'key: "\\U0001F600 X"\n', 'X"'],
    ['a literal block', 'key: |\n  one\n    two X\n', 'X'],
    ['a block with an indentation of its own', 'key: |2-\n    one\n  X\n', 'X'],
    ['a folded block', 'key: >-\n  one\n  two\n\n    kept\n  X three\n', 'X three'],
    ['lines that end with carriage returns', 'key: |\r\n  one\r\n  X two\r\n', 'X two\r'],
  ])('in %s', (_, text, expected) => {
    expect(textAt(text, 'X')).toBe(expected);
  });

  test('every character that is no blank is found again, however the text is written', () => {
    const style = fc.constantFrom('PLAIN', 'QUOTE_DOUBLE', 'QUOTE_SINGLE', 'BLOCK_LITERAL', 'BLOCK_FOLDED');
    const piece = fc.constantFrom(
      'a',
      'bc',
      ' ',
      '  ',
      '\n',
      '\n\n',
      "'",
      '"',
      '\\',
      ': ',
      '#',
      'é',
      '😀',
      '\t',
      'word',
    );
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 30 }), style, (pieces, defaultStringType) => {
        const value = `x${pieces.join('')}y`;
        const text = stringify({ key: value }, { defaultStringType, lineWidth: 20, indent: 3 });
        const node = scalarIn(text);
        fc.pre(node.value === value);
        for (let offset = 0; offset < value.length; offset += 1) {
          const wanted = value[offset] ?? '';
          if (/\s/.test(wanted)) continue;
          const found = offsetInText(node, text, offset);
          const isEscape = node.type === 'QUOTE_DOUBLE' && text[found] === '\\';
          expect(isEscape || text[found] === wanted).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});
