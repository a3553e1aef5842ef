import { Problem } from '../../../controller/problems/index.js';
import { approvalNotFound } from '../../../controller/security/approvals/approvals.js';
import type {
  Approval,
  ApprovalStatus,
  RequestedCall,
} from '../../../controller/security/approvals/contract.js';
import type { Principal } from '../../../controller/security/identity/access/access.js';
import { getActor as getPrincipalActor } from '../../../controller/security/identity/index.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';
import { computeEffectDigest } from '../shared/approval-requests.js';
import { findEffect, getAccess, perform } from '../shared/authorization.js';
import { type PageInput, pageFields, requirePageSize, textField } from '../shared/fields.js';
import {
  type Effect,
  type Operation,
  type OperationContext,
  type Result,
  reads,
} from '../shared/operation.js';
import { pageOfVisible } from '../shared/pages.js';
import type { PlatformEntity } from '../shared/platform-entities.js';
import { described, getPage } from '../shared/schemas.js';
import { approvalShape, approvalStatus, approvalSummaryShape, grantedShape } from './schemas.js';

const idField = textField('The id of the approval.', 200, '0192f0c1-7e6a-7b1e-9c5a-3f5a8e0d4c11');
const approvalInput = { properties: { id: idField }, required: ['id'] };

export const listApprovals: Operation<PageInput & { status?: ApprovalStatus }> = {
  name: 'list-approvals',
  title: 'List approvals',
  description:
    'Effects that agents asked for: those that the caller may grant, and its own requests. The newest first.',
  hints: reads,
  permission: 'viewer',
  input: {
    properties: {
      status: described(approvalStatus, 'Only approvals in this state; all by default.'),
      ...pageFields,
    },
  },
  output: getPage(approvalSummaryShape),
  async run(context, { status, limit: maxItems, cursor }) {
    const { approvals, config } = context.controller;
    const page = await pageOfVisible(
      (after, count) => approvals.list({ status, limit: count, after }),
      (approval) => isVisible(context, approval),
      requirePageSize(config.current(), maxItems),
      cursor,
    );
    return { value: { ...page, items: page.items.map(toSummary) } };
  },
};

export const readApproval: Operation<{ id: string }> = {
  name: 'read-approval',
  title: 'Read an approval',
  description:
    'An effect that an agent asked for: what would happen, the decision, and what came of it. For those who may grant it, and for the agent.',
  hints: reads,
  permission: 'viewer',
  input: approvalInput,
  output: approvalShape,
  async run(context, { id }) {
    const approval = await findVisible(context, id);
    const call = await context.controller.approvals.findCall(id);
    const { outcome } = approval;
    return {
      value: {
        ...toSummary(approval),
        mayDecide: approval.status === 'pending' && refusalOfGrant(context, approval) === undefined,
        ...(call && isObject(call.details) ? { details: call.details } : {}),
        ...(isObject(outcome) ? { outcome } : {}),
      },
    };
  },
};

/** @param findOperation returns an operation by its name */
export function createGrantApproval(
  findOperation: (name: string) => Operation | undefined,
): Operation<{ id: string }> {
  return {
    name: 'grant-approval',
    title: 'Grant an approval',
    description:
      'Makes the effect that an agent asked for, once, in its name. For persons who have the right to the effect themselves, not over MCP, and never for an agent. ' +
      '409 `approval_void` if what would happen has changed since, 409 `approval_settled` if it is decided.',
    hints: { readOnly: false, destructive: true, idempotent: false },
    permission: 'viewer',
    effects: ['approve'],
    input: approvalInput,
    output: grantedShape,
    async run(context, { id }) {
      const approval = await requireDecidable(context, id);
      const operation = findOperation(approval.operation);
      if (!operation) throw voidProblem(approval, `there is no operation \`${approval.operation}\` any more`);
      const { approvals } = context.controller;
      const result = await approvals.grant(id, context.principal.id, (stored, call, arm) =>
        makeEffect(context, operation, { approval: stored, call, arm }),
      );
      return {
        value: { approval: toSummary(await approvals.get(id)), ...(result && { result }) },
      };
    },
  };
}

export const denyApproval: Operation<{ id: string }> = {
  name: 'deny-approval',
  title: 'Deny an approval',
  description: 'Decides against the effect that an agent asked for. For those who may grant it.',
  hints: { readOnly: false, destructive: false, idempotent: false },
  permission: 'viewer',
  effects: ['approve'],
  input: approvalInput,
  output: approvalSummaryShape,
  async run(context, { id }) {
    await requireDecidable(context, id);
    return { value: toSummary(await context.controller.approvals.deny(id, context.principal.id)) };
  },
};

/** Returns an approval that the caller may decide on, and notes it in the audit log. @throws Problem approval_not_found, forbidden, person_required */
async function requireDecidable(context: OperationContext, id: string): Promise<Approval> {
  const approval = await findVisible(context, id);
  noteInAudit(context, approval);
  const refusal = refusalOfGrant(context, approval);
  if (refusal) throw refusal;
  return approval;
}

interface GrantedCall {
  approval: Approval;
  call: RequestedCall;
  /** Called when the effect is about to be made. */
  arm: () => void;
}

