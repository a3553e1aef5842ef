import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changesBetween } from '../../../../controller/yaml-edit/compare/changes-between.js';
import { unifiedDiff } from '../../../../controller/yaml-edit/compare/unified-diff.js';
import type { Json } from '../../../../schemas/json/types.js';
import { isEqual, parsePointer } from '../../../../schemas/json/values.js';

describe('what differs between two values', () => {
  test('is told member by member, items followed through insertions and moves', () => {
    const from = { a: 1, b: { c: 'x' }, do: [{ one: { set: 1 } }, { two: { set: 2 } }, { three: 3 }] };
    const to = { a: 1, b: { c: 'y', 'd/e': [] }, do: [{ zero: 0 }, { three: 3 }, { one: { set: 9 } }] };
    expect(changesBetween(from, to)).toEqual([
      { op: 'replace', pointer: '/b/c', from: 'x', to: 'y' },
      { op: 'add', pointer: '/b/d~1e', to: [] },
      { op: 'add', pointer: '/do/0', to: { zero: 0 } },
      { op: 'move', pointer: '/do/1', oldPointer: '/do/2', from: { three: 3 }, to: { three: 3 } },
      { op: 'replace', pointer: '/do/2/one/set', from: 1, to: 9 },
      { op: 'remove', pointer: '/do/1', from: { two: { set: 2 } } },
    ]);
  });

  test('is nothing exactly when they are equal, and every pointer leads to its value', () => {
    const value = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>;
    const at = (root: Json, pointer: string) =>
      (parsePointer(pointer) ?? []).reduce(
        (holder, name) => (holder as Record<string, Json>)[name] as Json,
        root,
      );
    fc.assert(
      fc.property(value, value, (from, to) => {
        const changes = changesBetween(from, to);
        expect(changes.length === 0).toBe(isEqual(from, to));
        for (const change of changes) {
          if (change.op === 'remove') expect(at(from, change.pointer)).toEqual(change.from);
          else expect(at(to, change.pointer)).toEqual(change.to);
        }
      }),
    );
  });
});

describe('a unified diff', () => {
  const side = { oldPath: 'a.yaml', newPath: 'a.yaml' };

  test('reads as the one of git', () => {
    expect(unifiedDiff({ ...side, before: 'a: 1\nb: 2\n', after: 'a: 1\nb: 3' })).toBe(
      '--- a/a.yaml\n+++ b/a.yaml\n@@ -1,2 +1,2 @@\n a: 1\n-b: 2\n+b: 3\n\\ No newline at end of file\n',
    );
    expect(unifiedDiff({ oldPath: undefined, newPath: 'a.yaml', before: '', after: 'a: 1\n' })).toBe(
      '--- /dev/null\n+++ b/a.yaml\n@@ -0,0 +1,1 @@\n+a: 1\n',
    );
    expect(unifiedDiff({ ...side, before: 'a', after: 'a' })).toBe('');
  });

  test('of texts that differ everywhere shows both', () => {
    const lines = (mark: string) =>
      Array.from({ length: 20_000 }, (_, index) => `${mark}${index}\n`).join('');
    const text = unifiedDiff({ ...side, before: lines('a'), after: lines('b') }, { length: 1e7 });
    expect(text).toContain('@@ -1,20000 +1,20000 @@\n-a0\n');
    expect(text.endsWith('+b19999\n')).toBe(true);
  });

  test('that is too long says how much is missing', () => {
    const after = 'line\n'.repeat(1000);
    const text = unifiedDiff({ oldPath: undefined, newPath: 'b', before: '', after }, { length: 500 });
    expect(text.length).toBeLessThan(600);
    expect(text).toMatch(/\n\\ 9\d\d more lines are not shown\n$/);
  });
});
