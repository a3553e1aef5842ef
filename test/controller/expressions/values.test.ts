import { describe, expect, it } from 'vitest';
import { compile, type Json } from '../../../controller/expressions/index.js';

function first(source: string, input: Json = null): Json | undefined {
  return compile(source).first(input);
}

/** Freezes a value all the way down: a mutation would throw. */
function frozen(value: Json): Json {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(frozen);
  return Object.freeze(value) as Json;
}

describe('names of prototypes are ordinary keys', () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', 'map'];

  it.each(names)('reading %s of an object without it gives null', (name) => {
    expect(first(`.${name}`, {})).toBeNull();
    expect(first(`has("${name}")`, {})).toBe(false);
    expect(first(`{} | .["${name}"]`)).toBeNull();
  });

  it.each(names)('%s can be written, read, counted and deleted', (name) => {
    const made = first(`{"${name}": 1} | .["${name}"] += 1`) as { [key: string]: Json };
    expect(JSON.stringify(made)).toBe(`{"${name}":2}`);
    expect(Object.getPrototypeOf(made)).toBe(Object.prototype);
    expect(first(`{} | .["${name}"] = 5 | .["${name}"], keys, length, del(.["${name}"])`)).toBe(5);
    expect(
      first(
        `[{} | setpath(["${name}", "x"]; 1) | getpath(["${name}", "x"]), (to_entries | from_entries | length)]`,
      ),
    ).toEqual([1, 1]);
    expect(first(`{"a": {}} * {"a": {"${name}": 1}} | .a["${name}"]`)).toBe(1);
    expect(first(`reduce ("${name}", "b") as $k ({}; .[$k] = 1) | length`)).toBe(2);
    expect(first(`fromjson | .["${name}"]`, `{"${name}": 3}`)).toBe(3);
  });

  it('nothing reaches Object.prototype', () => {
    for (const source of [
      '.__proto__.polluted = 1',
      '.constructor.prototype.polluted = 1',
      'setpath(["__proto__","polluted"]; 1)',
      '. * {"__proto__": {"polluted": 1}}',
      '{"__proto__": {"polluted": 1}} + .',
    ]) {
      first(source, {});
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    }
  });
});

describe('inputs are never changed', () => {
  const input = frozen({ a: [3, 1, 2], b: { c: { d: [1, { e: null }] } }, s: 'x' });

  it.each([
    '.a[0] = 9',
    '.b.c.d[1].e |= 5',
    '.a |= sort',
    'del(.a[0], .b.c)',
    '.a += [4]',
    'to_entries | from_entries',
    'with_entries(.value |= tostring)',
    'walk(.)',
    '.a | sort, reverse, unique',
    'map_values(.)',
    '. * {b: {c: {z: 1}}}',
    'reduce range(3) as $i (.; .a += [$i] | .b.c.n += 1 | .b.c.d[0] = $i)',
    'reduce .a[] as $x (.b; . + {"k\\($x)": $x})',
    '[.a, .a] | add',
    'add(.a, .a)',
    '[.b, {z: 1}] | add',
    '.a | group_by(.), sort_by(-.), min_by(.), transpose?',
    'setpath(["b", "c", "d", 5]; 1)',
    'delpaths([["a", 1], ["b"]])',
    'pick(.b.c.d[1].e)',
    '.. |= .',
    '[tostream] | fromstream(.[])',
  ])('%s', (source) => {
    const before = JSON.stringify(input);
    for (const _output of compile(source)(input));
    expect(JSON.stringify(input)).toBe(before);
  });

  it('a variable is not changed by what is built from it', () => {
    const start = frozen({ list: [1] });
    const program = compile('reduce range(3) as $i ($start; .list += [$i]), $start', {
      variables: ['start'],
    });
    expect([...program(null, { start })]).toEqual([{ list: [1, 0, 1, 2] }, { list: [1] }]);
  });
});

describe('what a `reduce` puts into its state twice stays two things', () => {
  it.each([
    ['reduce range(3) as $i ({x: [1]}; .y = .x | .x[0] += 1)', { x: [4], y: [3] }],
    [
      'reduce range(3) as $i ({x: {}}; .x.a += 1 | .y[$i] = .x)',
      { x: { a: 3 }, y: [{ a: 1 }, { a: 2 }, { a: 3 }] },
    ],
    ['reduce range(2) as $i ([{}]; .[0].n += 1 | . + [.[0]])', [{ n: 2 }, { n: 1 }, { n: 2 }]],
    ['reduce range(2) as $i ({a: []}; .a += [$i] | .b += [.a])', { a: [0, 1], b: [[0], [0, 1]] }],
    [
      'reduce range(2) as $i ({}; .a += {("k\\($i)"): $i} | if $i == 0 then .b = .a else . end)',
      { a: { k0: 0, k1: 1 }, b: { k0: 0 } },
    ],
  ])('%s', (source, expected) => {
    expect(first(source)).toEqual(expected);
  });
});

describe('numbers that JSON lacks leave as jq prints them', () => {
  it.each([
    ['nan', null],
    ['[nan, {a: infinite}]', [null, { a: Number.MAX_VALUE }]],
    ['-infinite', -Number.MAX_VALUE],
    ['[limit(2; 1e308 * (10, 1))]', [Number.MAX_VALUE, 1e308]],
  ])('%s', (source, expected) => {
    expect(first(source)).toEqual(expected);
  });
});
