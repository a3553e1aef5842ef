import type { Snapshot } from '../../../controller/catalog/index.js';
import { type FailedCall, Problem } from '../../../controller/problems/index.js';
import type { Run } from '../../../controller/runs/contract.js';
import { findEnvironment } from '../../../controller/runs/journal/run-documents.js';
import type { AuditEntry } from '../../../controller/security/audit/contract.js';
import type { Principal, Role, ShareScope } from '../../../controller/security/identity/access/access.js';
import type { ScopeEffect } from '../../../controller/security/identity/access/scopes.js';
import {
  Access,
  type Membership,
  memberships,
  type Target,
  type TeamFields,
  withGroups,
} from '../../../controller/security/identity/index.js';
import { isProtectedBranch } from '../../../controller/sources/index.js';
import type { Controller } from '../../../controller/start/contract.js';
import { requireLeader } from '../../../controller/start/leader-needed.js';
import type { Team } from '../../../schemas/index.js';
import { requestApproval } from './approval-requests.js';
import { EffectAwaitingConsent, isAgentAlone } from './consent.js';
import type { Effect, Operation, OperationContext, Result } from './operation.js';
import { getScopeValue, outOfScope, refusalOfCall } from './scope-refusals.js';

/** Refusals that are not recorded: those of a flood of requests, and questions that a person has yet to answer. */
const unrecorded: ReadonlySet<string> = new Set([
  'rate_limited',
  'sign_in_busy',
  'sign_in_limited',
  'confirmation_required',
]);

/** Entities that an audit record names; beyond it, it says how many more there are. */
const maxNamed = 20;

/**
 * Authorises, records and runs an operation: every binding calls operations through this function.
 * @throws Problem unauthenticated, forbidden, and those of the operation
 */
export async function perform(
  operation: Operation,
  context: OperationContext,
  input: unknown,
): Promise<Result> {
  requirePerformed(operation, context);
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

/** Leaves to the leader what a member does not perform. A start stands alone: over other protocols, more calls may follow. */
function requirePerformed({ name, atMembers }: Operation, { controller, origin }: OperationContext): void {
  if (!controller.isMember || atMembers === 'read') return;
  if (atMembers === undefined || origin.via !== 'rest') requireLeader(name);
}

/**
 * Returns the effect that the call would have now, if the caller has the right to it. A call without an effect that needs consent is
 * made.
 * @throws Problem unauthenticated, forbidden, and those of the operation before its effect
 */
export async function findEffect(
  operation: Operation,
  context: OperationContext,
  input: unknown,
): Promise<{ effect: Effect } | { result: Result }> {
  const confirm = (effect: Effect): never => {
    throw new EffectAwaitingConsent(effect);
  };
  try {
    requirePerformed(operation, context);
    await authorize(operation, context, operation.target?.(input) ?? {});
    return { result: await operation.run({ ...context, confirm }, input) };
  } catch (error) {
    if (error instanceof EffectAwaitingConsent) return { effect: error.effect };
    throw error;
  }
}

async function run(operation: Operation, context: OperationContext, input: unknown): Promise<Result> {
  try {
    if (context.principal.share && !operation.hints.readOnly)
      return await useShare(operation, context, input);
    return await operation.run(context, input);
  } catch (cause) {
    const error =
      cause instanceof EffectAwaitingConsent
        ? await requestApproval(operation, context, input, cause.effect)
        : cause;
    throw withCall(withoutNames(error, context), {
      operation: operation.name,
      input: input as FailedCall['input'],
    });
  }
}

/** Drops hints that may suggest the name of an entity that the caller must not see. */
function withoutNames(error: unknown, context: OperationContext): unknown {
  if (!(error instanceof Problem) || !error.code.endsWith('_not_found')) return error;
  if (getAccess(context).isEven && !context.principal.share) return error;
  return new Problem(error.code, error.message, { cause: error });
}

/** Notes the call that a problem ended, of which calls in its hints take names. */
function withCall(error: unknown, call: FailedCall): unknown {
  if (error instanceof Problem) error.call ??= call;
  return error;
}

/** Counts one use of a share link, unless the operation fails. */
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
  const event = {
    action: operation.name,
    principal: context.principal.id,
    target: auditTarget(target),
    address,
    requestId,
    via,
  };
  return context.controller.audit.begin(event, operation.audited === 'at-start' ? 'ok' : undefined);
}

