import { randomUUID } from 'node:crypto';
import type { Finding } from '../../controller/catalog/contract.js';
import { Problem } from '../../controller/problems/index.js';
import { freshSnapshot } from './entities.js';
import { conditionShape, findingShape } from './entity-shape.js';
import { branchField } from './fields.js';
import { type Operation, reads } from './operation.js';

const branchInput = { properties: { branch: branchField }, required: ['branch'] };

const syncBranch: Operation<{ branch: string }> = {
  name: 'sync-branch',
  title: 'Synchronise a branch now',
  description: 'Asks the reconciler to look at the branch at once; what came of it is in the sync status.',
  hints: { readOnly: false, destructive: false, idempotent: true },
  permission: 'operator',
  input: branchInput,
  output: { type: 'object', required: ['syncId'], properties: { syncId: { type: 'string' } } },
  async run({ controller }, input) {
    const branch = await controller.branches.resolve(input.branch);
    // A failed reconciliation is the branch's status, where the caller looks for it.
    controller.reconciler.request(branch).catch(() => undefined);
    return { value: { syncId: randomUUID() }, outcome: 'accepted' };
  },
};

const readSyncStatus: Operation<{ branch: string }> = {
  name: 'read-sync-status',
  title: 'Read the sync status of a branch',
  description: 'Which commit is observed and which is in service, with conditions, counts and problems.',
  hints: reads,
  permission: 'viewer',
  input: branchInput,
  output: {
    type: 'object',
    required: ['branch', 'conditions', 'observedRevision', 'appliedRevision', 'counts', 'problems'],
    properties: {
      branch: { type: 'string' },
      conditions: { type: 'array', items: conditionShape },
      observedRevision: { type: ['string', 'null'] },
      appliedRevision: { type: ['string', 'null'] },
      counts: {
        type: 'object',
        properties: {
          files: { type: 'integer' },
          entities: { type: 'integer' },
          invalid: { type: 'integer' },
        },
      },
      problems: { type: 'array', items: findingShape },
      lastError: { type: ['string', 'null'] },
      nextRetryAt: { type: ['string', 'null'] },
    },
  },
  async run({ controller }, input) {
    const branch = await controller.branches.resolve(input.branch);
    const status = controller.reconciler.status(branch);
    return {
      value: {
        branch,
        conditions: status?.conditions ?? [],
        observedRevision: status?.observedRevision ?? null,
        appliedRevision: status?.appliedRevision ?? null,
        counts: status?.counts ?? { files: 0, entities: 0, invalid: 0 },
        problems: controller.reconciler.peek(branch)?.findings ?? [],
        lastError: status?.lastError ?? null,
        nextRetryAt: status?.nextRetryAt ?? null,
      },
    };
  },
};

interface ValidateInput {
  branch: string;
  files?: { path: string; content: string }[];
}

const validateFiles: Operation<ValidateInput> = {
  name: 'validate-files',
  title: 'Validate entity files',
  description: 'Checks the files given, or the head of the branch when none are; changes nothing.',
  hints: reads,
  permission: 'viewer',
  input: {
    properties: {
      branch: branchField,
      files: {
        type: 'array',
        minItems: 1,
        maxItems: 10_000,
        description: 'Files that need not be in the branch. Left out: the head of the branch.',
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['path', 'content'],
          properties: {
            path: { type: 'string', minLength: 1, maxLength: 1024 },
            content: { type: 'string' },
          },
        },
      },
    },
    required: ['branch'],
  },
  output: {
    type: 'object',
    required: ['valid', 'problems'],
    properties: { valid: { type: 'boolean' }, problems: { type: 'array', items: findingShape } },
  },
  async run(context, input) {
    const problems = input.files
      ? context.controller.validate(distinct(input.files))
      : (await freshSnapshot(context, input.branch)).findings;
    return { value: { valid: !problems.some(isError), problems } };
  },
};

function distinct(files: { path: string; content: string }[]): { path: string; content: string }[] {
  const seen = new Set<string>();
  for (const [index, { path }] of files.entries()) {
    if (seen.has(path)) {
      throw new Problem('body_invalid', `The file \`${path}\` is given twice`, {
        errors: [{ pointer: `/files/${index}/path`, message: 'is the path of another file in this list' }],
      });
    }
    seen.add(path);
  }
  return files;
}

function isError(finding: Finding): boolean {
  return finding.severity === 'error';
}

export const cicdOperations: readonly Operation[] = [syncBranch, readSyncStatus, validateFiles];
