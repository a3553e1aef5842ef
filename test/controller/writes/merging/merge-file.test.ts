import { expect, test } from 'vitest';
import { mergeFile } from '../../../../controller/writes/merging/merge-file.js';
import { getTurns } from '../../../turns-of.js';

const options = { limits: { depth: 100, aliases: 100 }, prefix: '' };

/** A file whose first and last field may differ. @param count of the tasks between them */
function flowWith(first: number, last: number, count: number): Buffer {
  const tasks = Array.from({ length: count }, (_, n) => `  - t${n}: { set: { a: ${n} } }\n`).join('');
  return Buffer.from(`first: ${first}\ndo:\n${tasks}last: ${last}\n`);
}

function merge(count: number, path = 'flows/a.yaml') {
  const sides = { base: flowWith(1, 1, count), ours: flowWith(2, 1, count), theirs: flowWith(1, 2, count) };
  return mergeFile(path, sides, options);
}

test.each(['flows/a.yaml', 'notes/a.md'])(
  '%s is merged alike, whether it is small or large',
  async (path) => {
    for (const count of [10, 5_000]) {
      const { merged } = await merge(count, path);
      expect(String(merged)).toBe(String(flowWith(2, 2, count)));
    }
  },
);

test('a large file is merged beside the event loop, which goes on; a small one takes no turn', async () => {
  expect(await getTurns(() => merge(5_000))).toBeGreaterThan(20);
  expect(await getTurns(() => merge(10))).toBe(0);
});

test('the conflicts of a large file have their places', async () => {
  const sides = {
    base: flowWith(1, 1, 5_000),
    ours: flowWith(2, 1, 5_000),
    theirs: flowWith(3, 1, 5_000),
  };
  const { conflicts } = await mergeFile('flows/a.yaml', sides, options);
  expect(conflicts).toMatchObject([{ pointer: '/first' }]);
});
