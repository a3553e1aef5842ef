import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type MergeConflict,
  mergeDefinitions,
} from '../../../../controller/yaml-edit/merge/merge-definitions.js';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { editAtRandom, numbersFrom } from '../rewrite/edit-at-random.js';

const flow: JsonObject = {
  document: { name: 'order', version: '1.0.0' },
  do: [{ check: { if: '.ok' } }, { post: { call: 'shop.post' } }, { tell: { call: 'chat.post' } }],
};

function changed(
  change: (flow: { document: JsonObject; do: Json[]; [name: string]: Json }) => unknown,
): JsonObject {
  const copy = structuredClone(flow);
  change(copy as never);
  return copy;
}

function merged(ours: JsonObject, theirs: JsonObject, base = flow): Json | undefined {
  const result = mergeDefinitions({ base, ours, theirs });
  expect(result.conflicts).toBeUndefined();
  return result.merged;
}

function conflicts(
  ours: JsonObject | undefined,
  theirs: JsonObject | undefined,
  base: JsonObject | undefined = flow,
) {
  return mergeDefinitions({ base, ours, theirs }).conflicts;
}

describe('two changes', () => {
  test('of two members are both in the result', () => {
    const ours = changed((to) => Object.assign(to.document, { version: '1.1.0' }));
    const theirs = changed((to) => Object.assign(to.document, { title: 'Order' }));
    expect(merged(ours, theirs)).toEqual({
      ...flow,
      document: { name: 'order', version: '1.1.0', title: 'Order' },
    });
  });

  test('of two tasks are both in the result, though one side put another before them', () => {
    const ours = changed((to) => to.do.unshift({ log: { set: {} } }));
    const theirs = changed((to) => to.do.splice(1, 1, { post: { call: 'shop.put' } }));
    expect(merged(ours, theirs)).toMatchObject({
      do: [{ log: { set: {} } }, { check: {} }, { post: { call: 'shop.put' } }, { tell: {} }],
    });
  });

  test('one of which moves a task that the other changes, make the moved task changed', () => {
    const ours = changed((to) => to.do.unshift(...to.do.splice(2, 1)));
    const theirs = changed((to) => to.do.splice(2, 1, { tell: { call: 'mail.send' } }));
    expect(merged(ours, theirs)).toMatchObject({
      do: [{ tell: { call: 'mail.send' } }, { check: {} }, { post: {} }],
    });
  });

  test('that delete one thing and change another do both', () => {
    const ours = changed((to) => to.do.pop());
    const theirs = changed((to) => to.do.splice(0, 1, { check: { if: '.fine' } }));
    expect(merged(ours, theirs)).toMatchObject({ do: [{ check: { if: '.fine' } }, { post: {} }] });
  });

  test('that say the same are one', () => {
    const both = changed((to) => Object.assign(to.document, { title: 'Order' }));
    expect(merged(both, structuredClone(both))).toEqual(both);
  });

  test('that add members to a list of names are both in the result', () => {
    const base = { members: ['ada'] };
    expect(merged({ members: ['ada', 'grace'] }, { members: ['ada', 'alan'] }, base)).toEqual({
      members: ['ada', 'alan', 'grace'],
    });
  });
});

describe('a conflict', () => {
  test('is told with its place and all sides', () => {
    const ours = changed((to) => Object.assign(to.document, { version: '1.1.0' }));
    const theirs = changed((to) => Object.assign(to.document, { version: '2.0.0' }));
    expect(conflicts(ours, theirs)).toEqual([
      { pointer: '/document/version', base: '1.0.0', ours: '1.1.0', theirs: '2.0.0' },
    ]);
  });

  test('is what both add under one name with two values', () => {
    const ours = changed((to) => Object.assign(to, { use: { a: 1, b: 2 } }));
    const theirs = changed((to) => Object.assign(to, { use: { a: 1, b: 3 } }));
    expect(conflicts(ours, theirs)).toEqual([{ pointer: '/use/b', ours: 2, theirs: 3 }]);
  });

  test('is the change of a task that the other side deletes', () => {
    const ours = changed((to) => to.do.splice(1, 1));
    const theirs = changed((to) => to.do.splice(1, 1, { post: { call: 'shop.put' } }));
    expect(conflicts(ours, theirs)).toEqual([
      { pointer: '/do/1', base: { post: { call: 'shop.post' } }, theirs: { post: { call: 'shop.put' } } },
    ]);
  });

  test('are two new tasks at one place, for which comes first has a meaning', () => {
    const ours = changed((to) => to.do.push({ one: {} }));
    const theirs = changed((to) => to.do.push({ two: {} }));
    expect(conflicts(ours, theirs)).toMatchObject([{ pointer: '/do' }]);
  });

  test('are two new orders', () => {
    const ours = changed((to) => to.do.reverse());
    const theirs = changed((to) => to.do.unshift(...to.do.splice(2, 1)));
    expect(conflicts(ours, theirs)).toMatchObject([{ pointer: '/do' }]);
  });

  test('is an entity changed here and deleted there', () => {
    const ours = changed((to) => Object.assign(to, { use: {} }));
    expect(conflicts(ours, undefined)).toEqual([{ pointer: '', base: flow, ours }]);
    expect(mergeDefinitions({ base: flow, ours: flow, theirs: undefined })).toEqual({ merged: undefined });
  });
});

