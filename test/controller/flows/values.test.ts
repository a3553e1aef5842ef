import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDuration } from '../../../controller/flows/data/duration.js';
import { expandUri } from '../../../controller/flows/data/uri-template.js';
import { interpolation } from '../../../controller/flows/plan/template.js';
import { pointerTo } from '../../../schemas/json/values.js';

describe('durations', () => {
  test.each([
    ['PT1M30S', 90_000],
    ['PT0.25S', 250],
    ['PT1,5H', 5_400_000],
    ['P1DT1H', 90_000_000],
    ['P2W', 1_209_600_000],
    ['P1Y2M', 36_720_000_000],
    ['PT0S', 0],
    [{ minutes: 1, seconds: 2, milliseconds: 3 }, 62_003],
    [{ days: 1, hours: 1 }, 90_000_000],
  ])('%j is %d ms', (value, ms) => {
    expect(parseDuration(value)).toBe(ms);
  });

  test.each(['', 'P', 'PT', 'P1H', '1S', 'PT-1S', 'P11Y', `P${'1'.repeat(200)}D`])(
    '%j is refused',
    (value) => {
      expect(parseDuration(value)).toHaveProperty('problem');
    },
  );
});

describe('texts with expressions', () => {
  const sources = (text: string) =>
    interpolation(text).parts.flatMap((part) => (part.kind === 'expression' ? [part.source] : []));

  test.each([
    ['braces of objects', `\${ { a: { b: 1 } } }`, [' { a: { b: 1 } } ']],
    ['braces in strings', `\${ "}" + "\\"}" }`, [' "}" + "\\"}" ']],
    ['strings in strings', `\${ "a\\( {b: "}"} | .b )c" }`, [' "a\\( {b: "}"} | .b )c" ']],
    ['comments', `\${ .a # }\n }`, [' .a # }\n ']],
    ['several expressions', `x\${ .a }y\${.b}`, [' .a ', '.b']],
  ])('%s do not end the expression', (_, text, expected) => {
    expect(sources(text)).toEqual(expected);
  });

  test('offsets point into the text', () => {
    const text = `n: \${ .a }, m: \${ .b }`;
    for (const part of interpolation(text).parts) {
      const own = part.kind === 'text' ? part.text : part.source;
      expect(text.slice(part.offset, part.offset + own.length)).toBe(own);
    }
  });

  test('white space around one expression leaves it whole', () => {
    expect(interpolation(` \${ .a }\n`).whole).toBe(true);
    expect(interpolation(`\${ .a } \${ .b }`).whole).toBe(false);
  });

  test('the parts make up the text again', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a{}$"\\( )#\n]{0,20}$/), (text) => {
        const { parts, unclosed } = interpolation(text);
        const again = parts
          .map((part) => (part.kind === 'text' ? part.text : ['$', '{', part.source, '}'].join('')))
          .join('');
        expect(unclosed === undefined ? again : text.startsWith(again)).toBe(
          unclosed === undefined ? text : true,
        );
      }),
    );
  });
});

describe('URI templates', () => {
  test.each([
    ['https://e.com/{id}', { id: 'a/b c' }, 'https://e.com/a%2Fb%20c'],
    ['/{n}/{yes}/{none}/{missing}', { n: 1, yes: true, none: null }, '/1/true//'],
    ['/{pet.id}', { 'pet.id': 7, pet: { id: 8 } }, '/7'],
    ['/{toString}', {}, '/'],
    ['/{q}', { q: "it's(*)!" }, '/it%27s%28%2A%29%21'],
  ])('%s', (template, data, expected) => {
    expect(expandUri(template, data)).toBe(expected);
  });

  test('a value that is not scalar is refused', () => {
    expect(() => expandUri('/{a}', { a: {} })).toThrow('must be a string');
  });
});

test('JSON pointers escape what they must', () => {
  expect(pointerTo('/do/0', 'a/b~c')).toBe('/do/0/a~1b~0c');
});
