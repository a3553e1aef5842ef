import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entryName } from '../../../controller/repository/entry-name.js';
import { parseTree, withoutCommon } from '../../../controller/repository/tree-object.js';

const tree = fc.dictionary(fc.constantFrom(...'abcdefgh'), fc.integer({ min: 0, max: 3 }));

test('what two trees have in common may be left out: the rest tells all that differs', () => {
  fc.assert(
    fc.property(tree, tree, (one, other) => {
      const [a, b] = [bytesOf(one), bytesOf(other)];
      const [before, after] = withoutCommon(a, b);
      expect(differences(before, after)).toEqual(differences(a, b));
    }),
  );
});

test('of a large folder with one change only that is left', () => {
  const names = Array.from({ length: 1_000 }, (_, index) => `flow-${index + 1_000}.yaml`);
  const before = Object.fromEntries(names.map((name) => [name, 0]));
  const [was, is] = withoutCommon(bytesOf(before), bytesOf({ ...before, 'flow-1500.yaml': 1 }));
  expect([was, is].map((bytes) => parseTree('', bytes).map(({ name }) => name))).toEqual([
    ['flow-1500.yaml'],
    ['flow-1500.yaml'],
  ]);
});

test('names stay apart, whatever their bytes, and none leads into another folder', () => {
  const bytes = fc.uint8Array({ min: 1, minLength: 1, maxLength: 4 });
  const spelled = fc.constantFrom('\\351', '\xe9', '\\', '\\\\', '\n', '\\012', '\ufffd', 'é', 'a/b', '\x80');
  const name = fc.oneof(
    bytes.map(Buffer.from),
    spelled.map(Buffer.from),
    spelled.map((text) => Buffer.from(text, 'latin1')),
  );
  fc.assert(
    fc.property(name, name, (one, other) => {
      const [first = '', second] = [one, other].map((each) => entryName(each, 0, each.length));
      expect(first === second).toBe(one.equals(other));
      expect(first).not.toMatch(/[\p{Cc}/]/u);
      expect(first.includes('\\')).toBe(!isPlain(one));
    }),
    { numRuns: 2_000 },
  );
});

/** UTF-8 that could stand in a path anywhere. */
function isPlain(name: Buffer): boolean {
  const text = name.toString();
  return Buffer.from(text).equals(name) && !/[\p{Cc}\\/]/u.test(text);
}

/** Ids hold NULs and blanks, which mean something elsewhere in a tree. */
function bytesOf(entries: Readonly<Record<string, number>>): Buffer {
  const sorted = Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1));
  return Buffer.concat(
    sorted.map(([name, id]) =>
      Buffer.concat([Buffer.from(`100644 ${name}\0`), Buffer.alloc(20, [0, 0x20, 0x31, 0xff][id])]),
    ),
  );
}

function differences(before: Uint8Array, after: Uint8Array): string[] {
  const [was, is] = [before, after].map((bytes) =>
    parseTree('', bytes).map(({ name, id }) => `${name} ${id}`),
  );
  const gone = was?.filter((entry) => !is?.includes(entry)).map((entry) => `-${entry}`) ?? [];
  const come = is?.filter((entry) => !was?.includes(entry)).map((entry) => `+${entry}`) ?? [];
  return [...gone, ...come];
}
