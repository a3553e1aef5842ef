import type { AuditEntry } from '../../controller/audit/contract.js';
import type { Target } from '../../controller/identity/access.js';
import { Problem } from '../../controller/problems/index.js';
import { accessOf, authorize } from './access.js';
import { auditTarget } from './audit-target.js';
import type { Operation, OperationContext, Result } from './operation.js';

/** Turned away before anything was looked at: whoever floods the service does not fill the log. */
const unrecorded: ReadonlySet<string> = new Set(['rate_limited', 'sign_in_busy', 'sign_in_limited']);

/**
 * Authorises, records and runs an operation: the one way in for every binding.
 * @throws Problem unauthenticated, forbidden, and whatever the operation throws
 */
export async function perform(
  operation: Operation,
  context: OperationContext,
  input: unknown,
): Promise<Result> {
  const target = operation.target?.(input) ?? {};
  const isAudited = operation.audited !== undefined || !operation.hints.readOnly;
  if (!isAudited) {
    const pending = authorize(operation, context, target);
    if (pending) await pending;
    return run(operation, context, input);
  }
  const entry = record(operation, context, target);
  context.audit = entry;
  try {
    const pending = authorize(operation, context, target);
    if (pending) await pending;
    const result = await run(operation, context, input);
    await entry.end('ok');
    return result;
  } catch (error) {
    const code = error instanceof Problem ? error.code : 'internal';
    if (unrecorded.has(code)) entry.drop();
    else await entry.end(code);
    throw error;
  }
}

async function run(operation: Operation, context: OperationContext, input: unknown): Promise<Result> {
  try {
    if (context.principal.share && !operation.hints.readOnly)
      return await useShare(operation, context, input);
    return await operation.run(context, input);
  } catch (error) {
    throw withoutNames(error, context);
  }
}

/** Names that a hint suggests may be of what this caller must not see. */
function withoutNames(error: unknown, context: OperationContext): unknown {
  if (!(error instanceof Problem) || !error.code.endsWith('_not_found')) return error;
  if (accessOf(context).isEven && !context.principal.share) return error;
  return new Problem(error.code, error.message, { cause: error });
}

/** Counts one use of a share link, unless it comes to nothing. */
async function useShare(operation: Operation, context: OperationContext, input: unknown): Promise<Result> {
  const { shares } = context.controller.identity;
  const name = context.principal.id.slice('share:'.length);
  await shares.use(name);
  try {
    return await operation.run(context, input);
  } catch (error) {
    await shares.giveBack(name);
    throw error;
  }
}

function record(operation: Operation, context: OperationContext, target: Target): AuditEntry {
  const { requestId, address, via } = context.origin;
  return context.controller.audit.begin(
    {
      action: operation.name,
      principal: context.principal.id,
      target: auditTarget(target),
      address,
      requestId,
      via,
    },
    operation.audited === 'at-start' ? 'ok' : undefined,
  );
}
