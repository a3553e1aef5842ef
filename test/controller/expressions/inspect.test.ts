import { describe, expect, test } from 'vitest';
import { assignmentAsCondition, pathsRead, suspicions } from '../../../controller/expressions/index.js';

describe('the parts of a variable that an expression reads', () => {
  test.each([
    ['$secrets.shop.token', ['shop.token']],
    ['$secrets["shop/api"]', ['shop/api']],
    ['"Bearer \\($secrets.shop.token)"', ['shop.token']],
    ['{ a: $secrets.one, b: [$secrets.two] }', ['one', 'two']],
    ['$secrets[.name]', []],
    ['$secrets | keys', []],
    ['.secrets.shop', []],
    ['{ shop: 1 } as $secrets | $secrets.shop', []],
    ['$secrets.a as $a | $a.b + $a["c"]', ['a.b', 'a.c']],
    ['$secrets | .a, (.b | .c)', ['a', 'b.c']],
    ['$secrets.a | length', ['a']],
    ['$secrets.a | map($secrets.b + .c)', ['a', 'b']],
    ['if .x then $secrets.a else $secrets.b end', ['a', 'b']],
    ['reduce $secrets.a[] as $a (0; . + $a.b)', ['a']],
    ['def f($secrets): $secrets.a; f($secrets.b)', ['b']],
    ['$secrets as {a: $a} | $a.b', []],
  ])('%s', (source, names) => {
    expect(pathsRead(source, 'secrets').map((path) => path.names.join('.'))).toEqual(names);
  });

  test.each([
    '$secrets.a // 1',
    '$secrets.a?',
    '$secrets.a == null',
    'null != $secrets.a',
    'try $secrets.a catch 1',
    '$secrets | .a // 1',
    '$secrets.a as $a | if $a == null then 1 else 2 end',
  ])('%s expects that it may be missing', (source) => {
    expect(pathsRead(source, 'secrets').map(({ isExpected }) => isExpected)).toEqual([true]);
  });

  test('are not looked for in an expression that nests too deeply', () => {
    const deep = `${'.a|'.repeat(20_000)}$secrets.a`;
    expect(pathsRead(deep, 'secrets').length).toBeLessThan(2);
  });

  test('come with the place of the variable', () => {
    expect(pathsRead('.a + $secrets.shop', 'secrets')).toMatchObject([
      { offset: 5, last: { start: 14, end: 18 } },
    ]);
  });
});

describe('an assignment that is a condition', () => {
  test.each([
    ['.status = "paid"', 8],
    ['.a == 1 and (.b = 2)', 16],
    ['(.a = 1) | not', 4],
    ['.orders[0] | .paid = true', 19],
    ['.a == 1', undefined],
    ['.a >= 1 or .b != 2', undefined],
    ['(.a = 1) | .a == 1', undefined],
    ['any(.items[]; .a == 1)', undefined],
    ['.a |= 1', undefined],
    ['.text == "a = b"', undefined],
  ])('%s', (source, offset) => {
    expect(assignmentAsCondition(source)).toBe(offset);
  });
});

describe('a part of an expression that likely means something else', () => {
  test.each([
    ['not .paid', true, '(.paid | not)'],
    ['not .order.paid', true, '(.order.paid | not)'],
    ['try (not .paid) catch false', false, '(.paid | not)'],
    ['(not .paid) // false', false, '(.paid | not)'],
    ['.order-id', false, '.["order-id"]'],
    ['range(1, 5, 2)', false, 'range(1; 5; 2)'],
    ['.items.length > 0', false, '(.items | length)'],
    ['.a | length > 0 and .b', false, '(.a | length > 0) and .b'],
    ['.name | test("x") or .other.name', false, '(.name | test("x")) or .other.name'],
    ['.a == 1 and .b | length > 0', false, '.a == 1 and (.b | length > 0)'],
    ['.n == .items | length', false, '.n == (.items | length)'],
  ])('%s', (source, fails, hint) => {
    const [first, second] = suspicions(source);
    expect(first).toMatchObject({ fails, hint: expect.stringContaining(hint) });
    expect(second).toBeUndefined();
  });

  test.each([
    '.total - length',
    '[range((1, 5))]',
    '.box.length > 0 and .box.width > 0',
    '(.paid | not)',
    '.items | length > 0',
    '.order | .paid and .sent',
    '(.a | length > 0) and .b',
    '.a | (length > 0 and .b)',
    '.a | length > 0 and length < 9',
    '.a == 1 | not',
    '[.a > 1, .b | length]',
    '.a == 1 and .b | not',
    '.items | map(.a == 1 and .b) | length',
  ])('%s means what it says', (source) => {
    expect(suspicions(source)).toEqual([]);
  });

  test('is told of at most 20 times, with short hints', () => {
    const long = suspicions(`range(${'.a'.repeat(1_000)}, 2)`);
    expect(long[0]?.hint.length).toBeLessThan(200);
    expect(suspicions(Array(500).fill('.a-b').join(','))).toHaveLength(20);
  });
});
