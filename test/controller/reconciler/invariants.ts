import { expect } from 'vitest';
import type { Condition } from '../../../controller/catalog/index.js';
import type { SyncStatus } from '../../../controller/reconciler/contract.js';

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Checks the invariants of the status of a branch; with an earlier status, also those between the two. */
export function checkInvariants(status: SyncStatus | undefined, before?: SyncStatus): SyncStatus {
  if (status === undefined) throw new Error('the branch has no status');
  const { conditions, observedRevision, attemptedRevision, appliedRevision, held } = status;
  const of = (type: Condition['type']) => conditions.filter((condition) => condition.type === type);
  const [ready] = of('Ready');
  const activity = [...of('Reconciling'), ...of('Stalled')];

  expect(of('Ready'), 'Ready is there, once').toHaveLength(1);
  expect(activity.length, 'never Reconciling and Stalled').toBeLessThanOrEqual(1);
  for (const condition of activity) expect(condition.status, 'there only when true').toBe('True');
  for (const condition of conditions) {
    expect(condition.lastTransitionTime).toMatch(RFC_3339);
    expect(condition.reason).toMatch(/^[A-Z][A-Za-z]+$/);
    expect(condition.message).not.toBe('');
    const seen = [observedRevision ?? '', appliedRevision ?? ''];
    expect(seen, 'a condition speaks of a revision that was seen').toContain(condition.observedRevision);
    if (before) checkTransition(condition, before);
  }
  if (appliedRevision !== undefined) {
    expect(observedRevision, 'what is applied was seen').toBeDefined();
    if (activity.length === 0) expect(appliedRevision, 'at rest').toBe(observedRevision);
  }
  if (held) {
    expect(held.revision, 'what is held was attempted').toBe(attemptedRevision);
    expect(held.revision, 'what is held is not in service').not.toBe(appliedRevision);
    expect(ready?.status, 'held back, hence not Ready').toBe('False');
  }
  if (ready?.status === 'True') expect(ready.observedRevision).toBe(appliedRevision);
  if (ready?.status === 'False') {
    expect(status.lastError, 'not Ready for a cause').toBeDefined();
    expect(activity, 'a failure is retried, or stalled').toHaveLength(1);
    if (appliedRevision !== undefined) expect(ready.observedRevision).not.toBe(appliedRevision);
  }
  if (activity.length === 0) expect(status.lastError, 'at rest without an error').toBeUndefined();
  if (status.nextRetryAt !== undefined) expect(status.lastError).toBeDefined();
  return status;
}

function checkTransition(condition: Condition, before: SyncStatus): void {
  const earlier = before.conditions.find((one) => one.type === condition.type);
  if (!earlier) return;
  const [then, now] = [earlier, condition].map((one) => Date.parse(one.lastTransitionTime));
  expect(now, 'lastTransitionTime never goes back').toBeGreaterThanOrEqual(then ?? 0);
}

/** The reason of a condition, if the branch has it. */
export function reason(status: SyncStatus, type: Condition['type']): string | undefined {
  return status.conditions.find((condition) => condition.type === type)?.reason;
}
