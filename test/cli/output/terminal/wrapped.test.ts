import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codeLines, commandLines, scriptLines } from '../../../../cli/output/terminal/code-lines.js';
import { getMeasure } from '../../../../cli/output/terminal/measure.js';
import { textWidth } from '../../../../cli/output/terminal/text-width.js';
import { wrappedText } from '../../../../cli/output/terminal/wrapped.js';

const word = fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' }).filter((text) => !/\s/.test(text));

test('a paragraph keeps its words, fills each line, and exceeds the width nowhere', () => {
  fc.assert(
    fc.property(fc.array(word), fc.integer({ min: 34, max: 120 }), (words, width) => {
      const lines = wrappedText(words.join('\n'), { width, folds: true }, { first: '- ', others: '  ' });
      expect(lines.map((line) => line.slice(2)).join(' ')).toBe(words.join(' '));
      for (const [index, line] of lines.entries()) {
        expect(textWidth(line)).toBeLessThanOrEqual(width);
        const [first] = lines[index + 1]?.slice(2).split(' ') ?? [];
        if (first !== undefined) expect(textWidth(`${line} ${first}`)).toBeGreaterThan(width);
      }
    }),
  );
});

test('a word that is wider than a terminal is folded, and stays whole elsewhere', () => {
  const address = 'https://example.com/a/long/address';
  expect(wrappedText(`see ${address} there`, { width: 20, folds: true })).toEqual([
    'see',
    'https://example.com/',
    'a/long/address there',
  ]);
  expect(wrappedText(`see ${address} there`, { width: 20, folds: false })).toEqual(['see', address, 'there']);
});

test('code is folded on a terminal only, with a mark', () => {
  const code = 'name: { type: string }\n\nnext: 1';
  const folded = ['  name: { type', '  ↪ : string }', '', '  next: 1'];
  expect(codeLines(code, { width: 14, folds: true }, '  ')).toEqual(folded);
  expect(codeLines(code, { width: 14, folds: false }, '  ').join('\n')).toBe(code.replace(/^(?=.)/gm, '  '));
});

test('a command line goes on below as a shell reads it, and texts in quotes stay whole', () => {
  expect(
    commandLines(`svc run-flow greet -p 'name=Ada Lovelace' --json`, { width: 26, folds: true }, '  '),
  ).toEqual(['  svc run-flow greet -p \\', `    'name=Ada Lovelace' \\`, '    --json']);
});

test.each([
  'cat > a <<EOF\nsome words that are long\nEOF',
  `echo 'some words\nthat are long'`,
  '# some words that are long',
])('nothing is added to a text inside of a script: %j', (script) => {
  const lines = scriptLines(script, { width: 20, folds: true }, '');
  expect(lines.join('\n').replaceAll('\n↪ ', '')).toBe(script);
});

test.each([
  [
    { isTTY: true, columns: 52 },
    { width: 52, folds: true },
  ],
  [
    { isTTY: true, columns: 0 },
    { width: 80, folds: true },
  ],
  [{ isTTY: true }, { width: 80, folds: true }],
  [{}, { width: 80, folds: false }],
])('the room on %j is %j', (stream, measure) => {
  expect(getMeasure({ ...stream, write: () => undefined })).toEqual(measure);
});
