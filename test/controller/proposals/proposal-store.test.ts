import { afterEach, beforeEach, expect, test } from 'vitest';
import { ProposalStore, type StoredProposal } from '../../../controller/proposals/proposal-store.js';
import type { Storage } from '../../../controller/storage/index.js';
import { openStorage } from '../storage/engines.js';

let storage: Storage;
let store: ProposalStore;

beforeEach(async () => {
  storage = await openStorage(':memory:');
  store = new ProposalStore(storage);
});
afterEach(() => storage.close());

function proposal(id: string, minute: number): StoredProposal {
  return {
    id,
    branch: `proposals/${id}`,
    base: 'main',
    title: `Change ${id}`,
    body: '',
    author: 'user:ada',
    createdAt: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
    state: 'open',
    closedAt: null,
    closedBy: null,
    mergedCommit: null,
    head: null,
    pullRequest: null,
    pullRequestUrl: null,
  };
}

test('a proposal is read as it was stored', async () => {
  const stored = { ...proposal('a', 1), pullRequest: 7, pullRequestUrl: 'https://example.com/7' };
  await store.insert(stored);
  expect(await store.get('a')).toEqual(stored);
  await expect(store.get('b')).rejects.toMatchObject({ code: 'proposal_not_found' });
});

test('pages go from the newest to the oldest, and miss none made in the same millisecond', async () => {
  for (const [id, minute] of [
    ['d', 2],
    ['a', 1],
    ['c', 2],
    ['b', 2],
  ] as const)
    await store.insert(proposal(id, minute));
  const seen: string[] = [];
  for (let after: string | undefined; ; after = seen.at(-1)) {
    const page = await store.list({ limit: 1, ...(after === undefined ? {} : { after }) });
    if (page.length === 0) break;
    seen.push(...page.map(({ id }) => id));
  }
  expect(seen).toEqual(['b', 'c', 'd', 'a']);
});

test('a proposal is settled once: a later outcome does not replace the first', async () => {
  const open = proposal('a', 1);
  await store.insert(open);
  const closedAt = '2026-01-02T00:00:00.000Z';
  await store.update({ ...open, state: 'merged', closedAt, mergedCommit: 'c1' });
  await store.update({ ...open, state: 'closed', closedAt });
  expect(await store.get('a')).toMatchObject({ state: 'merged', mergedCommit: 'c1' });
  expect(await store.list({ state: 'open', limit: 10 })).toEqual([]);
});
