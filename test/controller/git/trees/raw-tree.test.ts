import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { GitObject } from '../../../../controller/git/index.js';
import { objectId } from '../../../../controller/git/objects/commit-object.js';
import { entryBytes, entryName } from '../../../../controller/git/trees/names.js';
import { RawTree, TreeCache } from '../../../../controller/git/trees/raw-tree.js';
import { entryDifferences } from '../../../../controller/git/trees/tree-changes.js';

const tree = fc.dictionary(fc.constantFrom(...'abcdefgh'), fc.integer({ min: 0, max: 3 }));

test('the comparison of two trees finds all that differs, whatever they have in common', async () => {
  await fc.assert(
    fc.asyncProperty(tree, tree, async (one, other) => {
      const names = [...new Set([...Object.keys(one), ...Object.keys(other)])].sort();
      expect(await differences(one, other)).toEqual(names.filter((name) => one[name] !== other[name]));
    }),
  );
});

test('of a large folder with one change only that is found', async () => {
  const names = Array.from({ length: 1_000 }, (_, index) => `flow-${index + 1_000}.yaml`);
  const before = Object.fromEntries(names.map((name) => [name, 0]));
  expect(await differences(before, { ...before, 'flow-1500.yaml': 1 })).toEqual(['flow-1500.yaml']);
});

test('a tree whose entries are not in order is listed, and refuses to be searched', () => {
  const sorted = toBytes({ a: 1, b: 2 });
  const unsorted = Buffer.concat([sorted.subarray(sorted.length / 2), sorted.subarray(0, sorted.length / 2)]);
  const parsed = RawTree.parse('', unsorted);
  expect([...parsed.entries()].map(({ name }) => name)).toEqual(['b', 'a']);
  expect(() => parsed.find('a', 'leaf')).toThrow('damaged');
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
      expect(entryBytes(first)).toEqual(one);
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
function toBytes(entries: Readonly<Record<string, number>>): Buffer {
  const sorted = Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1));
  return Buffer.concat(
    sorted.map(([name, id]) =>
      Buffer.concat([Buffer.from(`100644 ${name}\0`), Buffer.alloc(20, [0, 0x20, 0x31, 0xff][id])]),
    ),
  );
}

async function differences(
  one: Readonly<Record<string, number>>,
  other: Readonly<Record<string, number>>,
): Promise<string[]> {
  const objects = new Map(
    [one, other].map((entries): [string, GitObject] => {
      const content = toBytes(entries);
      return [objectId('tree', content), { type: 'tree', content }];
    }),
  );
  const trees = new TreeCache({ read: async () => objects, close: async () => {} });
  const [from = '', to = ''] = [one, other].map((entries) => objectId('tree', toBytes(entries)));
  return (await entryDifferences(trees, from, to)).map(({ path }) => path).sort();
}
