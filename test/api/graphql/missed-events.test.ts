import { expect, test } from 'vitest';
import { changedRuns, runChanges } from '../../../api/graphql/subscriptions/run-changes.js';
import type { CallScope } from '../../../api/graphql/types/call-scope.js';
import type { Run } from '../../../controller/runs/contract.js';

/** A scope whose events were removed before the client has taken them. */
function scopeWith(runs: Partial<Run>[]): CallScope {
  const scope = {
    call: async () => runs.shift(),
    context: () => ({
      controller: {
        branches: { resolve: async (branch: string) => branch },
        events: {
          position: async () => 7,
          async *follow() {
            yield { seq: 9, missed: true };
          },
        },
      },
      listening: new AbortController().signal,
    }),
  };
  return scope as unknown as CallScope;
}

test('a subscription to all runs ends with a problem when events are missed', async () => {
  const runs = changedRuns(scopeWith([]), { branch: 'main' });
  await expect(runs.next()).rejects.toMatchObject({ code: 'events_missed' });
});

test('a subscription to one run reads it again when events are missed', async () => {
  const versions = [
    { id: 'a', status: 'running' as const, endedAt: null },
    { id: 'a', status: 'completed' as const, endedAt: '2026-03-01T09:00:00.000Z' },
  ];
  const seen: string[] = [];
  for await (const { status } of runChanges(scopeWith(versions), { run: 'a' })) seen.push(status);
  expect(seen).toEqual(['running', 'completed']);
});
