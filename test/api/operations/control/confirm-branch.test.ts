import { expect, test } from 'vitest';
import { toolCallWriter } from '../../../../api/mcp/call-text.js';
import { controlTools } from '../../../../api/operations/control/tools.js';
import type { Operation } from '../../../../api/operations/shared/operation.js';
import type { ToolScope } from '../../../../api/operations/shared/tool.js';

const [control] = controlTools;

/** Performs the operation with a controller that notes what it is asked to apply. */
function startScope() {
  const confirmed: unknown[] = [];
  const context = {};
  const scope = {
    production: 'main',
    perform: (operation: Operation, input: { branch: string; revision?: string }) => {
      confirmed.push(input);
      return operation.run(context as never, input as never);
    },
  } as unknown as ToolScope;
  return { scope, confirmed };
}

test('what is held is confirmed by its revision only: another commit may be held by now', async () => {
  const { scope, confirmed } = startScope();
  const args = { type: 'branch', name: 'main', action: 'confirm' };
  await expect(control?.run?.(scope, args)).rejects.toMatchObject({
    code: 'body_invalid',
    errors: [{ pointer: '/revision' }],
    hints: [expect.stringContaining('read-entity {"type": "branch", "name": "main"}')],
  });
  await control?.run?.(scope, { ...args, revision: 'abc' }).catch(() => undefined);
  expect(confirmed[1]).toEqual({ branch: 'main', revision: 'abc' });
});

test('the call that goes on after a held write names the revision', () => {
  const call = {
    operation: 'sync-branch',
    arguments: { branch: 'main', confirmPrune: true, revision: 'abc' },
  };
  expect(toolCallWriter('main')(call)).toBe(
    'control {"type": "branch", "name": "main", "action": "confirm", "revision": "abc"}',
  );
});
