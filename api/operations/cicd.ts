import type { Finding, Snapshot } from '../../controller/catalog/contract.js';
import { Problem } from '../../controller/problems/index.js';
import type { Reconciler, SyncStatus } from '../../controller/reconciler/contract.js';
import { accessOf, requireRole } from './access.js';
import { conditionShape, findingShape } from './entity-shape.js';
import { branchField, partOfBranch, wholeBranch } from './fields.js';
import { type Operation, type OperationContext, reads } from './operation.js';

const branchInput = { properties: { branch: branchField }, required: ['branch'] };

interface SyncInput {
  branch: string;
  confirmPrune?: boolean;
  revision?: string;
}

const syncBranch: Operation<SyncInput> = {
  name: 'sync-branch',
  title: 'Synchronise a branch now',
  description:
    'Asks the reconciler to look at the branch at once; what came of it is in the sync status, under the `syncId`. ' +
    'With `confirmPrune`, the revision that is held because it takes away unusually many entities is applied; nothing else is confirmed by it.',
  hints: { readOnly: false, destructive: false, idempotent: true },
  permission: 'operator',
  target: wholeBranch,
  input: {
    properties: {
      branch: branchField,
      confirmPrune: {
        type: 'boolean',
        default: false,
        description:
          'The deletions of the held revision are meant. Needs the role `editor`; 409 `prune_not_held` when none is held.',
      },
      revision: {
        type: 'string',
        minLength: 1,
        maxLength: 128,
        description:
          'With `confirmPrune`: the revision that is meant; 409 `prune_not_held` when another is held by now.',
      },
    },
    required: ['branch'],
  },
  output: { type: 'object', required: ['syncId'], properties: { syncId: { type: 'string' } } },
  async run(context, { branch: segment, confirmPrune, revision }) {
    const { controller } = context;
    if (confirmPrune)
      requireRole(context, 'editor', wholeBranch({ branch: segment }), '`sync-branch` with `confirmPrune`');
    const branch = await controller.branches.resolve(segment);
    // A failed reconciliation is the branch's status, where the caller looks for it.
    const { syncId } = await controller.reconciler.sync(
      branch,
      confirmPrune ? { confirmPrune: { revision } } : {},
    );
    return { value: { syncId }, outcome: 'accepted' };
  },
};

const revisionField = (description: string) => ({ type: ['string', 'null'], description });

const heldShape = {
  type: ['object', 'null'],
  description: 'The revision that is held back as a whole; the one in service goes on serving.',
  required: ['revision', 'reason', 'message', 'gone', 'entities'],
  properties: {
    revision: { type: 'string' },
    reason: {
      type: 'string',
      enum: ['prune', 'invalid'],
      description:
        '`prune`: it takes away more than `Git.PruneLimit` allows; `invalid`: it has invalid entities and `Git.ApplyPolicy` is `commit`.',
    },
    message: { type: 'string' },
    gone: { type: 'integer', description: 'How many entities would go out of service.' },
    entities: { type: 'integer', description: 'How many there are now.' },
  },
};

const syncShape = {
  type: 'object',
  required: ['syncId', 'status', 'requestedAt', 'endedAt', 'revision'],
  properties: {
    syncId: { type: 'string' },
    status: { type: 'string', enum: ['running', 'succeeded', 'failed'] },
    requestedAt: { type: 'string' },
    endedAt: { type: ['string', 'null'] },
    revision: revisionField('The newest revision seen when it ended.'),
  },
};

