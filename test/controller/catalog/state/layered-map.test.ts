import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LayeredMap } from '../../../../controller/catalog/state/layered-map.js';

describe('a layered map', () => {
  test('holds what a map holds after the same changes, and so does every older version', () => {
    const change = fc.tuple(fc.nat(30).map(String), fc.option(fc.nat(5), { nil: undefined }));
    fc.assert(
      fc.property(fc.array(fc.array(change, { maxLength: 10 }), { maxLength: 20 }), (rounds) => {
        const model = new Map<string, number>();
        const versions = [{ map: LayeredMap.empty<number>(), entries: [] as [string, number][] }];
        for (const changes of rounds) {
          for (const [key, value] of changes) value === undefined ? model.delete(key) : model.set(key, value);
          const map = (versions.at(-1)?.map ?? LayeredMap.empty<number>()).with(new Map(changes));
          versions.push({ map, entries: [...model] });
        }
        for (const { map, entries } of versions) {
          expect(new Map(map.entries())).toEqual(new Map(entries));
          expect(map.size).toBe(entries.length);
          expect(entries.every(([key, value]) => map.get(key) === value && map.has(key))).toBe(true);
        }
      }),
    );
  });

  test('stays right when its layer is merged into its base', () => {
    let map = LayeredMap.empty<number>();
    for (let at = 0; at < 5_000; at += 1) map = map.with(new Map([[`k${at % 3_000}`, at]]));

    expect(map.size).toBe(3_000);
    expect(map.get('k1')).toBe(3_001);
    expect(map.get('k2999')).toBe(2_999);
  });
});
