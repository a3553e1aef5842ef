import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  findPatternFault,
  matchesPath,
  mayMatchInside,
} from '../../../controller/flows/data/path-pattern.js';

describe('a pattern', () => {
  test.each([
    ['report.csv', 'report.csv', true],
    ['report.csv', 'out/report.csv', false],
    ['*.csv', 'a.csv', true],
    ['*.csv', 'a.csv.gz', false],
    ['*.csv', 'out/a.csv', false],
    ['*', '.hidden', false],
    ['.*', '.hidden', true],
    ['?.csv', 'ä.csv', true],
    ['?.csv', '😀.csv', true],
    ['?.csv', 'ab.csv', false],
    ['out/**', 'out', false],
    ['out/**', 'out/a', true],
    ['out/**', 'out/b/c/d.txt', true],
    ['**', 'a/b', true],
    ['**', 'a/.git/b', false],
    ['**/*.png', 'a.png', true],
    ['**/*.png', 'x/y/a.png', true],
    ['a/**/z', 'a/z', true],
    ['a/**/z/*.txt', 'a/z/b/z/q.txt', true],
    ['**/.cache/*', 'a/.cache/b', true],
    ['a*b*c', 'a.b.b.c', true],
    ['a*b*c', 'a.c.b', false],
    ['A.csv', 'a.csv', false],
    ['*', 'line\nbreak', true],
  ])('%s and the path %j: %s', (pattern, path, isMatch) => {
    expect(matchesPath(pattern, path)).toBe(isMatch);
  });

  const name = fc.stringMatching(/^[abz.]{1,4}$/);
  const part = fc.oneof(fc.constant('**'), fc.stringMatching(/^[abz.?*]{1,4}$/));

  test('matches as its regular expression does', () => {
    const toSource = (each: string) => {
      const source = each
        .split('')
        .map((character) => ({ '*': '[^/]*', '?': '[^/]', '.': '\\.' })[character] ?? character)
        .join('');
      return each.startsWith('.') ? source : `(?!\\.)${source}`;
    };
    const toRegExp = (parts: readonly string[]) => {
      const all = parts.at(-1) === '**' ? [...parts, '*'] : parts;
      const source = all.map((each) => (each === '**' ? '(?:(?!\\.)[^/]+/)*' : `${toSource(each)}/`));
      return new RegExp(`^${source.join('')}$`);
    };
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 5 }),
        fc.array(name, { minLength: 1, maxLength: 6 }),
        (parts, names) => {
          const isMatch = toRegExp(parts).test(`${names.join('/')}/`);
          expect(matchesPath(parts.join('/'), names.join('/'))).toBe(isMatch);
        },
      ),
      { numRuns: 5_000 },
    );
  });

  test('that matches a path may match inside of each folder above it', () => {
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 4 }),
        fc.array(name, { minLength: 2, maxLength: 6 }),
        (parts, names) => {
          const pattern = parts.join('/');
          if (!matchesPath(pattern, names.join('/'))) return;
          for (let depth = 1; depth < names.length; depth++)
            expect([pattern, names, mayMatchInside(pattern, names.slice(0, depth).join('/'))]).toEqual([
              pattern,
              names,
              true,
            ]);
        },
      ),
      { numRuns: 5_000 },
    );
    expect(mayMatchInside('*.csv', 'out')).toBe(false);
    expect(mayMatchInside('out/*.csv', 'other')).toBe(false);
    expect(mayMatchInside('**', '.git')).toBe(false);
  });

  test('with many wildcards is answered in few steps', () => {
    expect(matchesPath('a*'.repeat(200), `${'a'.repeat(250)}b`)).toBe(true);
    expect(matchesPath(`${'*a'.repeat(200)}b`, 'a'.repeat(4_000))).toBe(false);
    expect(matchesPath(`${'**/a/'.repeat(90)}b`, `${'a/'.repeat(2_000)}c`)).toBe(false);
  });

  test.each([
    ['', '1 to 500 characters'],
    ['a'.repeat(501), '1 to 500 characters'],
    [5, 'a pattern is text, not a number'],
    ['../a', 'leads out of the working folder'],
    ['out/../../a', 'leads out of the working folder'],
    ['/etc/passwd', 'is not relative'],
    ['~/a', 'is not relative'],
    ['C:/a', 'is not relative'],
    ['out\\a', 'has a `\\`'],
    ['./a', 'has an empty part'],
    ['out/', 'has an empty part'],
    ['a//b', 'has an empty part'],
    ['a\0', 'control characters'],
    ['${ .name }', 'holds an expression'],
    ['*.{csv,txt}', 'has a bracket'],
    ['[ab].csv', 'has a bracket'],
  ])('%j is refused, with what to write', (pattern, message) => {
    expect(findPatternFault(pattern)).toEqual({
      message: expect.stringContaining(message),
      hint: expect.stringMatching(/^(?:Write|The wildcards).*\.$/),
    });
  });

  test('of each allowed form is none', () => {
    for (const pattern of ['a', '*.csv', 'out/**', '**/*.png', '.env', '...', 'a b', 'ä?'])
      expect([pattern, findPatternFault(pattern)]).toEqual([pattern, undefined]);
  });
});