const readSyncStatus: Operation<{ branch: string }> = {
  name: 'read-sync-status',
  title: 'Read the sync status of a branch',
  description:
    'Which commit is observed, attempted and in service, and which ones runs are pinned to, with conditions, counts and problems.',
  hints: reads,
  permission: 'viewer',
  target: partOfBranch,
  input: branchInput,
  output: {
    type: 'object',
    required: ['branch', 'conditions', 'observedRevision', 'appliedRevision', 'counts', 'problems'],
    properties: {
      branch: { type: 'string' },
      conditions: { type: 'array', items: conditionShape },
      observedRevision: revisionField('The newest revision seen.'),
      attemptedRevision: revisionField('The newest revision that was tried to be put in service.'),
      appliedRevision: revisionField('The revision in service.'),
      runningRevisions: {
        type: 'array',
        description: 'The revisions that unfinished runs of the branch are pinned to.',
        items: {
          type: 'object',
          required: ['revision', 'runs'],
          properties: { revision: { type: 'string' }, runs: { type: 'integer' } },
        },
      },
      counts: {
        type: 'object',
        properties: {
          files: { type: 'integer' },
          entities: { type: 'integer' },
          invalid: { type: 'integer' },
        },
      },
      problems: {
        type: 'array',
        items: findingShape,
        description:
          'What was found in the newest revision: the one that is held, or else the one in service.',
      },
      held: heldShape,
      lastError: { type: ['string', 'null'] },
      hints: {
        type: 'array',
        items: { type: 'string' },
        description: 'What to do about `lastError`.',
      },
      nextRetryAt: { type: ['string', 'null'] },
      push: {
        type: ['object', 'null'],
        title: 'PushStatus',
        description: 'How far the remote has what the branch has; null without a remote.',
        required: ['pending', 'lastError', 'nextRetryAt', 'holds'],
        properties: {
          pending: { type: 'integer', description: 'Commits that the remote has not yet.' },
          lastError: { type: ['string', 'null'] },
          nextRetryAt: { type: ['string', 'null'] },
          holds: {
            type: 'array',
            description:
              'Reverts made with `hold` that the remote has not yet: no sync undoes them. Revert to `HEAD` with ' +
              '`hold: false` lets go of one.',
            items: {
              title: 'HeldRevert',
              type: 'object',
              required: ['type', 'name', 'commitHash', 'author', 'since'],
              properties: {
                type: { type: 'string' },
                name: { type: 'string' },
                commitHash: { type: 'string' },
                author: { type: 'string' },
                since: { type: 'string', format: 'date-time' },
              },
            },
          },
        },
      },
      syncs: {
        type: 'array',
        items: syncShape,
        description: 'The syncs that were asked for, the newest first; the last twenty.',
      },
    },
  },
  async run(context, input) {
    const { controller } = context;
    const branch = await controller.branches.resolve(input.branch);
    const status = await statusOf(controller.reconciler, branch);
    const push = await controller.changes.pushStatus(branch);
    return {
      value: {
        branch,
        conditions: status.conditions,
        observedRevision: status.observedRevision ?? null,
        attemptedRevision: status.attemptedRevision ?? null,
        appliedRevision: status.appliedRevision ?? null,
        runningRevisions: await controller.runs.revisions(branch),
        counts: status.counts,
        problems: visible(context, controller.reconciler.peek(branch), status.problems),
        held: status.held ?? null,
        lastError: status.lastError ?? null,
        hints: status.hints,
        nextRetryAt: status.nextRetryAt ?? null,
        push: push
          ? { ...push, lastError: push.lastError ?? null, nextRetryAt: push.nextRetryAt ?? null }
          : null,
        syncs: status.syncs.map(({ endedAt = null, revision = null, ...sync }) => ({
          ...sync,
          endedAt,
          revision,
        })),
      },
    };
  },
};

/** Also of a branch that nobody has asked for so far. @throws Problem branch_not_found */
async function statusOf(reconciler: Reconciler, branch: string): Promise<SyncStatus> {
  const known = reconciler.status(branch);
  if (known) return known;
  const failure = await reconciler.current(branch).then(
    () => undefined,
    (cause: unknown) => cause,
  );
  const status = reconciler.status(branch);
  if (status) return status;
  throw failure;
}

interface ValidateInput {
  branch: string;
  files?: { path: string; content: string }[];
}

const validateFiles: Operation<ValidateInput> = {
  name: 'validate-files',
  title: 'Validate entity files',
  description:
    'Checks the files given as they would be in the branch, or the head of the branch when none are; changes nothing. ' +
    'What the files refer to may be in the branch, and one of the same path is replaced. Told is what is wrong in them and what they would break elsewhere, not what else is wrong in the branch.',
  hints: reads,
  permission: 'viewer',
  target: partOfBranch,
  input: {
    properties: {
      branch: branchField,
      files: {
        type: 'array',
        minItems: 1,
        maxItems: 10_000,
        description: 'Files as they would be in the branch. Left out: the head of the branch.',
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
    const { controller } = context;
    const branch = await controller.branches.resolve(input.branch);
    const head = await controller.reconciler.head(branch);
    const given = input.files?.map(({ path }) => path);
    const problems = input.files
      ? visible(context, head, await controller.validate(branch, distinct(input.files)), given)
      : visible(context, head, head.findings);
    return { value: { valid: !problems.some(isError), problems } };
  },
};

/** Of what was found, that in files of entities the caller may see, and in files it has sent itself. */
function visible(
  context: OperationContext,
  snapshot: Snapshot | undefined,
  findings: readonly Finding[],
  given: readonly string[] = [],
): readonly Finding[] {
  const access = accessOf(context);
  if (access.isEven) return findings;
  const files = new Set(given);
  for (const { kind, name, findings: own } of snapshot?.statuses() ?? []) {
    if (!access.may('viewer', { branch: snapshot?.branch ?? '', type: kind, name })) continue;
    const path = snapshot?.get(kind, name)?.path;
    if (path !== undefined) files.add(path);
    for (const { file } of own) files.add(file);
  }
  return findings.filter(({ file }) => files.has(file));
}

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
