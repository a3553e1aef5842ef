import { describe, expect, test } from 'vitest';
import type { Problem } from '../../../../controller/problems/index.js';
import { applyJsonPatch, applyMergePatch } from '../../../../controller/yaml-edit/patches/apply-patch.js';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';

const limits = { depth: 100 };

function refused(apply: () => unknown): Problem {
  try {
    apply();
  } catch (error) {
    return error as Problem;
  }
  throw new Error('nothing was thrown');
}

/** The examples of RFC 6902, appendix A, those whose document is an object. */
const examples: [string, JsonObject, Json, JsonObject | { pointer: string }][] = [
  [
    'A.1 adds a member',
    { foo: 'bar' },
    [{ op: 'add', path: '/baz', value: 'qux' }],
    { baz: 'qux', foo: 'bar' },
  ],
  [
    'A.2 adds an item',
    { foo: ['bar', 'baz'] },
    [{ op: 'add', path: '/foo/1', value: 'qux' }],
    { foo: ['bar', 'qux', 'baz'] },
  ],
  ['A.3 removes a member', { baz: 'qux', foo: 'bar' }, [{ op: 'remove', path: '/baz' }], { foo: 'bar' }],
  [
    'A.4 removes an item',
    { foo: ['bar', 'qux', 'baz'] },
    [{ op: 'remove', path: '/foo/1' }],
    { foo: ['bar', 'baz'] },
  ],
  [
    'A.5 replaces a value',
    { baz: 'qux', foo: 'bar' },
    [{ op: 'replace', path: '/baz', value: 'boo' }],
    { baz: 'boo', foo: 'bar' },
  ],
  [
    'A.6 moves a value',
    { foo: { bar: 'baz', waldo: 'fred' }, qux: { corge: 'grault' } },
    [{ op: 'move', from: '/foo/waldo', path: '/qux/thud' }],
    { foo: { bar: 'baz' }, qux: { corge: 'grault', thud: 'fred' } },
  ],
  [
    'A.7 moves an item',
    { foo: ['all', 'grass', 'cows', 'eat'] },
    [{ op: 'move', from: '/foo/1', path: '/foo/3' }],
    { foo: ['all', 'cows', 'eat', 'grass'] },
  ],
  [
    'A.8 tests with success',
    { baz: 'qux', foo: ['a', 2, 'c'] },
    [
      { op: 'test', path: '/baz', value: 'qux' },
      { op: 'test', path: '/foo/1', value: 2 },
    ],
    { baz: 'qux', foo: ['a', 2, 'c'] },
  ],
  ['A.9 tests in vain', { baz: 'qux' }, [{ op: 'test', path: '/baz', value: 'bar' }], { pointer: '/baz' }],
  [
    'A.10 adds an object',
    { foo: 'bar' },
    [{ op: 'add', path: '/child', value: { grandchild: {} } }],
    { foo: 'bar', child: { grandchild: {} } },
  ],
  [
    'A.11 ignores other members',
    { foo: 'bar' },
    [{ op: 'add', path: '/baz', value: 'qux', xyz: 123 }],
    { foo: 'bar', baz: 'qux' },
  ],
  [
    'A.12 adds into nothing',
    { foo: 'bar' },
    [{ op: 'add', path: '/baz/bat', value: 'qux' }],
    { pointer: '/baz' },
  ],
  ['A.14 escapes', { '/': 9, '~1': 10 }, [{ op: 'test', path: '/~01', value: 10 }], { '/': 9, '~1': 10 }],
  [
    'A.15 tells texts from numbers',
    { '/': 9, '~1': 10 },
    [{ op: 'test', path: '/~01', value: '10' }],
    { pointer: '/~01' },
  ],
  [
    'A.16 adds behind the last',
    { foo: ['bar'] },
    [{ op: 'add', path: '/foo/-', value: ['abc', 'def'] }],
    { foo: ['bar', ['abc', 'def']] },
  ],
];

