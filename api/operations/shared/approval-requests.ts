import { createHash } from 'node:crypto';
import { Problem } from '../../../controller/problems/index.js';
import type { Approval } from '../../../controller/security/approvals/contract.js';
import { parseJsonText, toJsonText } from '../../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import type { Effect, Operation, OperationContext } from './operation.js';

/** Returns the digest of exactly what would happen. */
export function computeEffectDigest(operation: string, input: JsonObject, { text, content }: Effect): string {
  return createHash('sha256')
    .update(toJsonText([operation, input, text, content]))
    .digest('base64url');
}

/** Stores the request of an agent for an effect. @returns the problem that tells the agent so */
export async function requestApproval(
  operation: Operation,
  context: OperationContext,
  input: unknown,
  effect: Effect,
): Promise<Problem> {
  const { controller, principal, origin, assistant = null } = context;
  const call = toWholeCall(operation, input);
  const { role, target } = effect.right ?? {
    role: operation.permission === 'anyone' ? 'admin' : operation.permission,
    target: operation.target?.(input) ?? {},
  };
  const approval = await controller.approvals.request({
    operation: operation.name,
    input: call,
    effect: effect.text,
    details: effect.details ?? null,
    digest: computeEffectDigest(operation.name, call, effect),
    neededRole: role,
    target,
    requestedBy: principal.id,
    requestedRole: principal.role,
    requestedScopes: principal.scopes ?? null,
    assistant,
    via: origin.via,
    client: origin.agent,
    isOnce: effect.isOnce ?? false,
  });
  context.audit?.note({ approval: approval.id });
  return pendingProblem(approval, effect);
}

/** Returns the input with its defaults, in one order, so that the same call is the same over every surface. */
function toWholeCall({ input: { properties } }: Operation, input: unknown): JsonObject {
  // JSON has no place for undefined members.
  const call = parseJsonText(toJsonText(input as Json)) as JsonObject;
  for (const [name, { default: usual }] of Object.entries(properties))
    if (call[name] === undefined && usual !== undefined) call[name] = usual;
  return Object.fromEntries(Object.entries(call).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function pendingProblem(approval: Approval, { instead = [] }: Effect): Problem {
  const { id, effect, expiresAt } = approval;
  return new Problem(
    'approval_pending',
    `${effect}: a person has to grant it, until ${expiresAt}. Nothing has happened yet`,
    {
      hints: [
        `Tell the user: a person with the right grants or denies it in the inbox of the console, or with \`svc approvals grant ${id}\`.`,
        { text: 'Read the decision with {call}.', operation: 'read-approval', arguments: { id } },
        'Do not repeat the call meanwhile: it is made once when it is granted.',
        ...instead,
      ],
      members: { approval: toPendingApproval(approval) },
    },
  );
}

/** The approval as the answer shows it that asks for it. */
function toPendingApproval({ id, status, effect, digest, createdAt, expiresAt }: Approval): JsonObject {
  return { id, status, effect, digest, createdAt, expiresAt };
}
