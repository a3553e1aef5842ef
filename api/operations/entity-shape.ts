import type { EntityRecord, EntityStatus, Finding, Snapshot } from '../../controller/catalog/contract.js';
import { etagOf } from '../../controller/catalog/index.js';
import type { JsonObject } from '../../schemas/json.js';
import { originShape } from './origin-shape.js';

export const conditionShape: JsonObject = {
  title: 'Condition',
  type: 'object',
  required: ['type', 'status', 'reason', 'message', 'lastTransitionTime', 'observedRevision'],
  properties: {
    type: { type: 'string', enum: ['Ready', 'Reconciling', 'Stalled'] },
    status: { type: 'string', enum: ['True', 'False', 'Unknown'] },
    reason: { type: 'string' },
    message: { type: 'string' },
    lastTransitionTime: { type: 'string' },
    observedRevision: { type: 'string' },
  },
};

export const findingShape: JsonObject = {
  title: 'Finding',
  type: 'object',
  required: ['rule', 'severity', 'file', 'line', 'column', 'pointer', 'message'],
  properties: {
    rule: { type: 'string' },
    severity: { type: 'string', enum: ['error', 'warning', 'hint'] },
    file: { type: 'string' },
    line: { type: 'integer' },
    column: { type: 'integer' },
    endLine: { type: 'integer' },
    endColumn: { type: 'integer' },
    pointer: { type: 'string' },
    message: { type: 'string' },
    hint: { type: 'string' },
  },
};

/** What one entity says of another. */
export const referenceShape: JsonObject = {
  title: 'EntityReference',
  type: 'object',
  required: ['type', 'name', 'pointer'],
  properties: {
    type: { type: 'string', description: 'The type of the entity that is named.' },
    name: { type: 'string' },
    pointer: { type: 'string', description: 'Where in the definition (RFC 6901).' },
  },
};

const textOrNull: JsonObject = { type: ['string', 'null'] };

export const entityShape: JsonObject = {
  title: 'Entity',
  type: 'object',
  required: [
    'op',
    'type',
    'name',
    'branch',
    'path',
    'revision',
    'etag',
    'definition',
    'references',
    'status',
  ],
  properties: {
    op: { type: 'string' },
    type: { type: 'string' },
    name: { type: 'string' },
    branch: { type: 'string' },
    connection: { type: 'string', description: 'Of a connector: the connection it is behind.' },
    path: { ...textOrNull, description: 'The file inside the repository.' },
    revision: {
      ...textOrNull,
      description: 'The commit this version was applied from; null while no version was ever valid.',
    },
    etag: { ...textOrNull, description: 'Changes with every byte of the file, and of the files it names.' },
    definition: {
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'The version in service; null while no version was ever valid.',
    },
    references: {
      type: 'array',
      items: referenceShape,
      description: 'The entities that this one names.',
    },
    status: {
      title: 'EntityStatus',
      type: 'object',
      required: ['conditions', 'findings'],
      properties: {
        conditions: { type: 'array', items: conditionShape },
        findings: {
          type: 'array',
          items: findingShape,
          description: 'What is wrong with the newest version.',
        },
      },
    },
  },
};

export const textShape: JsonObject = {
  type: 'object',
  required: ['path', 'text'],
  properties: { path: { type: 'string' }, text: { type: 'string' } },
};

/** An entity with all that belongs to it. */
export const readEntityShape: JsonObject = {
  ...entityShape,
  title: 'EntityWithTexts',
  properties: {
    ...(entityShape['properties'] as JsonObject),
    texts: {
      type: 'object',
      additionalProperties: textShape,
      description: 'The texts in files of their own, by the field they are the text of.',
    },
    origin: {
      anyOf: [originShape, { type: 'null' }],
      description: 'With `explain`; null while no version was ever valid.',
    },
  },
};

/** An entity in a list; what was found by `q` says how well it fits. */
export const listedEntityShape: JsonObject = {
  ...entityShape,
  title: 'ListedEntity',
  properties: {
    ...(entityShape['properties'] as JsonObject),
    score: { type: 'number', description: 'With `q`: higher is better, within one list.' },
    match: {
      type: 'object',
      description: 'With `q`: what was found.',
      required: ['terms', 'snippet'],
      properties: {
        terms: {
          type: 'array',
          items: { type: 'string' },
          description: 'The words of the entity that were taken for those asked for.',
        },
        snippet: { ...textOrNull, description: 'The piece of the text around the first of them.' },
      },
    },
  },
};

/** What a caller sees of an entity. */
export interface Representation {
  op: 'platform';
  type: string;
  name: string;
  branch: string;
  path: string | null;
  revision: string | null;
  etag: string | null;
  definition: JsonObject | null;
  references: { type: string; name: string; pointer: string }[];
  status: { conditions: EntityStatus['conditions']; findings: readonly Finding[] };
}

export function textsOf(record: EntityRecord | undefined): Record<string, { path: string; text: string }> {
  const texts = [...(record?.attachments ?? [])];
  return Object.fromEntries(texts.map(([field, { path, text }]) => [field, { path, text }]));
}

/** The representation of an entity in a snapshot, also of one that never was valid; undefined when there is neither. */
export function represent(snapshot: Snapshot, type: string, name: string): Representation | undefined {
  const record = snapshot.get(type, name);
  const status = snapshot.status(type, name);
  if (!record && !status) return undefined;
  return {
    op: 'platform',
    type,
    name,
    branch: snapshot.branch,
    ...placeOf(record, status),
    definition: record?.definition ?? null,
    references: (record?.references ?? []).map(({ kind, name, pointer }) => ({ type: kind, name, pointer })),
    status: { conditions: status?.conditions ?? [], findings: status?.findings ?? [] },
  };
}

function placeOf(record: EntityRecord | undefined, status: EntityStatus | undefined) {
  if (record) return { path: record.path, revision: record.revision, etag: etagOf(record) };
  return { path: status?.findings[0]?.file ?? null, revision: null, etag: null };
}
