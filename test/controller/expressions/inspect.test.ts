import { describe, expect, test } from 'vitest';
import { assignmentAsCondition, membersRead, suspicions } from '../../../controller/expressions/index.js';

describe('the members of a variable that an expression reads', () => {
  test.each([
    ['$secrets.shop.token', ['shop']],
    ['$secrets["shop/api"]', ['shop/api']],
    ['"Bearer \\($secrets.shop.token)"', ['shop']],
    ['{ a: $secrets.one, b: [$secrets.two] }', ['one', 'two']],
    ['$secrets[.name]', []],
    ['$secrets | keys', []],
    ['.secrets.shop', []],
    ['{ shop: 1 } as $secrets | $secrets.shop', []],
  ])('%s', (source, names) => {
    expect(membersRead(source, 'secrets').map(({ name }) => name)).toEqual(names);
  });

  test('come with the place of the variable', () => {
    expect(membersRead('.a + $secrets.shop', 'secrets')).toEqual([{ name: 'shop', offset: 5 }]);
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
  ])('%s means what it says', (source) => {
    expect(suspicions(source)).toEqual([]);
  });

  test('is told of at most 20 times, with short hints', () => {
    const long = suspicions(`range(${'.a'.repeat(1_000)}, 2)`);
    expect(long[0]?.hint.length).toBeLessThan(200);
    expect(suspicions(Array(500).fill('.a-b').join(','))).toHaveLength(20);
  });
});
