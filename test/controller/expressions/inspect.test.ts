import { describe, expect, test } from 'vitest';
import { assignmentAsCondition, membersRead } from '../../../controller/expressions/index.js';

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
