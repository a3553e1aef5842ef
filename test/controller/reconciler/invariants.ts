import { expect } from 'vitest';
import type { Condition } from '../../../controller/catalog/contract.js';
import type { SyncStatus } from '../../../controller/reconciler/contract.js';

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** What holds for the status of a branch at any time; with an earlier one, also what holds between the two. */
export function checkInvariants(status: SyncStatus | undefined, before?: SyncStatus): SyncStatus {
  if (status === undefined) throw new Error('the branch has no status');
  const of = (type: Condition['type']) => status.conditions.filter((condition) => condition.type === type);
  const [ready] = of('Ready');
  const activity = [...of('Reconciling'), ...of('Stalled')];

  expect(of('Ready'), 'Ready is there, once').toHaveLength(1);
  expect(activity.length, 'never Reconciling and Stalled').toBeLessThanOrEqual(1);
  for (const condition of activity) expect(condition.status, 'there only when true').toBe('True');
  for (const condition of status.conditions) {
    expect(condition.lastTransitionTime).toMatch(RFC_3339);
    expect(condition.reason).toMatch(/^[A-Z][A-Za-z]+$/);
    expect(condition.message).not.toBe('');
    const seen = [status.observedRevision ?? '', status.appliedRevision ?? ''];
    expect(seen, 'a condition speaks of a revision that was seen').toContain(condition.observedRevision);
    const earlier = before?.conditions.find((one) => one.type === condition.type);
    if (earlier) {
      const [then, now] = [earlier, condition].map((one) => Date.parse(one.lastTransitionTime));
      expect(now, 'lastTransitionTime never goes back').toBeGreaterThanOrEqual(then ?? 0);
    }
  }
  if (status.appliedRevision !== undefined) expect(status.observedRevision).toBeDefined();
  if (ready?.status === 'True') {
    expect(status.lastError, 'Ready and an error').toBeUndefined();
    expect(ready.observedRevision).toBe(status.appliedRevision);
    if (activity.length === 0) expect(status.appliedRevision).toBe(status.observedRevision);
  }
  if (ready?.status === 'False') {
    expect(status.lastError).toBe(ready.message);
    expect(activity, 'a failure is retried, or stalled').toHaveLength(1);
  }
  if (status.nextRetryAt !== undefined) expect(status.lastError).toBeDefined();
  return status;
}

/** The reason of a condition, if the branch has it. */
export function reason(status: SyncStatus, type: Condition['type']): string | undefined {
  return status.conditions.find((condition) => condition.type === type)?.reason;
}
