import { expect, test } from 'vitest';
import type { ApiClient } from '../../../cli/client/rest/api-client.js';
import { runPath } from '../../../cli/client/run-of-word.js';

test('the beginning of an id whose time is ahead of the clock stands for its run', async () => {
  const id = '01a22394-30d2-7460-8000-5f5a8e0d4c11';
  // The server knows when the run was made: not at the time of its id.
  const call = async (_path: string, { query }: { query: Record<string, string | undefined> }) => ({
    items: query['since'] === undefined ? [{ id }] : [],
    nextCursor: null,
  });
  const connection = { api: { call } as unknown as ApiClient, branch: async () => 'main', isLocal: false };
  expect(await runPath(connection, id.slice(0, 20))).toBe(`/api/v1/main/runs/${id}`);
});