/** The target of an audit record: `type/name @ branch`; null for the installation. */
export function auditTarget({ branch, type, name }: Target): string | null {
  const what = name === undefined ? type : `${type}/${name}`;
  if (branch === undefined) return what ?? null;
  return what === undefined ? `@ ${branch}` : `${what} @ ${branch}`;
}

/** Several entities in one text. */
export function auditNames(entities: readonly { type: string; name: string }[]): string {
  const named = entities.slice(0, maxNamed).map(({ type, name }) => `${type}/${name}`);
  const more = entities.length - named.length;
  return more > 0 ? `${named.join(' ')} and ${more} more` : named.join(' ');
}

/** The teams of one snapshot of production, and the access that they give each principal. */
interface TeamBook {
  memberships: ReadonlyMap<string, Membership>;
  teams: ReadonlyMap<string, TeamFields>;
  access: WeakMap<Principal, Access>;
}

type Caller = Pick<OperationContext, 'controller' | 'principal' | 'assistant' | 'grant'>;

const books = new WeakMap<Snapshot, TeamBook>();
/** The membership of everyone but administrators, while no teams are known. */
const noMembership: Membership = { grants: [], confined: true, teams: [] };

/**
 * Refuses an operation that the caller may not perform. Returns a promise only while the teams have not been read yet.
 * @throws Problem unauthenticated, forbidden
 */
function authorize(
  operation: Operation,
  context: OperationContext,
  target: Target,
): Promise<void> | undefined {
  const { permission } = operation;
  if (permission === 'anyone') return undefined;
  if (context.caller === undefined) throw new Problem('unauthenticated', 'The request carries no credential');
  const { principal, controller } = context;
  if (principal.share) requireShared(operation, principal, target);
  const refusal = refusalOfCall(context, operation);
  if (refusal) throw refusal;
  const check = () =>
    principal.share
      ? requireMaker(context, principal)
      : requireRole(context, permission, target, `\`${operation.name}\``);
  if (principal.role === 'admin' || controller.reconciler.peek(controller.branches.production))
    return check();
  // Teams may narrow the caller's access, so the operation waits until they are known.
  return controller.reconciler.current(controller.branches.production).then(check);
}

/** The caller's access by the teams of production as they are now. */
export function getAccess({ controller, principal }: Caller): Access {
  const snapshot = controller.reconciler.peek(controller.branches.production);
  if (!snapshot) return new Access(principal, noMembership);
  const book = getBook(snapshot);
  const cachedAccess = book.access.get(principal);
  if (cachedAccess) return cachedAccess;
  const own = book.memberships.get(principal.id);
  const access = new Access(principal, withGroups(own, principal.groups, book.teams));
  book.access.set(principal, access);
  return access;
}

/** Returns the items that the caller may see. */
export function visibleTo<Item>(
  context: Caller,
  items: readonly Item[],
  getTarget: (item: Item) => Target,
): readonly Item[] {
  const access = getAccess(context);
  return access.isEven ? items : items.filter((item) => access.may('viewer', getTarget(item)));
}

/** The target of an operation on a whole branch. */
export function wholeBranch({ branch }: { branch: string }): Target {
  return { branch };
}

/** The part of a branch that the caller may see: the operation leaves out the rest. */
export function partOfBranch({ branch }: { branch: string }): Target {
  return { branch, some: true };
}

