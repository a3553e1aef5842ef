import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compile } from '../../../../controller/expressions/index.js';

const run = (program: string, input: unknown) => compile(program).first(input as never);
const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r', ' ', 'ä', '\t') });

describe('tables of text', () => {
  test('are read as they are written', () => {
    const table = fc
      .integer({ min: 1, max: 5 })
      .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }));
    fc.assert(
      fc.property(table, fc.constantFrom(',', ';', '\t', '|'), (rows, separator) => {
        // A row of one empty cell is an empty line, which is one row of one empty cell again.
        const options = `{separator: ${JSON.stringify(separator)}}`;
        const text = String(run(`to_csv(${options})`, rows));
        if (rows.at(-1)?.join('') === '' && rows.at(-1)?.length === 1) return;
        expect(run(`from_csv(${options})`, text)).toEqual(rows);
      }),
      { numRuns: 3_000 },
    );
  });

  test('have names in their first row where that is asked for', () => {
    const rows = [
      { name: 'Ada', age: 36, at: null },
      { name: 'Bo, "the" first', tags: ['x'] },
    ];
    const text = run('to_csv', rows);
    expect(text).toBe('name,age,at,tags\nAda,36,,\n"Bo, ""the"" first",,,"[""x""]"');
    expect(run('from_csv({header: true}) | map(.name)', text)).toEqual(['Ada', 'Bo, "the" first']);
    expect(run('from_csv({header: true})', '__proto__,b\n1,2')).toEqual([
      Object.fromEntries([
        ['__proto__', '1'],
        ['b', '2'],
      ]),
    ]);
  });

  test('of other systems are read, with a mark of their order of bytes', () => {
    expect(run('from_csv', '\ufeffa,b\r\n1,\r\n')).toEqual([
      ['a', 'b'],
      ['1', ''],
    ]);
    expect(run('from_csv', '')).toEqual([]);
  });

  test.each([
    ['from_csv', '"a', 'does not end'],
    ['from_csv', '"a"b', 'goes on behind its quote'],
    ['from_csv({header: true})', 'a,a\n1,2', 'one name'],
    ['from_csv({header: true})', 'a\n1,2', 'more cells'],
    ['from_csv({seperator: ";"})', '', 'no option "seperator"'],
    ['from_csv({separator: "ab"})', '', 'one character'],
    ['from_csv', 1, 'takes a text'],
    ['to_csv', [{}, []], 'all objects, or all arrays'],
  ])('%s of %j says what is wrong', (program, input, message) => {
    expect(() => run(program, input)).toThrow(message);
  });

  test('are read within the budget of an expression', () => {
    const long = 'a,b\n'.repeat(2_000_000);
    expect(() => run('from_csv | length', long)).toThrow();
  });
});

describe('digests', () => {
  test('are those of the standards', () => {
    // FIPS 180-4 and RFC 4231, test case 2.
    expect(run('hash("sha256")', 'abc')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
    expect(run('hmac("sha256"; "Jefe")', 'what do ya want for nothing?')).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
    expect(() => run('hash("crc32")', 'abc')).toThrow('sha256');
    expect(() => run('hash("sha256")', 1)).toThrow('must be a text');
  });

  test('random ids differ, and an expression with one is not the same another time', () => {
    const program = compile('[range(20) | random_id] | unique | length');
    expect(program.first(null)).toBe(20);
    expect(program.deterministic).toBe(false);
  });
});
