import fc from 'fast-check';
import { expect, test } from 'vitest';
import { validateFiles } from '../../../../controller/catalog/index.js';
import { kinds } from '../../../../controller/kinds/index.js';

/** The messages of the rule about one value of an environment. */
function judge(value: string): string[] {
  const content = `kind: environment\nname: staging\nvariables:\n  VALUE: ${value}\n`;
  const findings = validateFiles([{ path: 'a.yaml', content }], kinds);
  return findings.filter(({ rule }) => rule === 'yaml-surprise').map(({ message }) => message);
}

test.each([
  ['3.10', '3.1'],
  ['1.0', '1'],
  ['1.', '1'],
  ['.5', '0.5'],
  ['-0', '0'],
  ['1234e5', '123400000'],
  ['1E3', '1000'],
  ['2.50e-1', '0.25'],
  ['+4912', '4912'],
  ['+1.5', '1.5'],
  ['0x1F', '31'],
])('%s is warned of, as it becomes %s', (source, number) => {
  expect(judge(source)).toEqual([`\`${source}\` is the number ${number}: it is not kept as it is written`]);
});

test.each([
  '0',
  '10',
  '-3',
  '0.5',
  '3.14',
  '-1.25',
  '100',
  '1e-7',
  "'3.10'",
  '"1.0"',
  '1.0.0',
  '.',
  '-',
  'e5',
])('%s is kept as it is written', (source) => {
  expect(judge(source)).toEqual([]);
});

test('a number is warned of exactly where it is not printed as it is written', () => {
  const digits = fc.stringMatching(/^[+-]?(?:0|[1-9]\d{0,7})?(?:\.\d{0,4})?(?:[eE][+-]?\d{1,2})?$/);
  fc.assert(
    fc.property(digits, (source) => {
      fc.pre(/^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/.test(source));
      expect(judge(source).length).toBe(String(Number(source)) === source ? 0 : 1);
    }),
  );
});