export function flowTarget({ branch, flow }: { branch: string; flow: string }): Target {
  return { branch, type: 'flow', name: flow };
}

/** The target of a run, a human task or a share: its flow, in its environment. */
export function flowRunTarget({ environment, ...flow }: FlowRun): Target {
  return { ...flowTarget(flow), environment };
}

interface FlowRun {
  branch: string;
  flow: string;
  environment: string | null;
}

/** Tells whether the caller has a role on a run: `viewer` to see it, others to change it. */
export function mayReachRun(context: OperationContext, role: Role, run: Run): boolean {
  const { share, id } = context.principal;
  if (share) {
    const isOwn = run.principal === id && run.branch === share.branch && run.flow === share.flow;
    return isOwn && role === 'viewer' && Date.parse(run.createdAt) >= share.since;
  }
  return getAccess(context).may(role, flowRunTarget(run));
}

export interface WriteTarget {
  branch: string;
  type: string;
  name: string;
}

/**
 * Refuses a write to an entity that the caller may not make.
 * @param propose whether the change goes to a branch of its own, for review
 * @throws Problem forbidden, write_requires_proposal
 */
export function authorizeWrite(
  context: Caller,
  target: WriteTarget,
  writeOptions: { propose: boolean },
): void {
  const refusal = refusalOfWrite(context, target, writeOptions);
  if (refusal) throw refusal;
}

/**
 * The reason why the caller may not make a write. Editors write to branches that are not protected and propose changes to
 * those that are; teams, which grant roles, are written by administrators or proposed. Where reviews are required, all changes are
 * proposed; `isProposed` stands for one that is, whose reviews are judged when it is merged.
 */
export function refusalOfWrite(
  context: Caller,
  target: WriteTarget,
  { propose, isProposed = false }: { propose: boolean; isProposed?: boolean },
): Problem | undefined {
  const lacking = refusalOfRole(context, 'editor', target, 'Writing');
  const { controller, principal } = context;
  const { branch, type, name } = target;
  const isUnreviewed = !controller.branches.gitEnabled && reviewed.has(type);
  const refusal = lacking ?? (isUnreviewed ? refusalWithoutReview(context, target) : undefined);
  if (refusal || propose) return refusal;
  if (!isProposed && needsReviews(controller, branch)) return needsReviewedProposal(controller, branch);
  const mayGrantRoles = principal.role === 'admin' && !principal.scopes;
  if (type === 'team' && branch === controller.branches.production && !mayGrantRoles)
    return needsProposal(
      `Teams grant roles, so only administrators, with a credential without scopes, may write \`${name}\``,
      controller,
    );
  const directRefusal = refusalOfDirectWrite(context, target);
  if (directRefusal) return directRefusal;
  if (!isProtected(controller, branch) || getAccess(context).may('admin', target)) return undefined;
  const detail = `\`${branch}\` is a protected branch, on which ${principal.id} may only propose changes`;
  return needsProposal(detail, controller);
}

/** The refusal of a write without a proposal that the scopes of the credential leave out; with the scope `propose` it can be proposed. */
function refusalOfDirectWrite(
  { controller, principal }: Caller,
  { branch, type, name }: WriteTarget,
): Problem | undefined {
  const effects: readonly ScopeEffect[] = isProtected(controller, branch) ? ['merge'] : ['write', 'merge'];
  const allowed = principal.scopes?.effects;
  if (allowed === undefined || effects.some((effect) => allowed.includes(effect))) return undefined;
  const what = `Writing ${type} \`${name}\` on \`${branch}\``;
  if (!allowed.includes('propose')) return outOfScope(principal, 'effects', what, effects[0]);
  return needsProposal(
    `${what} needs the effect \`${effects[0]}\` in the scopes of ${principal.id}`,
    controller,
  );
}

/** Types that decide which secrets go where. */
const reviewed: ReadonlySet<string> = new Set(['connection', 'environment', 'trigger']);

