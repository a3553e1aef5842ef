import type { JsonObject } from '../../schemas/json.js';
import { textShape } from './entity-shape.js';

export const revisionField: JsonObject = {
  type: 'string',
  minLength: 1,
  maxLength: 260,
  description:
    'A commit id or its beginning, `HEAD` for the tip of the branch, or another branch; `~1` behind it steps back.',
  examples: ['HEAD~1'],
};

export const authorShape: JsonObject = {
  title: 'CommitAuthor',
  type: 'object',
  required: ['name', 'email'],
  properties: { name: { type: 'string' }, email: { type: 'string' } },
};

export const versionShape: JsonObject = {
  title: 'EntityVersion',
  type: 'object',
  required: ['commitHash', 'author', 'committedAt', 'message', 'change', 'path'],
  properties: {
    commitHash: { type: 'string' },
    author: authorShape,
    committedAt: { type: 'string', format: 'date-time' },
    message: { type: 'string' },
    change: { type: 'string', enum: ['added', 'modified', 'deleted', 'renamed'] },
    path: { type: 'string', description: 'The file after the commit; of one that is deleted, before.' },
    previousPath: { type: 'string', description: 'Of a renamed file: where it was.' },
    texts: {
      type: 'array',
      items: { type: 'string' },
      description:
        'The texts in files of their own (`file`) that the commit touched; left out when there are none.',
    },
  },
};

/** One thing that two definitions say differently. */
export const valueChangeShape: JsonObject = {
  title: 'ValueChange',
  type: 'object',
  required: ['op', 'pointer'],
  properties: {
    op: { type: 'string', enum: ['add', 'remove', 'replace', 'move'] },
    pointer: {
      type: 'string',
      description: 'Where (RFC 6901): in the newer definition, of what is removed in the older one.',
    },
    oldPointer: { type: 'string', description: 'Of an item that changed places: where it was.' },
    from: { description: 'The older value; left out where there was none.' },
    to: { description: 'The newer value; left out where there is none.' },
  },
};

export const valueChangesShape: JsonObject = {
  type: ['array', 'null'],
  items: valueChangeShape,
  description: 'Field by field; null where one of the two files cannot be read.',
};

const sideShape: JsonObject = {
  title: 'VersionSide',
  type: 'object',
  required: ['commitHash', 'path'],
  properties: {
    commitHash: { type: 'string' },
    path: { type: ['string', 'null'], description: 'The file; null where the entity was not there.' },
  },
};

export const versionDiffShape: JsonObject = {
  title: 'VersionDiff',
  type: 'object',
  required: ['from', 'to', 'patch', 'changes'],
  properties: {
    from: sideShape,
    to: sideShape,
    patch: { type: 'string', description: 'The unified diff; empty when nothing differs.' },
    changes: valueChangesShape,
  },
};

export const entityAtShape: JsonObject = {
  title: 'EntityAtCommit',
  type: 'object',
  required: ['op', 'type', 'name', 'branch', 'commitHash', 'path', 'etag', 'definition'],
  properties: {
    op: { type: 'string' },
    type: { type: 'string' },
    name: { type: 'string' },
    branch: { type: 'string' },
    commitHash: { type: 'string' },
    path: { type: 'string', description: 'The file, as of that commit.' },
    etag: { type: 'string', description: 'The id of its blob.' },
    definition: {
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'Null where the file cannot be read; it can still be had as YAML.',
    },
    texts: {
      type: 'object',
      additionalProperties: textShape,
      description: 'The texts in files of their own as they were then, by the field they are the text of.',
    },
  },
};
