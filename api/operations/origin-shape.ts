import type { JsonObject } from '../../schemas/json.js';

const branchText: JsonObject = {
  type: 'string',
  description: 'The branch whose file it is; `local` for the overlay.',
};
const pathText: JsonObject = { type: 'string', description: 'The file, from the root of the branch.' };

const fileShape: JsonObject = {
  title: 'OriginFile',
  type: 'object',
  required: ['branch', 'path', 'blob'],
  properties: {
    branch: branchText,
    path: pathText,
    blob: { type: 'string', description: 'The Git blob id of its bytes.' },
  },
};

export const originShape: JsonObject = {
  title: 'EntityOrigin',
  type: 'object',
  description: 'With `explain`: where the version in service comes from, and what it hides.',
  required: ['branch', 'path', 'blob', 'revision', 'newest', 'hides', 'fields', 'references', 'overriddenBy'],
  properties: {
    ...(fileShape['properties'] as JsonObject),
    revision: { type: 'string', description: 'The revision this version was applied from.' },
    newest: {
      type: 'boolean',
      description: 'False when the newest version is not valid and this is the last good one.',
    },
    hides: {
      type: 'array',
      items: fileShape,
      description: 'The files of production that do not count for it.',
    },
    fields: {
      type: 'array',
      description: 'The fields of the definition, and where the value of each is written.',
      items: {
        title: 'FieldOrigin',
        type: 'object',
        required: ['pointer', 'branch', 'path', 'change'],
        properties: {
          pointer: { type: 'string', description: 'Where in the definition (RFC 6901).' },
          branch: branchText,
          path: pathText,
          change: {
            type: ['string', 'null'],
            enum: ['added', 'changed', 'removed', null],
            description:
              'How it differs from production; null where it does not, and on other branches than `local`.',
          },
        },
      },
    },
    references: {
      type: 'array',
      description: 'The entities that the fields name, and the file each comes from.',
      items: {
        title: 'ReferenceOrigin',
        type: 'object',
        required: ['pointer', 'type', 'name', 'file', 'hides'],
        properties: {
          pointer: { type: 'string' },
          type: { type: 'string' },
          name: { type: 'string' },
          file: {
            anyOf: [fileShape, { type: 'null' }],
            description: 'Null when nothing is in service by this name.',
          },
          hides: { type: 'array', items: fileShape },
        },
      },
    },
    overriddenBy: {
      type: 'array',
      description: 'Of a connection: the environments that put other values in its place.',
      items: {
        title: 'Override',
        type: 'object',
        required: ['environment', 'branch', 'path', 'pointers'],
        properties: {
          environment: { type: 'string' },
          branch: branchText,
          path: pathText,
          pointers: {
            type: 'array',
            items: { type: 'string' },
            description: 'The fields, in the connection.',
          },
        },
      },
    },
  },
};