describe('a JSON patch', () => {
  test.each(examples)('%s', (_name, document, patch, expected) => {
    const before = structuredClone(document);
    if ('pointer' in expected) {
      const { code, errors } = refused(() => applyJsonPatch(document, patch, limits));
      expect(code).toBe('patch_conflict');
      expect(errors).toMatchObject([expected]);
    } else expect(applyJsonPatch(document, patch, limits)).toEqual(expected);
    expect(document).toEqual(before);
  });

  test('replaces the whole document, and may test and copy it', () => {
    const patch = [
      { op: 'test', path: '', value: { a: 1 } },
      { op: 'copy', from: '', path: '/b' },
      { op: 'add', path: '/b/c', value: 2 },
    ];
    expect(applyJsonPatch({ a: 1 }, patch, limits)).toEqual({ a: 1, b: { a: 1, c: 2 } });
    expect(applyJsonPatch({ a: 1 }, [{ op: 'replace', path: '', value: { z: 1 } }], limits)).toEqual({
      z: 1,
    });
  });

  test.each<[string, Json]>([
    ['an object', { op: 'add' }],
    ['of an unknown operation', [{ op: 'merge', path: '/a' }]],
    ['without a path', [{ op: 'remove' }]],
    ['with a path that is no pointer', [{ op: 'remove', path: 'a' }]],
    ['with a wrong escape', [{ op: 'remove', path: '/a~2' }]],
    ['without a value', [{ op: 'add', path: '/a' }]],
    ['that moves a value into itself', [{ op: 'move', from: '/a', path: '/a/b' }]],
    ['that points to a prototype', [{ op: 'add', path: '/__proto__/x', value: 1 }]],
    ['that would leave no object', [{ op: 'replace', path: '', value: 1 }]],
    ['that holds a prototype', JSON.parse('[{"op":"add","path":"/x","value":{"__proto__":{"y":1}}}]')],
  ])('%s is refused', (_name, patch) => {
    expect(refused(() => applyJsonPatch({ a: { b: 1 } }, patch, limits)).code).toBe('patch_invalid');
  });

  test.each(['/list/01', '/list/-1', '/list/9', '/list/-', '/list/length', '/text/0', '/toString'])(
    'that reads %s is answered with the place',
    (path) => {
      const { code, errors } = refused(() =>
        applyJsonPatch({ list: [1], text: 'a' }, [{ op: 'remove', path }], limits),
      );
      expect(code).toBe('patch_conflict');
      expect(errors?.[0]?.pointer).toBe(path);
    },
  );

  test('whose copies double is refused before memory is full', () => {
    const patch = Array.from({ length: 64 }, (_, index) => ({ op: 'copy', from: '', path: `/c${index}` }));
    expect(refused(() => applyJsonPatch({ a: [1, 2, 3] }, patch, limits)).message).toContain('copies more');
  });

  test('nested without end is refused', () => {
    const deep = JSON.parse('['.repeat(20_000) + ']'.repeat(20_000));
    expect(refused(() => applyJsonPatch({}, [{ op: 'add', path: '/a', value: deep }], limits)).code).toBe(
      'patch_invalid',
    );
  });
});

describe('a merge patch', () => {
  /** The examples of RFC 7396, appendix A, whose results are objects. */
  test.each<[JsonObject, JsonObject, JsonObject]>([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('of %j by %j gives %j', (document, patch, expected) => {
    const before = structuredClone(document);
    expect(applyMergePatch(document, patch, limits)).toEqual(expected);
    expect(document).toEqual(before);
  });

  test.each([[['a']], ['text'], [null], [JSON.parse('{"__proto__": {"x": 1}}')]])(
    '%j is refused',
    (patch) => {
      expect(refused(() => applyMergePatch({ a: 1 }, patch, limits)).code).toBe('patch_invalid');
      expect(({} as Record<string, unknown>)['x']).toBeUndefined();
    },
  );
});
