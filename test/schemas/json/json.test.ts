import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../schemas/json/types.js';
import {
  canonical,
  isEqual,
  isObject,
  mergePatch,
  parsePointer,
  pointerTo,
} from '../../../schemas/json/values.js';

const json = fc.jsonValue() as fc.Arbitrary<Json>;

describe('a JSON pointer', () => {
  test('is parsed to the names that it was built from', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (names) => {
        expect(parsePointer(names.reduce(pointerTo, ''))).toEqual(names);
      }),
    );
  });

  test('is refused without a leading slash and with a tilde that encodes nothing', () => {
    expect([parsePointer('a'), parsePointer('/~2'), parsePointer('/~')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('equality of JSON values', () => {
  test('does not depend on the order of members, and agrees with the canonical text', () => {
    fc.assert(
      fc.property(json, json, (left, right) => {
        expect(isEqual(left, reversed(left))).toBe(true);
        expect(isEqual(left, right)).toBe(canonical(left) === canonical(right));
      }),
    );
    expect(isEqual(0, -0)).toBe(true);
    expect(isEqual([1], { 0: 1 })).toBe(false);
  });
});

describe('a merge patch', () => {
  // The cases of RFC 7396, appendix A.
  test.each<[Json, Json, Json]>([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('makes of %j with %j %j', (target, patch, result) => {
    expect(mergePatch(target, patch)).toEqual(result);
  });

  test('treats `__proto__` as a member and changes neither argument', () => {
    const patch = JSON.parse('{"__proto__":{"polluted":true}}') as Json;
    const target = { a: 1 };
    const merged = mergePatch(target, patch);
    expect(JSON.stringify(merged)).toBe('{"a":1,"__proto__":{"polluted":true}}');
    expect(target).toEqual({ a: 1 });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

test('only an object is an object', () => {
  expect([{}, [], null, 'a', 1, undefined].map(isObject)).toEqual([true, false, false, false, false, false]);
});

function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, inner]) => [name, reversed(inner)]),
  );
}
