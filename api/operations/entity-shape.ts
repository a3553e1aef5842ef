import type { EntityRecord, EntityStatus, Finding, Snapshot } from '../../controller/catalog/contract.js';
import type { JsonObject } from '../../schemas/json.js';

export const conditionShape: JsonObject = {
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

const textOrNull: JsonObject = { type: ['string', 'null'] };

export const entityShape: JsonObject = {
  type: 'object',
  required: ['op', 'type', 'name', 'branch', 'path', 'revision', 'etag', 'definition', 'status'],
  properties: {
    op: { type: 'string' },
    type: { type: 'string' },
    name: { type: 'string' },
    branch: { type: 'string' },
    path: { ...textOrNull, description: 'The file inside the repository.' },
    revision: {
      ...textOrNull,
      description: 'The commit this version was applied from; null while no version was ever valid.',
    },
    etag: { ...textOrNull, description: 'Changes with every byte of the file.' },
    definition: {
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'The version in service; null while no version was ever valid.',
    },
    status: {
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
  status: { conditions: EntityStatus['conditions']; findings: readonly Finding[] };
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
    status: { conditions: status?.conditions ?? [], findings: status?.findings ?? [] },
  };
}

function placeOf(record: EntityRecord | undefined, status: EntityStatus | undefined) {
  if (record) return { path: record.path, revision: record.revision, etag: record.blobId };
  return { path: status?.findings[0]?.file ?? null, revision: null, etag: null };
}
