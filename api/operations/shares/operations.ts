import { unknownEntity } from '../../../controller/catalog/index.js';
import { Problem } from '../../../controller/problems/index.js';
import type { ShareRight } from '../../../controller/security/identity/access/access.js';
import type { Share } from '../../../controller/security/identity/credentials/shares.js';
import type { ShareChanges } from '../../../controller/security/identity/index.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { freshSnapshot } from '../entities/snapshots.js';
import { runFlow } from '../flows/operations.js';
import { readRun } from '../runs/operations.js';
import {
  flowRunTarget,
  flowTarget,
  getAccess,
  makerMayRun,
  requireScopedEnvironment,
} from '../shared/authorization.js';
import { changesInWords } from '../shared/consent.js';
import { branchField, flowField, namedField } from '../shared/fields.js';
import type { OperationContext } from '../shared/operation.js';
import { storedEntity } from '../shared/platform-entities.js';
import { choice, described, getAnswer, integer, named, text, textOrNull } from '../shared/schemas.js';
import { requireOperationInScope } from '../shared/scope-refusals.js';
import { expiresField, knownNameField, nameField } from '../users/schemas.js';

const rights: JsonObject = {
  type: 'array',
  minItems: 1,
  items: described(
    choice({ run: 'Run the flow and read its parameters.', read: 'Read the runs of the link.' }),
    'A right of the link.',
  ),
  description: '`run`: run the flow and read its parameters. `read`: read the runs of the link.',
  examples: [['run', 'read']],
};

const maxUses: JsonObject = {
  type: ['integer', 'null'],
  minimum: 1,
  maximum: 1_000_000,
  description: 'Number of runs that the link allows.',
};

const members = {
  name: described(text, 'The name of the share.'),
  branch: named.branch,
  flow: named.flow,
  environment: named.environment,
  rights,
  expiresAt: described(
    textOrNull,
    'The time of expiry; null for none. It is 30 days after the creation unless stated.',
  ),
  maxUses: { type: ['integer', 'null'], description: 'Number of runs that the link allows; null for any.' },
  uses: described(integer, 'Number of runs that the link has started.'),
  state: described(
    choice({
      active: 'The link works.',
      'used-up': 'It has no uses left.',
      expired: 'Its time is over.',
      ended: 'The person or the key that made it is gone, or may not run the flow any more.',
    }),
    'Whether the link works.',
  ),
  createdAt: named.createdAt,
  createdBy: described(text, 'The principal who created it. The link ends with its rights.'),
};

const issuedShape = getAnswer(
  { description: 'A new share.' },
  {
    token: described(text, 'The token. Only this answer has it: svc keeps a digest.'),
    path: described(text, 'The path to `POST` the parameters to, with the token.'),
    ...members,
  },
);

interface NewShare {
  name: string;
  branch: string;
  flow: string;
  environment?: string;
  rights: ShareRight[];
  expiresAt?: string | null;
  maxUses?: number | null;
}

/** A share as it is shown. */
interface ShareView extends Share {
  state: 'active' | 'used-up' | 'expired' | 'ended';
}