const anyObject = fc.dictionary(
  fc.constantFrom('a', 'b', 'c', 'd'),
  fc.jsonValue({ maxDepth: 3 }),
) as fc.Arbitrary<JsonObject>;
const anySeed = fc.integer({ min: 1, max: 2 ** 31 - 1 });

function edit(base: JsonObject, seed: number): JsonObject {
  const next = numbersFrom(seed);
  for (let warm = 0; warm < 5; warm += 1) next(2);
  return editAtRandom(base, next).after;
}

describe('whatever the sides', () => {
  test('a change on one side alone is taken as it is', () => {
    fc.assert(
      fc.property(anyObject, anyObject, (base, side) => {
        expect(mergeDefinitions({ base, ours: side, theirs: base })).toEqual({ merged: side });
        expect(mergeDefinitions({ base, ours: base, theirs: side })).toEqual({ merged: side });
        expect(mergeDefinitions({ base, ours: side, theirs: side })).toEqual({ merged: side });
      }),
    );
  });

  test('what is a conflict one way round is one the other way round', () => {
    const turned = (found: readonly MergeConflict[] | undefined) =>
      found?.map(({ ours, theirs, base }) => JSON.stringify({ base, ours: theirs, theirs: ours })).sort();
    const plain = (found: readonly MergeConflict[] | undefined) =>
      found?.map(({ ours, theirs, base }) => JSON.stringify({ base, ours, theirs })).sort();
    fc.assert(
      fc.property(anyObject, anySeed, anySeed, (base, one, other) => {
        const ours = edit(base, one);
        const theirs = edit(base, other);
        const there = mergeDefinitions({ base, ours, theirs });
        const back = mergeDefinitions({ base, ours: theirs, theirs: ours });
        expect(turned(back.conflicts)).toEqual(plain(there.conflicts));
      }),
      { numRuns: 1000 },
    );
  });

  test('changes of different members never conflict, and the result has both', () => {
    fc.assert(
      fc.property(anyObject, anyObject, anySeed, anySeed, (left, right, one, other) => {
        const base = { left, right, rest: 1 };
        const ours = { ...base, left: edit(left, one) };
        const theirs = { ...base, right: edit(right, other) };
        expect(mergeDefinitions({ base, ours, theirs })).toEqual({
          merged: { left: ours.left, right: theirs.right, rest: 1 },
        });
      }),
    );
  });

  test('changes of different tasks never conflict, and the result has both', () => {
    const task = (name: string, value: Json) => ({ [name]: value });
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>, { minLength: 2, maxLength: 6 }),
        fc.nat(),
        fc.nat(),
        (values, first, second) => {
          const at = first % values.length;
          const beside = second % values.length;
          if (at === beside) return;
          const tasks = values.map((value, index) => task(`t${index}`, value));
          const ours = tasks.with(at, task(`t${at}`, 'ours'));
          const theirs = tasks.with(beside, task(`t${beside}`, 'theirs'));
          expect(
            mergeDefinitions({ base: { do: tasks }, ours: { do: ours }, theirs: { do: theirs } }),
          ).toEqual({
            merged: { do: ours.with(beside, task(`t${beside}`, 'theirs')) },
          });
        },
      ),
    );
  });
});