/** Makes a granted effect in the name of who asked for it. @throws Problem approval_void, forbidden, and those of the operation */
async function makeEffect(
  context: OperationContext,
  operation: Operation,
  { approval, call, arm }: GrantedCall,
): Promise<{ result: JsonObject | undefined; outcome: Json }> {
  const { input } = call;
  // The effect as it would be now; the person needs the right to it. An effect that needs no consent any more is made by this.
  const now = await findEffect(
    operation,
    { ...getOwnContext(context), assistant: approval.assistant ?? undefined },
    input,
  );
  if ('result' in now) return { result: getAnswer(now.result), outcome: null };
  requireSame(approval, input, now.effect);
  let shownOnce: readonly string[] = [];
  const requester: OperationContext = {
    ...getOwnContext(context),
    ...getRequester(context, approval),
    grant: {
      require(effect) {
        requireSame(approval, input, effect);
        requester.audit?.note({ approval: approval.id, grantedBy: context.principal.id });
        shownOnce = effect.shownOnce ?? [];
        arm();
      },
    },
  };
  const result = await perform(operation, requester, input);
  const answer = getAnswer(result);
  const kept = Object.entries(answer ?? {}).filter(([name]) => !shownOnce.includes(name));
  return { result: answer, outcome: answer ? Object.fromEntries(kept) : null };
}

/** The members of a context one by one, so that some can be replaced. */
function getOwnContext(context: OperationContext): OperationContext {
  const { controller, caller, principal, origin, writeCall, signal, ending, listening } = context;
  return { controller, caller, principal, origin, writeCall, signal, ending, listening };
}

/** The principal who asked, as it is now, and the marks of its call. @throws Problem approval_void */
function getRequester(context: OperationContext, approval: Approval) {
  const { controller, caller, origin } = context;
  const { requestedBy, requestedRole, requestedScopes, assistant, via, client } = approval;
  const maker = controller.identity.findMaker(requestedBy);
  if (maker === undefined || caller === undefined)
    throw voidProblem(approval, `${requestedBy} may do nothing any more`);
  const requester: Principal =
    maker === 'unknown' ? { id: requestedBy, role: requestedRole, actor: 'agent' } : maker;
  // Another key of the same name may have no scopes.
  const principal =
    requester.scopes || requestedScopes === null ? requester : { ...requester, scopes: requestedScopes };
  return {
    principal,
    caller: { ...caller, principal },
    origin: { ...origin, via, agent: client },
    assistant: assistant ?? undefined,
  };
}

function requireSame(approval: Approval, input: JsonObject, effect: Effect): void {
  if (computeEffectDigest(approval.operation, input, effect) === approval.digest) return;
  throw voidProblem(approval, `what would happen has changed. Now it is: ${effect.text}`);
}

function voidProblem({ id }: Approval, reason: string): Problem {
  return new Problem('approval_void', `The approval \`${id}\` is void: ${reason}`);
}

function getAnswer({ value }: Result): JsonObject | undefined {
  return isObject(value as Json | undefined) ? (value as JsonObject) : undefined;
}

function noteInAudit({ audit }: OperationContext, { id, operation, requestedBy, effect }: Approval): void {
  audit?.setTarget(`approval/${id}`);
  audit?.note({ operation, requestedBy, effect: effect.slice(0, 500) });
}

/** The reason why the caller decides on no approval, or not on this one: only persons do, and never who asked. */
function refusalOfGrant(context: OperationContext, approval: Approval): Problem | undefined {
  const { principal, origin, assistant } = context;
  const { neededRole, target, requestedBy } = approval;
  const access = getAccess(context);
  if (!access.may(neededRole, target))
    return new Problem(
      'forbidden',
      `Deciding on the approval needs the role \`${neededRole}\` on what it is about, which ${principal.id} does not have`,
    );
  const actor = assistant === undefined ? getPrincipalActor(principal) : 'agent';
  const refuse = (why: string): Problem =>
    new Problem('person_required', `Only a person decides on an approval: ${why}`, {
      hints: [
        `Tell the user: a person with the role \`${neededRole}\` decides in the inbox of the console, or with \`svc approvals grant ${approval.id}\`.`,
        'A person signs in (`svc login`, the console), or uses a key with `"actor": "person"`.',
      ],
    });
  if (origin.via === 'mcp') return refuse('calls over MCP are those of an agent');
  if (actor === 'agent') return refuse(`${principal.id} is an agent`);
  if (principal.id === requestedBy && requestedBy.startsWith('api-key:'))
    return refuse(`${principal.id} asked for it`);
  if (actor === 'service' && !access.mayAct('approve', target)) return refuse(`${principal.id} is a service`);
  return undefined;
}

function isVisible(context: OperationContext, { requestedBy, neededRole, target }: Approval): boolean {
  return requestedBy === context.principal.id || getAccess(context).may(neededRole, target);
}

/** @throws Problem approval_not_found */
async function findVisible(context: OperationContext, id: string): Promise<Approval> {
  const approval = await context.controller.approvals.get(id);
  if (isVisible(context, approval)) return approval;
  throw approvalNotFound(id);
}

function toSummary(approval: Approval) {
  const { id, status, effect, operation, digest, neededRole, requestedBy, client } = approval;
  const { createdAt, expiresAt, decidedAt, decidedBy } = approval;
  const request = { id, status, effect, operation, digest, neededRole, requestedBy, client };
  return { ...request, createdAt, expiresAt, decidedAt, decidedBy };
}

export const approvalEntity: PlatformEntity = {
  type: 'approval',
  named: 'id',
  list: listApprovals,
  read: readApproval,
};
