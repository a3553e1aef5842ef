import type { JsonObject } from '../../schemas/json.js';
import { findingShape } from './entity-shape.js';

const textOrNull: JsonObject = { type: ['string', 'null'] };

export const proposalShape: JsonObject = {
  title: 'Proposal',
  type: 'object',
  required: [
    'id',
    'branch',
    'base',
    'title',
    'body',
    'author',
    'createdAt',
    'state',
    'compareUrl',
    'pullRequestUrl',
  ],
  properties: {
    id: { type: 'string' },
    branch: { type: 'string', description: 'The branch that holds the change.' },
    base: { type: 'string', description: 'The branch it is to be merged into.' },
    title: { type: 'string' },
    body: { type: 'string' },
    author: { type: 'string', description: 'The principal who made it.' },
    createdAt: { type: 'string' },
    state: { type: 'string', enum: ['open', 'merged', 'closed'] },
    closedAt: textOrNull,
    closedBy: textOrNull,
    mergedCommit: {
      ...textOrNull,
      description: 'The commit of `base` that holds the change, once it is merged.',
    },
    compareUrl: { type: 'string', description: 'Where people look at it.' },
    pullRequestUrl: textOrNull,
  },
};

export const proposalDetailsShape: JsonObject = {
  ...proposalShape,
  title: 'ProposalDetails',
  properties: {
    ...(proposalShape['properties'] as JsonObject),
    revision: { ...textOrNull, description: 'The tip of its branch.' },
    diff: { type: 'string', description: 'What merging would change in `base` as that is now.' },
    entities: {
      type: 'array',
      items: {
        title: 'ProposedEntity',
        type: 'object',
        required: ['type', 'name', 'change', 'path'],
        properties: {
          type: { type: 'string' },
          name: { type: 'string' },
          change: { type: 'string', enum: ['created', 'updated', 'deleted', 'unchanged'] },
          path: { type: 'string' },
        },
      },
    },
    files: {
      type: 'array',
      items: { type: 'string' },
      description: 'Changed files that are of no entity.',
    },
    findings: { type: 'array', items: findingShape },
    valid: { type: 'boolean', description: 'Whether `base` would stay valid.' },
    mergeability: { type: 'string', enum: ['fast-forward', 'merge', 'conflict', 'settled'] },
    conflicts: {
      type: 'array',
      items: {
        title: 'ProposalConflict',
        type: 'object',
        required: ['path', 'conflicts'],
        properties: {
          path: { type: 'string' },
          conflicts: {
            type: 'array',
            description: 'Pointer, and what each side has; empty where no field can be named.',
            items: { type: 'object', additionalProperties: true },
          },
        },
      },
    },
  },
};
