import type { Snapshot } from '../../controller/catalog/contract.js';
import type { Controller } from '../../controller/contract.js';
import type { Principal, Role } from '../../controller/identity/contract.js';
import { Access, type Membership, memberships, type Target } from '../../controller/identity/index.js';
import { Problem } from '../../controller/problems/index.js';
import type { Run } from '../../controller/runs/contract.js';
import type { Team } from '../../schemas/index.js';
import type { Operation, OperationContext } from './operation.js';

/** The teams of one snapshot of production, and what they come to for each principal. */
interface TeamBook {
  memberships: ReadonlyMap<string, Membership>;
  access: WeakMap<Principal, Access>;
}

const books = new WeakMap<Snapshot, TeamBook>();
/** Of everyone but administrators, while no teams are known. */
const nothing: Membership = { grants: [], confined: true };

/**
 * Refuses what the caller may not do. A promise only where the teams have not been read yet.
 * @throws Problem unauthenticated, forbidden
 */
export function authorize(
  operation: Operation,
  context: OperationContext,
  target: Target,
): Promise<void> | undefined {
  const { permission } = operation;
  if (permission === 'anyone') return undefined;
  if (context.caller === undefined) throw new Problem('unauthenticated', 'The request carries no credential');
  const { principal, controller } = context;
  if (principal.share) {
    requireShared(operation, principal, target);
    return undefined;
  }
  if (principal.role === 'admin' || controller.reconciler.peek(controller.branches.production)) {
    requireRole(context, permission, target, `\`${operation.name}\``);
    return undefined;
  }
  // Teams may narrow what this caller may do: nothing goes before they are known.
  return controller.reconciler
    .current(controller.branches.production)
    .then(() => requireRole(context, permission, target, `\`${operation.name}\``));
}

/** What the caller may do where, by the teams of production as they are now. */
export function accessOf({
  controller,
  principal,
}: {
  controller: Controller;
  principal: Principal;
}): Access {
  const snapshot = controller.reconciler.peek(controller.branches.production);
  if (!snapshot) return new Access(principal, nothing);
  const book = bookOf(snapshot);
  const known = book.access.get(principal);
  if (known) return known;
  const access = new Access(principal, book.memberships.get(principal.id));
  book.access.set(principal, access);
  return access;
}

/** Whether the caller may see a run, or with another role than `viewer` do something with it. */
export function mayReachRun(context: OperationContext, role: Role, run: Run): boolean {
  const { share, id } = context.principal;
  if (share) {
    const isOwn = run.principal === id && run.branch === share.branch && run.flow === share.flow;
    return isOwn && role === 'viewer' && Date.parse(run.createdAt) >= share.since;
  }
  return accessOf(context).may(role, { branch: run.branch, type: 'flow', name: run.flow });
}

type Caller = Pick<OperationContext, 'controller' | 'principal'>;

export interface WriteTarget {
  branch: string;
  type: string;
  name: string;
}

/**
 * Refuses a write to an entity that the caller may not make: editors write to branches that are not protected, and
 * propose on those that are; who may do what is written by administrators, or proposed.
 * @param propose whether the change goes to a branch of its own, to be looked at
 * @throws Problem forbidden, write_requires_proposal
 */
export function authorizeWrite(
  context: Caller,
  target: WriteTarget,
  { propose }: { propose: boolean },
): void {
  requireRole(context, 'editor', target, 'Writing');
  if (propose) return;
  const { controller, principal } = context;
  const { branch, type, name } = target;
  if (type === 'team' && branch === controller.branches.production && principal.role !== 'admin') {
    throw needsProposal(`Teams say who may do what: \`${name}\` is written by administrators`, controller);
  }
  if (isProtected(controller, branch) && !accessOf(context).may('admin', target)) {
    throw needsProposal(
      `\`${branch}\` is a protected branch, and ${principal.id} may propose changes only`,
      controller,
    );
  }
}

/** For files that are of no entity. @throws Problem forbidden, write_requires_proposal */
export function requireWhole(context: Caller, branch: string, isTried: boolean): void {
  requireRole(context, 'editor', { branch }, 'Merging');
  if (!isTried) requireUnprotected(context, branch, 'merged into');
}

/** @throws Problem write_requires_proposal */
export function requireUnprotected(context: Caller, branch: string, what: string): void {
  const { controller, principal } = context;
  if (!isProtected(controller, branch) || accessOf(context).may('admin', { branch })) return;
  throw new Problem(
    'forbidden',
    `\`${branch}\` is a protected branch: it is ${what} by administrators only`,
    {
      hints: [`Ask an administrator; ${principal.id} may work on branches that are not protected.`],
    },
  );
}

/** Whether the branch takes changes of all but administrators by proposal only. */
export function isProtected({ settings, branches }: Controller, branch: string): boolean {
  const { ProtectedBranches } = settings.Git;
  if (ProtectedBranches !== undefined) return ProtectedBranches.includes(branch);
  // Without Git there is nothing to propose on.
  return branches.gitEnabled && branch === branches.production;
}

function needsProposal(detail: string, { branches }: Controller): Problem {
  return new Problem(
    branches.gitEnabled ? 'write_requires_proposal' : 'forbidden',
    detail,
    branches.gitEnabled ? {} : { hints: ['Ask an administrator: without Git there are no proposals.'] },
  );
}

/** @param what needs the role, at the start of a sentence. @throws Problem forbidden */
export function requireRole(
  context: Pick<OperationContext, 'controller' | 'principal'>,
  role: Role,
  target: Target,
  what: string,
): void {
  const access = accessOf(context);
  const found = access.roleOn(target);
  if (access.may(role, target)) return;
  const { id } = context.principal;
  const has = found === undefined ? 'nothing' : `\`${found}\``;
  throw new Problem('forbidden', `${what} needs the role \`${role}\`${placeOf(target)}; ${id} is ${has}`);
}

function placeOf({ branch, type, name }: Target): string {
  if (branch === undefined && name === undefined) return '';
  const what = type === undefined ? '' : ` on ${type}${name === undefined ? 's' : ` \`${name}\``}`;
  return branch === undefined ? what : `${what} of branch \`${branch}\``;
}

/** The holder of a share link reaches the flow that is shared, and nothing else. */
function requireShared(operation: Operation, { id, share }: Principal, target: Target): void {
  const isMeant = operation.share !== undefined && share?.rights.includes(operation.share);
  const isSameBranch = target.branch === share?.branch;
  const isSameFlow = target.type === undefined || (target.type === 'flow' && target.name === share?.flow);
  if (isMeant && isSameBranch && isSameFlow) return;
  const where = target.name === undefined ? '' : ` on ${target.type} \`${target.name}\``;
  throw new Problem('forbidden', `The link ${id} does not give \`${operation.name}\`${where}`, {
    hints: ['Sign in, or ask whoever gave you the link.'],
  });
}

function bookOf(snapshot: Snapshot): TeamBook {
  const known = books.get(snapshot);
  if (known) return known;
  // What is in a snapshot has been checked against the schema; an invalid file stays at its last good version.
  const teams = snapshot.list('team').map(({ definition }) => definition as unknown as Team);
  const book = { memberships: memberships(teams), access: new WeakMap<Principal, Access>() };
  books.set(snapshot, book);
  return book;
}
