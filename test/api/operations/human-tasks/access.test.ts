import { expect, test } from 'vitest';
import { HumanTaskAccess } from '../../../../api/operations/human-tasks/access.js';
import type { OperationContext } from '../../../../api/operations/shared/operation.js';

test('the teams of callers are computed once for each state of the policy', () => {
  let reads = 0;
  const teams = Array.from({ length: 200 }, (_, index) => ({
    definition: { name: `t${index}`, members: ['ada', `u${index}`] },
  }));
  const list = () => {
    reads++;
    return teams;
  };
  const snapshot = { list };
  const controller = { branches: { production: 'main' }, reconciler: { peek: () => snapshot } };
  const getAccess = (id: string) =>
    new HumanTaskAccess({ controller, principal: { id, role: 'viewer' } } as unknown as OperationContext);
  for (let call = 0; call < 50; call++) {
    const task = { branch: 'main', flow: 'ask', environment: null, assignees: ['team:t7'] };
    expect(getAccess('user:ada').isAssigned(task)).toBe(true);
    expect(getAccess('user:u7').isAssigned(task)).toBe(true);
    expect(getAccess('user:u8').isAssigned(task)).toBe(false);
  }
  expect(reads).toBe(1);
  expect(getAccess('user:u7').names).toEqual(['user:u7', 'u7', 'team:t7', 'role:viewer']);
});
