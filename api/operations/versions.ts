import type { EntityAddress, Sight } from '../../controller/changes/versions/index.js';
import { Problem } from '../../controller/problems/index.js';
import { isObjectId } from '../../controller/repository/index.js';
import { accessOf } from './access.js';
import { requireEntityType } from './entity-types.js';
import { entityWriteShape, etagField, manner, nameField, typeFields } from './entity-write-fields.js';
import { writeOne } from './entity-writes.js';
import { branchField, cursorField, limitField, pageOf, requirePageSize } from './fields.js';
import { type Operation, type OperationContext, reads } from './operation.js';
import { decodeCursor, encodeCursor, notACursor } from './pages.js';
import { entityAtShape, revisionField, versionDiffShape, versionShape } from './version-shape.js';
import { etagsOf, type Manner } from './write-request.js';

interface Address {
  branch: string;
  type: string;
  name: string;
}

const addressFields = {
  branch: branchField,
  type: typeFields['type'] ?? {},
  name: { ...nameField, description: 'The name of the entity; it may be deleted by now.' },
};
const required = ['branch', 'type', 'name'];
const target = ({ branch, type, name }: Address) => ({ branch, type, name });

const listVersions: Operation<Address & { limit: number; cursor?: string }> = {
  name: 'list-versions',
  title: 'List the versions of an entity',
  description:
    'The commits that changed the file of an entity, or a text in a file of its own that it named then (`texts`), the newest ' +
    'first, through renames of the file; also of an entity that is deleted.',
  hints: reads,
  permission: 'viewer',
  target,
  input: { properties: { ...addressFields, limit: limitField, cursor: cursorField }, required },
  output: pageOf(versionShape),
  async run(context, { limit: wanted, cursor, ...input }) {
    const limit = requirePageSize(context.controller.settings, wanted);
    const address = await addressOf(context, input);
    const after = cursor === undefined ? undefined : decodeCursor(cursor);
    if (after !== undefined && !isObjectId(after)) throw notACursor();
    const { items, next } = await context.controller.versions.history(address, { limit, after });
    return { value: { items, nextCursor: next === undefined ? null : encodeCursor(next) } };
  },
};

const diffVersions: Operation<Address & { from?: string; to?: string }> = {
  name: 'diff-versions',
  title: 'Compare two versions of an entity',
  description:
    'What differs between an entity at two commits: as a unified diff of its file, and of the texts it names, that ' +
    '`git apply` takes, and field by field, as if the texts stood in their fields.',
  hints: reads,
  permission: 'viewer',
  target,
  input: {
    properties: {
      ...addressFields,
      from: {
        ...revisionField,
        description: `The older side; without it, the version before that of \`to\`. ${revisionField['description']}`,
      },
      to: {
        ...revisionField,
        description: `The newer side; \`HEAD\` without it. ${revisionField['description']}`,
      },
    },
    required,
  },
  output: versionDiffShape,
  async run(context, { from, to, ...input }) {
    const address = await addressOf(context, input);
    return {
      value: await context.controller.versions.diff(address, { from, to }, sightOf(context, address)),
    };
  },
};

const readVersion: Operation<Address & { commitHash: string }> = {
  name: 'read-version',
  title: 'Read an entity as it was',
  description:
    'The definition of an entity at a commit, with the texts it names; its file, byte for byte, as YAML.',
  hints: reads,
  permission: 'viewer',
  target,
  input: {
    properties: { ...addressFields, commitHash: revisionField },
    required: [...required, 'commitHash'],
  },
  output: entityAtShape,
  async run(context, { commitHash, ...input }) {
    const address = await addressOf(context, input);
    const { text, blobId, ...found } = await context.controller.versions.at(
      address,
      commitHash,
      sightOf(context, address),
    );
    const { branch, type, name } = address;
    return { value: { op: 'platform', type, name, branch, ...found, etag: blobId }, file: text };
  },
};

const holdField = {
  type: 'boolean',
  description:
    '`true`: no sync undoes the revert while the remote does not have it: it is put on top of whatever comes, and stays where ' +
    'the remote declines it or loses the branch. `GET /api/v1/{branch}/cicd/sync` lists it under `push.holds`. `false`: what was ' +
    'held of the entity is held no more (with `commitHash: HEAD`, nothing else is changed).',
};

const revertEntity: Operation<
  Address & Manner & { op?: string; commitHash: string; etag?: string; hold?: boolean }
> = {
  name: 'revert-entity',
  title: 'Revert an entity',
  description:
    'Makes a new commit whose content for the entity is that of `commitHash`, byte for byte: an entity that is deleted ' +
    'comes back, one that was not there then goes, a file that was renamed is written where it is now. ' +
    'Texts that it names (`file`) are as they were, too; 409 `entity_in_use` when another entity names one that would ' +
    'change. 422 `entity_invalid` when that version is no longer valid.',
  hints: { readOnly: false, destructive: true, idempotent: true },
  permission: 'editor',
  target,
  input: {
    properties: {
      ...addressFields,
      commitHash: revisionField,
      etag: etagField,
      hold: holdField,
      ...manner,
    },
    required: [...required, 'commitHash'],
  },
  output: entityWriteShape,
  async run(context, { commitHash, etag, type, name, hold, ...input }) {
    context.audit?.note({ commitHash, ...(hold === undefined ? {} : { hold }) });
    if (hold !== undefined && input.propose) throw heldProposal();
    const address = await addressOf(context, { branch: input.branch, type, name });
    const { change, message } = await context.controller.versions.restoration(
      address,
      commitHash,
      sightOf(context, address),
    );
    const result = await writeOne(
      context,
      { ...input, message: input.message ?? message, hold },
      { ...change, ifMatch: etagsOf(etag) },
    );
    if (hold === false && !input.dryRun)
      await context.controller.changes.release?.(address.branch, { type, name });
    return result;
  },
};

function heldProposal(): Problem {
  const message = 'a proposal changes nothing that could be held';
  return new Problem('body_invalid', 'Only what is written to the branch itself can be held.', {
    errors: [{ pointer: '/hold', message }],
    hints: ['Leave out `hold` or `propose`.'],
  });
}

/** @throws Problem entity_type_unknown, branch_not_found */
async function addressOf(
  { controller }: OperationContext,
  { branch, type, name }: Address,
): Promise<EntityAddress> {
  requireEntityType('platform', type);
  return { branch: await controller.branches.resolve(branch), type, name };
}

/** Where the caller may read this entity. */
function sightOf(context: OperationContext, { type, name }: EntityAddress): Sight {
  const access = accessOf(context);
  return { all: access.isEven, mayRead: (branch) => access.may('viewer', { branch, type, name }) };
}

export const versionOperations: readonly Operation[] = [
  listVersions,
  diffVersions,
  readVersion,
  revertEntity,
];
