import {
  type EntityChange,
  nameOfChange,
  type WriteOrigin,
  type WriteRequest,
} from '../../controller/changes/index.js';
import { Problem } from '../../controller/problems/index.js';
import { authorizeWrite, type WriteTarget } from './access.js';
import { auditNames, auditTarget } from './audit-target.js';
import type { OperationContext } from './operation.js';

/** How a write is made, as callers say it. */
export interface Manner {
  branch: string;
  message?: string;
  dryRun?: boolean;
  propose?: boolean;
  hold?: boolean | undefined;
}

/**
 * A write as `controller/changes` takes it, if the caller may make it; the audit log is told of what.
 * @throws Problem branch_not_found, forbidden, write_requires_proposal
 */
export async function requestOf(
  context: OperationContext,
  { branch: segment, message, dryRun = false, propose = false, hold }: Manner,
  changes: readonly EntityChange[],
): Promise<WriteRequest> {
  const { controller } = context;
  const branch = await controller.branches.resolve(segment);
  const targets = changes.map((change) => ({ branch, type: change.type, name: nameOfChange(change) }));
  tell(context, targets, dryRun);
  // What is held is on the branch itself.
  for (const target of targets) authorizeWrite(context, target, { propose: hold === undefined });
  return {
    branch,
    changes,
    message,
    origin: originOf(context),
    propose: propose || (!dryRun && mustPropose(context, targets)),
    hold,
  };
}

/** Names in the audit log what is written: the input of who creates says it inside of the definition. */
function tell({ audit }: OperationContext, targets: readonly WriteTarget[], dryRun: boolean): void {
  const [only] = targets;
  if (targets.length === 1 && only) audit?.aim(auditTarget(only) ?? '');
  else audit?.note({ entities: auditNames(targets) });
  if (dryRun) audit?.note({ dryRun });
}

/** Whether an agent's write becomes a proposal. @throws Problem write_requires_proposal for all others */
function mustPropose(context: OperationContext, targets: readonly WriteTarget[]): boolean {
  try {
    for (const target of targets) authorizeWrite(context, target, { propose: false });
    return false;
  } catch (error) {
    const isAgent = context.autoPropose === true;
    if (isAgent && error instanceof Problem && error.code === 'write_requires_proposal') return true;
    throw error;
  }
}

/** Who asks, as the history notes it. */
export function originOf({ principal, origin: { requestId, agent, via } }: OperationContext): WriteOrigin {
  // What a browser calls itself says nothing about who acts.
  const program = via === 'rest' && agent.startsWith('Mozilla/') ? undefined : agent;
  return { principal: principal.id, requestId, agent: program };
}

/** The entity tags of an `If-Match` header, or one as the representation has it. */
export function etagsOf(text: string | undefined): string[] | undefined {
  return text?.split(',').map((etag) => etag.trim().replace(/^(?:W\/)?"(.*)"$/, '$1'));
}

/** @throws Problem body_invalid unless exactly one of the fields is there */
export function requireOne(fields: Record<string, unknown>, pointer: string): void {
  const given = Object.values(fields).filter((value) => value !== undefined);
  if (given.length === 1) return;
  const names = Object.keys(fields).map((name) => `\`${name}\``);
  throw incomplete(
    names.length === 1 ? `${names[0]} is needed` : `one of ${names.join(', ')} is needed, and no more`,
    pointer,
  );
}

export function incomplete(message: string, pointer: string): Problem {
  return new Problem('body_invalid', `The change is not complete: ${message}`, {
    errors: [{ pointer, message }],
  });
}
