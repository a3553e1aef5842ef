import { isObjectId } from '../../../controller/git/index.js';
import { Problem } from '../../../controller/problems/index.js';
import type { EntityAddress, ReadScope } from '../../../controller/writes/index.js';
import { entityWriteShape, etagField, nameField, typeFields } from '../entities/write-schemas.js';
import { type EntityWriteOptions, findEtags, writeOne } from '../entities/writes.js';
import { getAccess } from '../shared/authorization.js';
import { requireEntityType } from '../shared/entity-types.js';
import {
  branchField,
  type PageInput,
  pageFields,
  requirePageSize,
  revisionField,
  writeFields,
} from '../shared/fields.js';
import { type Operation, type OperationContext, reads } from '../shared/operation.js';
import { decodeCursor, encodeCursor, notACursor } from '../shared/pages.js';
import { described, flag, getPage } from '../shared/schemas.js';
import { entityAtShape, versionDiffShape, versionShape } from './schemas.js';

interface Address {
  branch: string;
  type: string;
  name: string;
}

const addressFields = {
  branch: branchField,
  type: typeFields.type,
  name: { ...nameField, description: 'The name of the entity, which may be deleted.' },
};
const required = ['branch', 'type', 'name'];
const target = ({ branch, type, name }: Address) => ({ branch, type, name });

export const listVersions: Operation<Address & PageInput> = {
  name: 'list-versions',
  title: 'List the versions of an entity',
  description:
    'The commits that changed the file of an entity, in content, mode or path, or a text in a file of its own that the entity ' +
    'named (`texts`), newest first. They follow the type and name of the entity, whatever its file was called, on both sides ' +
    'of merges; also of a deleted entity.',
  hints: reads,
  permission: 'viewer',
  target,
  input: { properties: { ...addressFields, ...pageFields }, required },
  output: getPage(versionShape),
  async run(context, { limit: maxItems, cursor, ...input }) {
    const limit = requirePageSize(context.controller.config.current(), maxItems);
    const address = await getAddress(context, input);
    const after = cursor === undefined ? undefined : decodeCursor(cursor);
    if (after !== undefined && !isObjectId(after)) throw notACursor();
    const { items, next } = await context.controller.versions.history(address, { limit, after });
    return { value: { items, nextCursor: next === undefined ? null : encodeCursor(next) } };
  },
};

export const diffVersions: Operation<Address & { from?: string; to?: string }> = {
  name: 'diff-versions',
  title: 'Compare two versions of an entity',
  description:
    'The difference between an entity at two commits: as a unified diff of its file and of the texts that it names, which ' +
    '`git apply` accepts, and field by field, with the texts in their fields.',
  hints: reads,
  permission: 'viewer',
  target,
  input: {
    properties: {
      ...addressFields,
      from: {
        ...revisionField,
        description: `The older side; by default the version before \`to\`. ${revisionField['description']}`,
      },
      to: {
        ...revisionField,
        description: `The newer side; \`HEAD\` by default. ${revisionField['description']}`,
      },
    },
    required,
  },
  output: versionDiffShape,
  async run(context, { from, to, ...input }) {
    const { versions } = context.controller;
    const address = await getAddress(context, input);
    return { value: await versions.diff(address, { from, to }, getReadScope(context, address)) };
  },
};

export const readVersion: Operation<Address & { commitHash: string }> = {
  name: 'read-version',
  title: 'Read an entity at a commit',
  description: 'The definition of an entity at a commit, with its texts; as YAML the file, byte for byte.',
  hints: reads,
  permission: 'viewer',
  target,
  input: {
    properties: { ...addressFields, commitHash: revisionField },
    required: [...required, 'commitHash'],
  },
  output: entityAtShape,
  async run(context, { commitHash, ...input }) {
    const { versions } = context.controller;
    const address = await getAddress(context, input);
    const { text, blobId, ...entity } = await versions.at(
      address,
      commitHash,
      getReadScope(context, address),
    );
    const { branch, type, name } = address;
    return { value: { op: 'platform', type, name, branch, ...entity, etag: blobId }, file: text };
  },
};

const holdField = described(
  flag,
  '`true`: no sync undoes the revert while the remote does not have it: svc applies it on top of new commits, and keeps it if ' +
    'the remote declines it or loses the branch. `GET /api/v1/{branch}/cicd/sync` lists it under `push.holds`. `false`: releases ' +
    'a held revert of the entity (with `commitHash: HEAD`, nothing else changes).',
);

export const revertEntity: Operation<
  Address & EntityWriteOptions & { op?: string; commitHash: string; etag?: string; hold?: boolean }
> = {
  name: 'revert-entity',
  title: 'Revert an entity',
  description:
    'Makes a new commit with the content that the entity had at `commitHash`, byte for byte: a deleted entity ' +
    'is restored, one that did not exist is deleted, a renamed file is written at its present path. ' +
    'Texts that it names (`file`) are restored too; 409 `entity_in_use` if another entity names a text that would ' +
    'change. 422 `entity_invalid` if that version is no longer valid.',
  hints: { readOnly: false, destructive: true, idempotent: true },
  permission: 'editor',
  effects: ['write', 'propose', 'merge'],
  target,
  input: {
    properties: {
      ...addressFields,
      commitHash: revisionField,
      etag: etagField,
      hold: holdField,
      ...writeFields,
    },
    required: [...required, 'commitHash'],
  },
  output: entityWriteShape,
  async run(context, { commitHash, etag, type, name, hold, ...input }) {
    const { versions, changes } = context.controller;
    context.audit?.note({ commitHash, ...(hold === undefined ? {} : { hold }) });
    if (hold !== undefined && input.propose) throw heldProposal();
    const address = await getAddress(context, { branch: input.branch, type, name });
    const readScope = getReadScope(context, address);
    const { change, message } = await versions.restoration(address, commitHash, readScope);
    const request = { ...input, message: input.message ?? message, hold };
    const result = await writeOne(context, request, { ...change, ifMatch: findEtags(etag) });
    if (hold === false && !input.dryRun) await changes.release(address.branch, { type, name });
    return result;
  },
};

function heldProposal(): Problem {
  return new Problem('body_invalid', 'Only a revert on the branch itself can be held', {
    errors: [{ pointer: '/hold', message: 'a proposal cannot be held' }],
    hints: ['Leave out `hold` or `propose`.'],
  });
}

/** @throws Problem entity_type_unknown, branch_not_found */
async function getAddress(
  { controller }: OperationContext,
  { branch, type, name }: Address,
): Promise<EntityAddress> {
  requireEntityType('platform', type);
  return { branch: await controller.branches.resolve(branch), type, name };
}

/** The branches on which the caller may read this entity. */
function getReadScope(context: OperationContext, { type, name }: EntityAddress): ReadScope {
  const access = getAccess(context);
  return { all: access.isEven, mayRead: (branch) => access.may('viewer', { branch, type, name }) };
}
