import { describe, expect, it } from 'vitest';
import { compile, ExpressionError, type Json } from '../../../controller/expressions/index.js';

/** Consumes every output of a program; answers what ended it. How long it takes is a matter for the bench. */
function exhaust(source: string, input: Json = null): unknown {
  const program = compile(source);
  try {
    for (const _output of program(input));
  } catch (error) {
    return error;
  }
  return undefined;
}

function nested(depth: number): Json {
  let value: Json = 1;
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

describe('a runaway program ends in an expression error of kind `budget`', () => {
  it.each([
    '[range(1e12)]',
    'repeat(.)',
    'last(range(1e12))',
    'reduce range(1e12) as $i (0; . + 1)',
    'until(false; .)',
    'first(repeat(empty))',
    'def f: f; f',
    'def f: f, f; f',
    'def f: 1 + f; f',
    'def f: [f]; f',
    'def f(x): f(x | x); f(.)',
    '"x" * 1e9',
    '[limit(1e9; repeat("x"))] | add',
    'reduce range(100) as $i ("x"; . + .)',
    'reduce range(100) as $i ([1]; . + .)',
    'reduce range(60) as $i (1; [., .])',
    'reduce range(60) as $i (1; [., .]) | tojson',
    'reduce range(60) as $i (1; {a: ., b: .}) | [..] | length',
    '[range(1e5)] | [combinations(9)]',
    '[] | .[500000000] = 1',
    '{} | .[range(1e5) | tostring] = 1',
    'yn(1e9; 1e9)',
    '[range(1e5) | yn(1000; .)]',
    '"a" * 1e6 | index("a" * 5e5)',
    '[range(1e5) | 0] | indices([range(5e4) | 0])',
    '[range(1e5)] | contains([range(1e5)])',
    'try repeat(.) catch 1',
    '"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!" | test("^(a+)+$")',
    '"x" * 30 | test("(x+x+)+y")',
    '"a" * 1e6 | test("(.*)*b")',
  ])('%s', (source) => {
    const error = exhaust(source);
    expect(error).toBeInstanceOf(ExpressionError);
    expect(error).toMatchObject({ kind: 'budget' });
  });

  it.each(['[paths]', '[tostream]', 'def f: .[0] | [f]; f', 'recurse(.[0], empty)'])(
    '%s on a document 20,000 deep',
    (source) => {
      expect(exhaust(source, nested(20_000))).toMatchObject({ kind: 'budget' });
    },
  );

  it('a TypeError where the stack may end, as V8 rarely throws one, and no other', () => {
    const debug = () => {
      throw new TypeError('undefined is not a function');
    };
    const failing = (depth: number) => () =>
      compile(`def f: if . > ${depth} then debug else . + 1 | 0 + f end; 0 | f`, { debug }).first(null);
    expect(failing(400)).toThrow(expect.objectContaining({ kind: 'budget' }));
    expect(failing(10)).toThrow(TypeError);
  });

  const text = '("a" * 1e6) as $text';
  it.each([
    'last(repeat($text | length))',
    'last(repeat($text | utf8bytelength))',
    'last(repeat($text | ascii_upcase))',
    'last(repeat($text | tojson))',
    'last(repeat($text | fromjson?))',
    'last(repeat($text | @html))',
    'last(repeat($text | @sh))',
    'last(repeat($text | [.] | @csv))',
    'last(repeat($text | @uri | @urid))',
    'last(repeat($text | @base64 | @base64d))',
    'last(repeat($text | split("b")))',
    'last(repeat($text | index("b")))',
    'last(repeat($text | .[1:]))',
    'last(repeat($text | test("b")))',
    'last(repeat($text | [match("a")]))',
    'last(repeat($text | contains("aab")))',
    'last(repeat($text | . + "a" | ltrimstr("b")))',
    'last(repeat($text | . + "a" == . + "b"))',
    'last(repeat($text | {(. + "a"): 1}))',
    '[range(1e5) | $text] | tojson',
    '[range(1e5) | $text] | @sh',
    '$text | [match("(a)(a)?"; "g")]',
    '$text | gsub("a"; "b")',
    '$text | gsub(""; "b", "c")',
    '$text | test("(?i)(a*)\\\\1c")',
  ])(`${text} | %s`, (source) => {
    const error = exhaust(`${text} | ${source}`);
    expect(error).toMatchObject({ kind: 'budget' });
  });

  it.each([
    'last(repeat(try error("x") catch .))',
    'last(repeat(1 | .a?, 1))',
    'last(repeat(1 | try .a catch .))',
    'last(repeat("a" | fromjson?))',
    'last(repeat(label $out | break $out))',
    'last(range(1e9) | . as $n | "a" | test("b\\($n)"))',
    'last(range(1e9) | . as $n | "a" | test("\\\\p{Greek}\\($n)"; "i"))',
    'last(repeat(1e9 | strflocaltime("%c %Z")))',
    '[range(1e5) | y0]',
    '[range(1e5)] | last(repeat(.[] = 1))',
    '[range(1e5)] as $a | last(repeat($a | sort))',
    '[range(1e5)] as $a | last(repeat($a | to_entries))',
    '[range(1e5)] as $a | last(repeat($a | implode))',
    '(reduce range(20000) as $i ({}; .["k\\($i)"] = 1)) as $o | last(repeat($o | length))',
    '(reduce range(20000) as $i ({}; .["k\\($i)"] = 1)) as $o | last(repeat($o | first(.[])))',
    '(reduce range(20000) as $i ({}; .["k\\($i)"] = 1)) as $o | last(repeat($o + {a: 1}))',
    '(reduce range(20000) as $i ({}; .["k\\($i)"] = 1)) as $o | last(repeat($o | tojson))',
    '(reduce range(20000) as $i ({}; .["k\\($i)"] = 1)) as $o | last(repeat($o | sort?))',
    '(reduce range(20000) as $i ({}; .["k\\($i)"] = 1)) as $o | last(repeat($o | from_entries?))',
    'range("a"; "b"; "c") | empty',
    'last((1, 2) + (1, 2) + (1, 2) + (1, 2) + (1, 2) + (1, 2) + (1, 2) + (1, 2) + (1, 2) + (1, 2) + (1, 2) + (1, 2) + (1, 2) + (1, 2) + (1, 2) + (1, 2) + (1, 2) + (1, 2) + (1, 2) + (1, 2) + (1, 2) + (1, 2) + (1, 2) + (1, 2) + (1, 2) + (1, 2) + (1, 2) + (1, 2) + (1, 2) + (1, 2))',
    'last(range(1e12) | (., ., .) | (., ., .) | (., ., .))',
    '("a" * 1e6) as $s | [range(1e5) | $s + "\\(.)"] | unique | length',
    '("a" * 1e6) as $s | [range(1e5) | $s + "\\(.)"] | group_by(.) | length',
    '("a" * 1e6) as $s | [range(1e5) | $s + "\\(.)"] - ["x"] | length',
  ])('%s', (source) => {
    const error = exhaust(source);
    expect(error).toMatchObject({ kind: 'budget' });
  });
});

describe('honest work is not cut off', () => {
  const rows: Json[] = Array.from({ length: 4500 }, (_, id) => ({
    id,
    name: `customer ${id}`,
    total: id * 1.5,
    tags: ['a', `t${id % 10}`],
    address: { city: ['Rome', 'Bern', 'Oslo'][id % 3] as string, geo: { lat: id / 100, lon: -id / 50 } },
    items: [
      { sku: `s${id}`, qty: id % 5, price: 9.99 },
      { sku: `z${id}`, qty: 2, price: 1.25 },
    ],
  }));

  it.each([
    'walk(if type == "string" then ascii_upcase else . end) | length',
    '[.. | numbers] | add',
    'map(with_entries(.value |= tostring)) | length',
    'group_by(.address.city) | map({city: .[0].address.city, total: (map(.total) | add)})',
    'tojson | fromjson | length',
    '[tostream] | length',
    'INDEX(.id) | length',
    'reduce .[] as $row ({}; .[$row.address.city] += [$row.id]) | length',
    'map(.name | gsub("[aeiou]"; "*")) | length',
    'map(select(.name | test("^customer [0-9]+$"))) | length',
    '.[].items[].price |= . * 1.1 | length',
  ])('%s on a document of about a megabyte', (source) => {
    expect(JSON.stringify(rows).length).toBeGreaterThan(800_000);
    expect(exhaust(source, rows)).toBeUndefined();
  });

  it.each([
    ['last(range(1e5))', 99_999],
    ['[limit(100000; repeat(1))] | length', 100_000],
    ['0 | until(. > 1e5; . + 1)', 100_001],
    ['def f: if . > 1e5 then . else . + 1 | f end; 0 | f', 100_001],
    ['def f($n): if $n > 50000 then $n else f($n + 1) end; f(0)', 50_001],
    ['[0 | recurse(if . < 1e5 then . + 1 else empty end)] | length', 100_001],
    ['def f: if . > 500 then . else . + 1 | 0 + f end; 0 | f', 501],
    ['[range(1e5)] - [range(1e5)] | length', 0],
    ['" " * 1e6 + "x" | rtrim | length', 1_000_001],
    ['"=" * 1e6 + "a" | try @base64d catch 1', 1],
    ['[range(1e5) | tostring | test("1$")] | length', 100_000],
    ['[range(1e5) | tostring | sub("1"; "x")] | length', 100_000],
    ['[range(1e5) | tostring | gsub("^1"; "x")] | length', 100_000],
    ['[range(1e5) | (tostring + "x" | tonumber? // 0)] | length', 100_000],
    ['[range(1e5) | try error("x") catch 1] | length', 100_000],
    ['[range(1e5) | {a: ., b: "n\\(.)"}] | sort_by(.b) | group_by(.a % 7) | length', 7],
    ['[range(1e5) | tostring] | join(",") | split(",") | map(tonumber) | length', 100_000],
    ['[range(1e5) | @sh "x \\(.)"] | length', 100_000],
    ['[range(1e5) | todate] | unique | length', 100_000],
    ['[range(1e5)] | map([.]) | add | length', 100_000],
    ['[range(1e5)] | walk(.) | tojson | fromjson | length', 100_000],
    ['[range(1e5) | {key: tostring, value: .}] | from_entries | to_entries | length', 100_000],
    ['reduce range(1e5) as $i ([]; . + [$i]) | length', 100_000],
    ['reduce range(1e5) as $i ([]; .[$i] = $i) | length', 100_000],
    ['reduce range(20000) as $i ({}; .["k\\($i)"] = $i) | length', 20_000],
  ])('%s', (source, expected) => {
    expect(compile(source).first(null)).toBe(expected);
  });

  it('budgets can be set', () => {
    expect(() => compile('[range(1000)]', { budget: { steps: 100 } }).first(null)).toThrow(/100 steps/);
  });
});

describe('odd numbers end as quickly as others', () => {
  it.each([
    ['del(.[nan])', [1, 2]],
    ['delpaths([[nan, 0], [nan, 1]])', [1, 2]],
  ])('%s', (source, expected) => {
    expect(compile(source).first([1, 2])).toEqual(expected);
  });
});
