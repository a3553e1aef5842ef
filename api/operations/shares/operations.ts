import { Problem } from '../../../controller/problems/index.js';
import type { ShareRight } from '../../../controller/security/identity/access/access.js';
import type { Share } from '../../../controller/security/identity/credentials/shares.js';
import type { ShareChanges } from '../../../controller/security/identity/index.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { freshSnapshot, unknownEntity } from '../entities/snapshots.js';
import { accessOf, flowTarget } from '../shared/authorization.js';
import { branchField, flowField, namedField } from '../shared/fields.js';
import type { OperationContext } from '../shared/operation.js';
import { storedEntity } from '../shared/platform-entities.js';
import { answerOf, choice, described, integer, named, text, textOrNull } from '../shared/schemas.js';
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
  expiresAt: described(textOrNull, 'The time of expiry; null for none.'),
  maxUses: { type: ['integer', 'null'], description: 'Number of runs that the link allows; null for any.' },
  uses: described(integer, 'Number of runs that the link has started.'),
  createdAt: named.createdAt,
  createdBy: named.createdBy,
};

const issuedShape = answerOf(
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

export const shares = storedEntity<Share, NewShare, ShareChanges>({
  type: 'share',
  plural: 'shares',
  named: ['name', knownNameField],
  permission: 'editor',
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
  shape: answerOf({ description: 'A link that lets its holder run one flow.' }, members),
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
  // The flow of a share is known once the share is found.
  targets: { any: () => ({ type: 'flow', some: true }), created: flowTarget },
  list: (context) => context.controller.identity.shares.list().filter((share) => mayManage(context, share)),
  sortedBy: ({ name }) => name,
  find: findShare,
  create: createShare,
  async update(context, name, change, manner) {
    findShare(context, name);
    return context.controller.identity.shares.update(name, change, manner);
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
  const { shares } = context.controller.identity;
  const wanted = { ...input, branch, createdBy: context.principal.id };
  if (dryRun) return shares.preview(wanted);
  const issued = await shares.create(wanted);
  context.audit?.note({ share: issued.name, rights: issued.rights.join(' ') });
  const { BasePath = '' } = context.controller.settings.Server;
  const flow = `${BasePath}/api/v1/${encodeURIComponent(branch)}/flows/${encodeURIComponent(issued.flow)}`;
  return { ...issued, path: `${flow}/runs?share=${issued.token}` };
}

/** @throws Problem share_not_found, also for a share of a flow that the caller may not share */
function findShare(context: OperationContext, name: string): Share {
  const share = context.controller.identity.shares.get(name);
  if (mayManage(context, share)) return share;
  throw new Problem('share_not_found', `There is no share \`${name}\``);
}

/** Callers who may share a flow see and revoke its links. */
function mayManage(context: OperationContext, share: Share): boolean {
  return accessOf(context).may('editor', flowTarget(share));
}
