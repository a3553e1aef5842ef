import { describe, expect, it } from 'vitest';
import { compile } from '../../../controller/expressions/index.js';

/** The oracle has too small a stack for these; the answers are those of its own test suite. */
const arrays = (levels: number) => `(reduce range(${levels}) as $_ ([]; [.]))`;
const objects = (levels: number) => `(reduce range(${levels}) as $_ ({}; {a: .}))`;

describe('values may be nested 10,000 levels deep', () => {
  it.each([
    ['setpath([range(10000) | 0]; 0) | flatten', [0]],
    ['getpath([range(10000) | 0])', null],
    ['delpaths([[range(10000) | 0]])', null],
    ['setpath([range(10000) | 0]; 1) | delpaths([[range(10000) | 0]]) | tojson | length', 20_000],
    ['setpath([range(9000) | 0]; nan) | [., 1] | last', 1],
    [`${arrays(10_000)} | contains([[]]), contains(.)`, true],
    [`${arrays(10_000)} == ${arrays(10_000)}`, true],
    [`${objects(10_000)} == ${objects(10_000)}`, true],
    [`${objects(10_000)} * ${objects(10_000)} | length`, 1],
    [`[${arrays(10_000)}, ${arrays(9000)}] | sort | map(. == ${arrays(10_000)})`, [false, true]],
    [`[${arrays(10_000)}, ${arrays(10_000)}] | unique | length`, 1],
    [`[${objects(9998)}, ${objects(9998)}] | group_by(.) | length`, 1],
    [`${arrays(10_000)} | [..] | length`, 10_001],
    [`${arrays(10_000)} | walk(.) | tojson | length`, 20_002],
    [`${objects(10_000)} | walk(.) == . or true`, true],
    [`${arrays(10_000)} | [.. | select(. == [])] | length`, 1],
    [`${arrays(9999)} | tojson | fromjson | tojson | length`, 20_000],
  ])('%s', (program, expected) => {
    expect(compile(program).first(null)).toEqual(expected);
  });

  it('numbers that JSON lacks are replaced in an output at any depth', () => {
    let value = compile('setpath([range(9000) | 0]; nan)').first(null);
    while (Array.isArray(value)) value = value[0];
    expect(value).toBeNull();
    expect(compile('{a: [1, nan], b: infinite, c: {d: []}}').first(null)).toEqual({
      a: [1, null],
      b: Number.MAX_VALUE,
      c: { d: [] },
    });
  });
});

describe('deeper ones are an error that can be caught', () => {
  it.each([
    ['setpath([range(10001) | 0]; 0)', 'Path too deep'],
    ['getpath([range(10001) | 0])', 'Path too deep'],
    ['delpaths([[range(10001) | 0]])', 'Path too deep'],
    [`${arrays(10_001)} | contains(.)`, 'Containment check too deep'],
    [`${objects(10_001)} | . * .`, 'Object merge too deep'],
    [`${arrays(10_001)} == ${arrays(10_001)}`, 'Equality check too deep'],
    [`[${arrays(10_001)}] - [${arrays(10_001)}]`, 'Equality check too deep'],
    [`[${arrays(10_001)}] | indices([${arrays(10_001)}])`, 'Equality check too deep'],
    [`${arrays(10_001)} | . < .`, 'Comparison too deep'],
    [`${objects(10_001)} | [., .] | sort`, 'Comparison too deep'],
    [`${arrays(10_001)} | [., .] | unique`, 'Comparison too deep'],
    [`${arrays(10_001)} | [., .] | group_by(.)`, 'Comparison too deep'],
    [`${arrays(10_001)} | [., .] | min`, 'Comparison too deep'],
    [`${arrays(10_001)} | [., .] | bsearch(.[0])`, 'Comparison too deep'],
  ])('%s: %s', (program, message) => {
    expect(compile(`try (${program}) catch .`).first(null)).toBe(message);
  });
});
