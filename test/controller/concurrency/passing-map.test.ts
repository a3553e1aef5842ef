import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PassingMap } from '../../../controller/concurrency/passing-map.js';

const key = fc.constantFrom('a', 'b', 'c', 'd');
const change = fc.oneof(fc.record({ set: key, value: fc.integer({ min: 1 }) }), fc.record({ delete: key }));

test('holds what a Map holds, in the same order', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
      const [map, passing] = [new Map<string, number>(), new PassingMap<string, number>()];
      for (const each of changes) {
        if ('set' in each) {
          map.set(each.set, each.value);
          passing.set(each.set, each.value);
        } else expect(passing.delete(each.delete)).toBe(map.delete(each.delete));
        expect(passing.size).toBe(map.size);
        expect([...passing.values()]).toEqual([...map.values()]);
        for (const name of ['a', 'b', 'c', 'd']) {
          expect(passing.get(name)).toBe(map.get(name));
          expect(passing.has(name)).toBe(map.has(name));
        }
      }
    }),
  );
});

test('entries may leave and come while the values are read', () => {
  const map = new PassingMap<number, string>();
  for (const [number, name] of ['first', 'second', 'third'].entries()) map.set(number, name);
  const read: string[] = [];
  for (const value of map.values()) {
    read.push(value);
    if (value === 'first') {
      map.delete(1);
      map.set(3, 'fourth');
    }
  }
  expect(read).toEqual(['first', 'third', 'fourth']);
});
