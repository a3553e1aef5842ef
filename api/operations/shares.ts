import type { Share, ShareRight } from '../../controller/identity/contract.js';
import type { ShareChanges } from '../../controller/identity/index.js';
import { Problem } from '../../controller/problems/index.js';
import type { JsonObject } from '../../schemas/json.js';
import { accessOf } from './access.js';
import { freshSnapshot, unknownEntity } from './entities.js';
import {
  branchField,
  cursorField,
  flowTarget,
  limitField,
  nameText,
  pageOf,
  requirePageSize,
} from './fields.js';
import { flowField } from './flows.js';
import { expiresField, kindField, knownNameField, nameField, time, timeOrNull } from './identity-fields.js';
import { type Operation, type OperationContext, reads } from './operation.js';
import { pageByName } from './pages.js';
import {
  deletionOf,
  dryRunField,
  patchReader,
  previewOf,
  type UpdateManner,
  updateEntityOf,
  updateFields,
  writeShape,
} from './platform-writes.js';

const rights: JsonObject = {
  type: 'array',
  minItems: 1,
  items: { type: 'string', enum: ['run', 'read'] },
  description:
    '`run`: run the flow, and see what it takes. `read`: read the runs that were started by the link.',
  examples: [['run', 'read']],
};

const fields = {
  name: { type: 'string' },
  branch: { type: 'string' },
  flow: { type: 'string' },
  environment: timeOrNull,
  rights,
  expiresAt: timeOrNull,
  maxUses: { type: ['integer', 'null'] },
  uses: { type: 'integer' },
  createdAt: time,
  createdBy: { type: 'string' },
};

const shareShape: JsonObject = { type: 'object', required: Object.keys(fields), properties: fields };

const issuedShape: JsonObject = {
  type: 'object',
  required: ['token', 'path', ...Object.keys(fields)],
  properties: {
    token: { type: 'string', description: 'Shown this once: only a digest of it is kept.' },
    path: { type: 'string', description: 'Where to `POST` the parameters; the token is in it.' },
    ...fields,
  },
};

const byName = { properties: { name: knownNameField }, required: ['name'] };
const maxUsesField: JsonObject = {
  type: ['integer', 'null'],
  minimum: 1,
  maximum: 1_000_000,
  description: 'Runs it is good for.',
};
const changeable = { rights, expiresAt: expiresField, maxUses: maxUsesField };
const readPatch = patchReader<ShareChanges>('update-share', changeable);
/** Which one is seen when the share is found. */
const someFlow = () => ({ type: 'flow', some: true });

interface CreateInput {
  name: string;
  branch: string;
  flow: string;
  environment?: string;
  rights: ShareRight[];
  expiresAt?: string | null;
  maxUses?: number | null;
  dryRun?: boolean;
}

const createShare: Operation<CreateInput> = {
  name: 'create-share',
  title: 'Share a flow',
  description: 'A link to one flow for whoever has it. Its token is in the answer, and never shown again.',
  hints: { readOnly: false, destructive: false, idempotent: false },
  permission: 'editor',
  target: flowTarget,
  input: {
    properties: {
      kind: kindField('share'),
      name: nameField,
      branch: branchField,
      flow: flowField,
      environment: {
        ...nameText,
        description: 'Where its runs take place.',
      },
      rights: { ...rights, default: ['run', 'read'] },
      expiresAt: expiresField,
      maxUses: maxUsesField,
      dryRun: dryRunField,
    },
    required: ['name', 'branch', 'flow'],
  },
  output: writeShape(issuedShape, 'CreatedShare', ['token', 'path']),
  async run(context, { dryRun, ...input }) {
    const snapshot = await freshSnapshot(context, input.branch);
    const { branch } = snapshot;
    if (!snapshot.get('flow', input.flow)) throw unknownEntity(snapshot, 'flow', input.flow);
    if (input.environment !== undefined && !snapshot.get('environment', input.environment))
      throw unknownEntity(snapshot, 'environment', input.environment);
    const { shares } = context.controller.identity;
    const wanted = { ...input, branch, createdBy: context.principal.id };
    if (dryRun) return previewOf(context, `share/${input.name}`, undefined, shares.preview(wanted));
    const issued = await shares.create(wanted);
    context.audit?.note({ share: issued.name, rights: issued.rights.join(' ') });
    const flow = `/api/v1/${encodeURIComponent(branch)}/flows/${encodeURIComponent(issued.flow)}`;
    return { value: { ...issued, path: `${flow}/runs?share=${issued.token}` }, outcome: 'created' };
  },
};

const listShares: Operation<{ limit: number; cursor?: string }> = {
  name: 'list-shares',
  title: 'List shares',
  description: 'The share links there are, by name; never a token.',
  hints: reads,
  permission: 'editor',
  target: someFlow,
  input: { properties: { limit: limitField, cursor: cursorField } },
  output: pageOf(shareShape),
  async run(context, input) {
    const limit = requirePageSize(context.controller.settings, input.limit);
    const shares = context.controller.identity.shares.list().filter((share) => mayManage(context, share));
    return { value: pageByName(shares, ({ name }) => name, limit, input.cursor) };
  },
};

const readShare: Operation<{ name: string }> = {
  name: 'read-share',
  title: 'Read a share',
  description: 'What a share link is for, and how often it was used; never its token.',
  hints: reads,
  permission: 'editor',
  target: someFlow,
  input: byName,
  output: shareShape,
  async run(context, { name }) {
    return { value: findShare(context, name) };
  },
};

interface ShareUpdate extends ShareChanges, UpdateManner {
  name: string;
}

const updateShare: Operation<ShareUpdate> = {
  name: 'update-share',
  title: 'Change a share',
  description: 'Changes what a share link is good for; takes effect at once. Its token stays the same.',
  hints: { readOnly: false, destructive: true, idempotent: true },
  permission: 'editor',
  target: someFlow,
  input: {
    properties: { kind: kindField('share'), name: knownNameField, ...updateFields(changeable) },
    required: ['name'],
  },
  output: writeShape(shareShape, 'UpdatedShare'),
  async run(context, { name, kind: _kind, jsonPatch, dryRun, ...fields }) {
    findShare(context, name);
    const { shares } = context.controller.identity;
    return updateEntityOf(
      context,
      { what: `share/${name}`, fields, jsonPatch, dryRun, readPatch },
      (change) => shares.update(name, change, { dryRun }),
    );
  },
};

const deleteShare: Operation<{ name: string; dryRun?: boolean }> = {
  name: 'delete-share',
  title: 'Revoke a share',
  description: 'The link leads nowhere from now on.',
  hints: { readOnly: false, destructive: true, idempotent: true },
  permission: 'editor',
  target: someFlow,
  input: deletionOf(byName),
  output: {},
  async run(context, { name, dryRun }) {
    const share = findShare(context, name);
    if (dryRun) return previewOf(context, `share/${name}`, share, undefined);
    await context.controller.identity.shares.remove(name);
    return { outcome: 'deleted' };
  },
};

function findShare(context: OperationContext, name: string): Share {
  const share = context.controller.identity.shares.get(name);
  if (mayManage(context, share)) return share;
  throw new Problem('share_not_found', `There is no share \`${name}\``);
}

/** Who may share a flow sees and revokes its links. */
function mayManage(context: OperationContext, share: Share): boolean {
  return accessOf(context).may('editor', flowTarget(share));
}

export const shareOperations: readonly Operation[] = [
  listShares,
  readShare,
  createShare,
  updateShare,
  deleteShare,
];