/** The refusal of a write that could send a secret somewhere new where no one reviews it: without Git. */
export function refusalWithoutReview(
  context: Caller,
  { branch, type, name }: WriteTarget,
): Problem | undefined {
  if (getAccess(context).may('admin', { branch, type, name })) return undefined;
  return new Problem(
    'forbidden',
    `Without Git there is no review, so only administrators may write the ${type} \`${name}\`, which can use secrets`,
    {
      hints: [
        'Ask an administrator, or switch Git on (`Git.Enabled`), where such changes are proposed and reviewed.',
      ],
    },
  );
}

/**
 * Refuses a merge of files that belong to no entity. `isProposed` stands for files of a proposal.
 * @throws Problem forbidden, write_requires_proposal
 */
export function requireWhole(
  context: Caller,
  branch: string,
  { isTried, isProposed = false }: { isTried: boolean; isProposed?: boolean },
): void {
  requireRole(context, 'editor', { branch }, 'Merging');
  if (!isTried) requireUnprotected(context, branch, { what: 'merge into', isProposed, needsConsent: true });
}

/**
 * Refuses what is done to a protected branch; `isProposed` stands for a change of a proposal, and `needsConsent` for one about which
 * a person is asked later. @throws Problem forbidden, write_requires_proposal
 */
export function requireUnprotected(
  context: Caller,
  branch: string,
  {
    what,
    isProposed = false,
    needsConsent = false,
  }: { what: string; isProposed?: boolean; needsConsent?: boolean },
): void {
  const { controller } = context;
  if (!isProposed && needsReviews(controller, branch)) throw needsReviewedProposal(controller, branch);
  if (!isProtected(controller, branch)) return;
  if (getAccess(context).may('admin', { branch }) && (needsConsent || !isAgentAlone(context))) return;
  throw new Problem(
    'forbidden',
    `\`${branch}\` is a protected branch, which only administrators, and no agents, may ${what}`,
    { hints: [`Ask an administrator, or work on a branch that is not protected.`] },
  );
}

/** Tells whether only administrators may write to the branch without a proposal. */
export function isProtected({ settings, branches }: Controller, branch: string): boolean {
  return isProtectedBranch(settings, branches.production, branch);
}

/** Tells whether a merge into the branch needs approvals, so that all changes of it are proposed. */
export function needsReviews(controller: Controller, branch: string): boolean {
  const { required, codeOwners } = controller.settings.Git.Reviews;
  return (required > 0 || codeOwners) && isProtected(controller, branch);
}

function needsReviewedProposal(controller: Controller, branch: string): Problem {
  return needsProposal(
    `Changes of \`${branch}\` are reviewed before they are merged (\`Git.Reviews\`)`,
    controller,
  );
}

/** Tells whether what is on the branch was reviewed: on production, also where Git is off, and on protected branches. */
export function isReviewed(controller: Controller, branch: string): boolean {
  return branch === controller.branches.production || isProtected(controller, branch);
}

function needsProposal(detail: string, { branches }: Controller): Problem {
  return new Problem(
    branches.gitEnabled ? 'write_requires_proposal' : 'forbidden',
    detail,
    branches.gitEnabled ? {} : { hints: ['Ask an administrator: without Git there are no proposals.'] },
  );
}

/** @param what needs the role: the start of the sentence. @throws Problem forbidden */
export function requireRole(context: Caller, role: Role, target: Target, what: string): undefined {
  const refusal = refusalOfRole(context, role, target, what);
  if (refusal) throw refusal;
}

function refusalOfRole(context: Caller, role: Role, target: Target, what: string): Problem | undefined {
  const access = getAccess(context);
  if (access.may(role, target)) return undefined;
  const { id } = context.principal;
  const scope = access.findRefusal(target);
  if (scope && access.mayWithoutScopes(role, target))
    return outOfScope(context.principal, scope, `${what}${getPlace(target)}`, getScopeValue(scope, target));
  const ownRole = access.roleOn(target);
  const has = ownRole === undefined ? 'no role' : `\`${ownRole}\``;
  return new Problem('forbidden', `${what} needs the role \`${role}\`${getPlace(target)}; ${id} has ${has}`);
}

