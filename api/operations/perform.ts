import type { Principal, Role } from '../../controller/identity/contract.js';
import { Problem } from '../../controller/problems/index.js';
import type { Operation, OperationContext, Result } from './operation.js';

const rank: Readonly<Record<Role, number>> = { viewer: 0, operator: 1, editor: 2, admin: 3 };

/**
 * Authorises and runs an operation: the one way in for every binding.
 * @throws Problem forbidden, and whatever the operation throws
 */
export function perform(operation: Operation, context: OperationContext, input: unknown): Promise<Result> {
  requireRole(context.principal, operation.permission, `\`${operation.name}\``);
  return operation.run(context, input);
}

/** For input that takes more than the operation does without it. @throws Problem forbidden */
export function requireRole(principal: Principal, role: Role, what: string): void {
  if (rank[principal.role] >= rank[role]) return;
  throw new Problem(
    'forbidden',
    `${what} needs the role \`${role}\`; ${principal.id} is \`${principal.role}\``,
  );
}
