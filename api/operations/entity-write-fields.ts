import type { JsonObject } from '../../schemas/json.js';
import { connectorFields } from './connector-entities.js';
import { entityShape, findingShape } from './entity-shape.js';
import { branchField, opField, typeField } from './fields.js';
import { proposalShape } from './proposal-shape.js';

/** Which entity type of which branch a write is about. */
export const typeFields: Readonly<Record<string, JsonObject>> = {
  branch: {
    ...branchField,
    description:
      'The branch to write to. `live` is the directory where Git versioning is off, `local` the overlay directory.',
  },
  op: { ...opField, default: 'platform' },
  type: typeField,
  ...connectorFields,
};

export const nameField: JsonObject = {
  type: 'string',
  minLength: 1,
  maxLength: 253,
  description: 'The name of the entity.',
  examples: ['crm'],
};

export const definitionField: JsonObject = {
  type: 'object',
  additionalProperties: true,
  description: 'The entity document, with the same fields as its file; `kind` may be left out.',
};

export const mergePatchField: JsonObject = {
  type: 'object',
  additionalProperties: true,
  description: 'A merge patch (RFC 7396): only the fields that change; null takes a field out.',
  examples: [{ config: { baseUrl: 'https://crm.example.com' } }],
};

export const jsonPatchField: JsonObject = {
  type: 'array',
  maxItems: 10_000,
  items: { type: 'object', additionalProperties: true },
  description: 'A JSON patch (RFC 6902), in place of a merge patch.',
  examples: [[{ op: 'replace', path: '/config/baseUrl', value: 'https://crm.example.com' }]],
};

export const etagField: JsonObject = {
  type: 'string',
  minLength: 1,
  maxLength: 1024,
  description:
    'The `etag` of the version the change was made on; 412 `version_conflict` when it is another by now.',
};

/** How a write is made. */
export const manner: Readonly<Record<string, JsonObject>> = {
  message: {
    type: 'string',
    minLength: 1,
    maxLength: 10_000,
    description: 'The commit message; one that names the entity and its changed fields when left out.',
    examples: ['Point the CRM at its new address'],
  },
  dryRun: {
    type: 'boolean',
    default: false,
    description: 'Change nothing; answer with the diff and what would be found.',
  },
  propose: {
    type: 'boolean',
    default: false,
    description:
      'Put the change on a branch of its own, to be looked at and merged; answers with `proposal`.',
  },
};

const changeField: JsonObject = {
  type: 'string',
  enum: ['created', 'updated', 'deleted', 'unchanged'],
  description:
    'What became, or would become, of the entity. `unchanged`: it was so already, and there is no commit.',
};

export const writtenEntityShape: JsonObject = {
  title: 'WrittenEntity',
  type: 'object',
  required: ['type', 'name', 'change', 'path', 'etag'],
  properties: {
    type: { type: 'string' },
    name: { type: 'string' },
    change: changeField,
    path: { type: 'string', description: 'The file inside the repository.' },
    etag: { type: ['string', 'null'], description: 'Null when it is gone.' },
  },
};

/** What a write says besides. */
const outcome: Readonly<Record<string, JsonObject>> = {
  commit: {
    type: ['string', 'null'],
    description: 'The commit that holds the change; null where nothing changed, and without Git.',
  },
  push: {
    type: 'string',
    enum: ['pushed', 'pending'],
    description:
      'Whether the remote has the commit. `pending`: it is kept and will be pushed; `GET …/cicd/sync` tells how far that is.',
  },
  proposal: proposalShape,
  notice: { type: 'string', description: 'Why it is pending, or a proposal that was not asked for.' },
  dryRun: { type: 'boolean', description: 'Nothing was changed; `diff` and `findings` say what would be.' },
  valid: { type: 'boolean', description: 'With `dryRun`: whether the write would be taken.' },
  diff: { type: 'string', description: 'With `dryRun`: the unified diff.' },
  findings: {
    type: 'array',
    items: findingShape,
    description: 'What is to be said about the files as they are, or would be.',
  },
};

/** The answer to a write of one entity: its representation, and what was done. */
export const entityWriteShape: JsonObject = {
  title: 'EntityWrite',
  type: 'object',
  required: ['op', 'type', 'name', 'branch', 'change', 'commit'],
  properties: {
    ...(entityShape['properties'] as JsonObject),
    change: changeField,
    ...outcome,
  },
};

/** The answer to a write of several. */
export const batchWriteShape: JsonObject = {
  title: 'BatchWrite',
  type: 'object',
  required: ['branch', 'entities', 'commit'],
  properties: {
    branch: { type: 'string' },
    entities: { type: 'array', items: writtenEntityShape },
    ...outcome,
  },
};
