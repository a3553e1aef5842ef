import { expect, test, vi } from 'vitest';
import type { Snapshot } from '../../../controller/catalog/index.js';
import { Validations } from '../../../controller/reconciler/index.js';

const files = [{ path: 'a.yaml', content: 'kind: environment\nname: a\n' }];

test('one request of a caller is validated at a time; other callers do not wait for it', async () => {
  const { validations, started, finish } = open();
  const mine = [1, 2, 3].map(() => validations.findingsWith('me', 'mine', files));
  const other = validations.findingsWith('you', 'yours', files);
  await vi.waitFor(() => expect(started).toEqual(['mine', 'yours']));
  finish('yours');
  await other;
  expect(started).toEqual(['mine', 'yours']);
  finish('mine');
  await mine[0];
  await vi.waitFor(() => expect(started).toEqual(['mine', 'yours', 'mine']));
  finish('mine');
  await vi.waitFor(() => expect(started).toHaveLength(4));
  finish('mine');
  await Promise.all(mine);
});

test('a caller with many waiting requests is refused further ones, and taken again afterwards', async () => {
  const { validations, finish, started } = open();
  const waiting = Array.from({ length: 51 }, () => validations.findingsWith('me', 'mine', files));
  await expect(validations.findingsWith('me', 'mine', files)).rejects.toMatchObject({
    code: 'rate_limited',
    message: 'More than 50 validations of this caller wait',
  });
  for (const at of waiting.keys()) {
    await vi.waitFor(() => expect(started).toHaveLength(at + 1));
    finish('mine');
  }
  await Promise.all(waiting);
  const again = validations.findingsWith('me', 'mine', files);
  await vi.waitFor(() => expect(started).toHaveLength(52));
  finish('mine');
  expect((await again).findings).toEqual([]);
});

/** Validations that end when the test says so. */
function open() {
  const started: string[] = [];
  const waiting = new Map<string, () => void>();
  const snapshot = { readFindings: async () => [], otherTools: new Map() } as unknown as Snapshot;
  const validations = new Validations({
    head: async () => snapshot,
    preview: async (branch) => {
      started.push(branch);
      await new Promise<void>((resolve) => waiting.set(branch, resolve));
      return snapshot;
    },
  });
  return { validations, started, finish: (branch: string) => waiting.get(branch)?.() };
}
