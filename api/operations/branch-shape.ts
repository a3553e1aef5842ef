import type { JsonObject } from '../../schemas/json.js';
import { conditionShape, findingShape } from './entity-shape.js';
import { authorShape, valueChangesShape } from './version-shape.js';

const text: JsonObject = { type: 'string' };
const count: JsonObject = { type: 'integer' };
const countOrNull: JsonObject = { type: ['integer', 'null'] };

export const branchNameField: JsonObject = {
  type: 'string',
  minLength: 1,
  maxLength: 250,
  description: 'The name of a Git branch; a slash in a path is written `%2F`.',
  examples: ['feature/x'],
};

export const branchShape: JsonObject = {
  title: 'Branch',
  type: 'object',
  required: ['name', 'production', 'revision'],
  properties: {
    name: text,
    production: { type: 'boolean' },
    protected: { type: 'boolean', description: 'Takes changes of all but administrators by proposal only.' },
    revision: { type: ['string', 'null'], description: 'Null while it was never read.' },
    ahead: {
      ...countOrNull,
      description: 'Commits that production has not; null where they share no history.',
    },
    behind: { ...countOrNull, description: 'Commits that only production has.' },
    conditions: {
      type: 'array',
      items: conditionShape,
      description: 'How it is in service; empty while nobody uses it.',
    },
  },
};

const differenceFields: Readonly<Record<string, JsonObject>> = {
  type: text,
  name: text,
  change: { type: 'string', enum: ['created', 'updated', 'deleted'] },
  path: text,
  previousPath: { type: 'string', description: 'Where its file was, if that was elsewhere.' },
};

const commitShape: JsonObject = {
  title: 'Commit',
  type: 'object',
  required: ['commitHash', 'parents', 'author', 'committedAt', 'message'],
  properties: {
    commitHash: text,
    parents: { type: 'array', items: text },
    author: authorShape,
    committedAt: { type: 'string', format: 'date-time' },
    message: text,
  },
};

const conflictShape: JsonObject = {
  title: 'BranchConflict',
  type: 'object',
  required: ['file', 'places'],
  properties: {
    file: text,
    type: text,
    name: text,
    places: {
      type: 'array',
      description:
        'Where, with what each side has: `ours` is the branch merged into. Empty where the files cannot stand side by side.',
      items: {
        title: 'ConflictPlace',
        type: 'object',
        required: ['pointer'],
        properties: { pointer: text, base: {}, ours: {}, theirs: {} },
      },
    },
  },
};

export const comparisonShape: JsonObject = {
  title: 'BranchComparison',
  type: 'object',
  required: [
    'branch',
    'with',
    'revision',
    'withRevision',
    'base',
    'ahead',
    'behind',
    'commits',
    'entities',
    'mergeability',
  ],
  properties: {
    branch: text,
    with: text,
    revision: text,
    withRevision: text,
    base: { type: ['string', 'null'], description: 'The commit where they parted.' },
    ahead: { ...count, description: 'Commits of the branch that the other has not.' },
    behind: { ...count, description: 'Commits that only the other has.' },
    commits: {
      type: 'array',
      items: commitShape,
      description: 'Those of the branch alone, the newest first.',
    },
    entities: {
      type: 'array',
      description: 'What the branch made of entities since `base`.',
      items: {
        title: 'EntityDifference',
        type: 'object',
        required: ['type', 'name', 'change', 'path', 'changes'],
        properties: { ...differenceFields, changes: valueChangesShape },
      },
    },
    files: { type: 'array', items: text, description: 'Changed files that are of no entity.' },
    truncated: { type: 'boolean', description: 'There are more commits or files than shown.' },
    mergeability: {
      type: 'string',
      enum: ['nothing', 'fast-forward', 'merge', 'conflict'],
      description: 'What merging the branch into the other would be.',
    },
    conflicts: { type: 'array', items: conflictShape },
  },
};

export const mergeShape: JsonObject = {
  title: 'BranchMerge',
  type: 'object',
  required: ['from', 'into', 'kind', 'commit', 'entities', 'findings'],
  properties: {
    from: text,
    into: text,
    kind: { type: 'string', enum: ['nothing', 'fast-forward', 'merge'] },
    commit: { type: ['string', 'null'], description: 'Where `into` is now; null for what was only tried.' },
    entities: {
      type: 'array',
      items: {
        title: 'MergedEntity',
        type: 'object',
        required: ['type', 'name', 'change', 'path'],
        properties: differenceFields,
      },
    },
    findings: { type: 'array', items: findingShape },
    pending: { type: 'string', description: 'Set while the remote does not have the merge yet: why not.' },
    dryRun: { type: 'boolean', description: 'Nothing was changed.' },
  },
};