export const shares = storedEntity<ShareView, NewShare, ShareChanges>({
  type: 'share',
  plural: 'shares',
  named: ['name', knownNameField],
  permission: 'editor',
  scopeEffects: ['share'],
  texts: {
    list: ['List shares', 'The share links by name, without their tokens.'],
    read: ['Read a share', 'The flow, the rights and the uses of a share link, without its token.'],
    create: [
      'Share a flow',
      'Creates a link that lets its holder run one flow. Only this answer has its token.',
    ],
    update: [
      'Change a share',
      'Changes the rights and limits of a share link, with effect at once. Its token stays the same.',
    ],
    delete: ['Revoke a share', 'Revokes a share link, with effect at once.'],
  },
  shape: getAnswer({ description: 'A link that lets its holder run one flow.' }, members),
  fields: {
    name: nameField,
    branch: branchField,
    flow: flowField,
    environment: namedField('The environment of its runs.'),
    rights: { ...rights, default: ['run', 'read'] },
    expiresAt: expiresField,
    maxUses,
  },
  required: ['name', 'branch', 'flow'],
  issued: { shape: issuedShape, members: ['token', 'path'] },
  changeable: { rights, expiresAt: expiresField, maxUses },
  effects: {
    created: ({ name, flow, branch, environment, rights, expiresAt, maxUses }) =>
      `Makes the share link \`${name}\`: its holder may, without signing in, ${rights.join(' and ')} \`${flow}\` on \`${branch}\`${environment === undefined ? '' : ` in \`${environment}\``}, ${expiresAt === null ? 'without an end' : expiresAt === undefined ? 'for 30 days' : `until ${expiresAt}`}, ${typeof maxUses === 'number' ? `${maxUses} times` : 'any number of times'}`,
    updated: (share, changes) =>
      `Changes the share link \`${share.name}\` of the flow \`${share.flow}\`, at once: ${changesInWords(share, changes)}`,
  },
  // The flow of a share is known once the share is found.
  targets: { any: () => ({ type: 'flow', some: true }), created: flowTarget },
  list: (context) =>
    context.controller.identity.shares
      .list()
      .filter((share) => mayManage(context, share))
      .map((share) => toView(context, share)),
  sortedBy: ({ name }) => name,
  find: findShare,
  create: createShare,
  async update(context, name, change, writeOptions) {
    findShare(context, name);
    const { shares } = context.controller.identity;
    const checked = (share: Share) => {
      const changes = change(toView(context, share));
      requireScopedRights(context, changes.rights ?? []);
      return changes;
    };
    return toView(context, await shares.update(name, checked, writeOptions));
  },
  async remove({ controller }, name, { dryRun }) {
    if (!dryRun) await controller.identity.shares.remove(name);
  },
});

async function createShare(
  context: OperationContext,
  input: NewShare,
  { dryRun }: { dryRun?: boolean | undefined },
): Promise<object> {
  const snapshot = await freshSnapshot(context, input.branch);
  const { branch } = snapshot;
  if (!snapshot.get('flow', input.flow)) throw unknownEntity(snapshot, 'flow', input.flow);
  if (input.environment !== undefined && !snapshot.get('environment', input.environment))
    throw unknownEntity(snapshot, 'environment', input.environment);
  requireScopedRights(context, input.rights);
  await requireScopedEnvironment(context, branch, input.environment);
  const { shares } = context.controller.identity;
  const request = { ...input, branch, createdBy: context.principal.id };
  if (dryRun) return toView(context, shares.preview(request));
  const issued = await shares.create(request);
  context.audit?.note({ share: issued.name, rights: issued.rights.join(' ') });
  const { BasePath = '' } = context.controller.settings.Server;
  const flow = `${BasePath}/api/v1/${encodeURIComponent(branch)}/flows/${encodeURIComponent(issued.flow)}`;
  return { ...toView(context, issued), token: issued.token, path: `${flow}/runs?share=${issued.token}` };
}

/** @throws Problem share_not_found, also for a share of a flow that the caller may not share */
function findShare(context: OperationContext, name: string): ShareView {
  const share = context.controller.identity.shares.get(name);
  if (mayManage(context, share)) return toView(context, share);
  throw new Problem('share_not_found', `There is no share \`${name}\``);
}

function toView({ controller }: OperationContext, share: Share): ShareView {
  const { expiresAt, maxUses, uses } = share;
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  const works = maxUses !== null && uses >= maxUses ? 'used-up' : 'active';
  return { ...share, state: !makerMayRun(controller, share) ? 'ended' : isOver ? 'expired' : works };
}

/** Callers who may share a flow see and revoke its links. */
function mayManage(context: OperationContext, share: Share): boolean {
  return getAccess(context).may('editor', flowRunTarget(share));
}

/** Refuses rights that the scopes of the credential leave out: no share reaches further than its maker. @throws Problem forbidden */
function requireScopedRights(context: OperationContext, rights: readonly ShareRight[]): void {
  for (const [right, operation] of [
    ['run', runFlow],
    ['read', readRun],
  ] as const)
    if (rights.includes(right)) requireOperationInScope(context, operation);
}
