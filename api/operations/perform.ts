import type { Principal, Role } from '../../controller/identity/contract.js';
import { Problem } from '../../controller/problems/index.js';
import type { Operation, OperationContext, Result } from './operation.js';

const rank: Readonly<Record<Role, number>> = { viewer: 0, operator: 1, editor: 2, admin: 3 };

/**
 * Authorises and runs an operation: the one way in for every binding.
 * @throws Problem forbidden, and whatever the operation throws
 */
export function perform(operation: Operation, context: OperationContext, input: unknown): Promise<Result> {
  authorize(operation, context.principal);
  return operation.run(context, input);
}

function authorize(operation: Operation, principal: Principal): void {
  if (rank[principal.role] >= rank[operation.permission]) return;
  throw new Problem(
    'forbidden',
    `\`${operation.name}\` needs the role \`${operation.permission}\`; ${principal.id} is \`${principal.role}\``,
  );
}