function getPlace({ branch, type, name }: Target): string {
  if (branch === undefined && name === undefined) return '';
  const what = type === undefined ? '' : ` on ${type}${name === undefined ? 's' : ` \`${name}\``}`;
  return branch === undefined ? what : `${what} of branch \`${branch}\``;
}

/**
 * Refuses a flow in an environment that the scopes of the credential leave out. Where the caller names none, it is the default one
 * of the branch. @throws Problem forbidden
 */
export async function requireScopedEnvironment(
  context: Caller,
  branch: string,
  environment: string | null | undefined,
): Promise<void> {
  const { controller, principal } = context;
  const { environments } = principal.scopes ?? {};
  if (environments === undefined || environment === null) return;
  const usual = () => controller.config.current().Flows.Environment;
  const snapshot = await controller.reconciler.current(branch);
  const name = environment ?? findEnvironment(snapshot, usual())?.name;
  if (name === undefined) return;
  const scope = getAccess(context).findRefusal({ branch, type: 'environment', name });
  if (scope !== 'environments' && scope !== 'branches') return;
  const which = environment === undefined ? 'The default environment' : 'The environment';
  const refusal = outOfScope(principal, scope, `${which} \`${name}\` of branch \`${branch}\``, name);
  const choice = `Name an environment that the scopes have: ${environments.map((each) => `\`${each}\``).join(', ')}.`;
  throw new Problem('forbidden', refusal.message, { hints: [choice, ...refusal.hints] });
}

/** Refuses the holder of a share link anything but the shared flow. @throws Problem forbidden */
function requireShared(operation: Operation, { id, share }: Principal, target: Target): undefined {
  const isMeant = operation.share !== undefined && share?.rights.includes(operation.share);
  const isSameBranch = target.branch === share?.branch;
  const isSameFlow = target.type === undefined || (target.type === 'flow' && target.name === share?.flow);
  if (isMeant && isSameBranch && isSameFlow) return;
  const where = target.name === undefined ? '' : ` on ${target.type} \`${target.name}\``;
  throw new Problem('forbidden', `The link ${id} does not allow \`${operation.name}\`${where}`, {
    hints: ['Sign in, or ask the person who gave you the link.'],
  });
}

/** Refuses a share link whose maker may not run the flow any more. @throws Problem share_ended */
function requireMaker({ controller }: Caller, { id, share }: Principal): undefined {
  if (share && makerMayRun(controller, share)) return;
  throw new Problem(
    'share_ended',
    `The person or the key that made the link ${id} may not run the flow any more`,
  );
}

/** True while the maker of a share link may run its flow. */
export function makerMayRun(
  controller: OperationContext['controller'],
  { createdBy, ...run }: Pick<ShareScope, 'createdBy' | 'branch' | 'flow' | 'environment'>,
): boolean {
  const creator = controller.identity.findMaker(createdBy);
  if (creator === undefined || creator === 'unknown') return creator !== undefined;
  return getAccess({ controller, principal: creator }).may('operator', flowRunTarget(run));
}

function getBook(snapshot: Snapshot): TeamBook {
  const cachedBooks = books.get(snapshot);
  if (cachedBooks) return cachedBooks;
  // Entities in a snapshot fit their schema; an invalid file stays at its last good version.
  const teams = snapshot.list('team').map(({ definition }) => definition as unknown as Team);
  const byName = new Map(teams.map((team) => [team.name, team as TeamFields]));
  const book = { memberships: memberships(teams), teams: byName, access: new WeakMap<Principal, Access>() };
  books.set(snapshot, book);
  return book;
}
