import { countSkippedFiles, type Finding, type Snapshot } from '../../../controller/catalog/index.js';
import { Problem, toHintBody } from '../../../controller/problems/index.js';
import type { Reconciler, SyncStatus } from '../../../controller/reconciler/contract.js';
import { freshSnapshot } from '../entities/snapshots.js';
import { getAccess, isReviewed, partOfBranch, requireRole, wholeBranch } from '../shared/authorization.js';
import { requireDistinct, type SentFile, sentFilesField } from '../shared/changed-snapshot.js';
import { requireConsent } from '../shared/consent.js';
import { branchField, offByDefault, textField } from '../shared/fields.js';
import { type Operation, type OperationContext, reads } from '../shared/operation.js';
import { described, getAnswer, text } from '../shared/schemas.js';
import { syncStatusShape, validationShape } from './schemas.js';

export const syncBranch: Operation<{ branch: string; confirmPrune?: boolean; revision?: string }> = {
  name: 'sync-branch',
  title: 'Synchronise a branch now',
  description:
    'Asks the reconciler to check the branch at once. The sync status has the outcome under the `syncId`. ' +
    'With `confirmPrune`, a revision that is held because it deletes unusually many entities is applied.',
  hints: { readOnly: false, destructive: false, idempotent: true },
  permission: 'operator',
  target: wholeBranch,
  input: {
    properties: {
      branch: branchField,
      confirmPrune: offByDefault(
        'Confirms the deletions of the held revision. Needs the role `editor`; 409 `prune_not_held` if none is held.',
      ),
      revision: textField(
        'With `confirmPrune`: the held revision; 409 `prune_not_held` if another one is held.',
        128,
      ),
    },
    required: ['branch'],
  },
  output: getAnswer(undefined, { syncId: described(text, 'The id of the sync.') }),
  async run(context, { branch: segment, confirmPrune, revision }) {
    const { controller } = context;
    if (confirmPrune)
      requireRole(context, 'editor', wholeBranch({ branch: segment }), '`sync-branch` with `confirmPrune`');
    const branch = await controller.branches.resolve(segment);
    const confirmed = confirmPrune ? getConfirmed(context, branch, revision) : undefined;
    // The status of the branch reports a failed reconciliation.
    const options = confirmPrune ? { confirmPrune: { revision: confirmed } } : {};
    const { syncId } = await controller.reconciler.sync(branch, options);
    return { value: { syncId }, outcome: 'accepted' };
  },
};

/**
 * Returns the revision whose deletions the caller confirms. On a branch whose changes are reviewed, an agent alone confirms none: they
 * take entities out of service.
 * @throws EffectAwaitingConsent; Problem confirmation_required, approval_void
 */
function getConfirmed(
  context: OperationContext,
  branch: string,
  revision: string | undefined,
): string | undefined {
  const held = context.controller.reconciler.status(branch)?.held;
  if (held?.reason !== 'prune' || (revision ?? held.revision) !== held.revision) return revision;
  if (isReviewed(context.controller, branch))
    requireConsent(context, {
      text: `Takes ${held.gone} of ${held.entities} entities of \`${branch}\` out of service, which the commit ${held.revision.slice(0, 12)} deletes`,
      content: held.revision,
      right: { role: 'editor', target: { branch } },
    });
  return held.revision;
}

export const readSyncStatus: Operation<{ branch: string }> = {
  name: 'read-sync-status',
  title: 'Read the sync status of a branch',
  description:
    'The commits that are observed, attempted and in service, those that runs are pinned to, and conditions, counts and problems.',
  hints: reads,
  permission: 'viewer',
  target: partOfBranch,
  input: { properties: { branch: branchField }, required: ['branch'] },
  output: syncStatusShape,
  async run(context, input) {
    const { controller } = context;
    const branch = await controller.branches.resolve(input.branch);
    const status = await getStatus(controller.reconciler, branch);
    const push = await controller.changes.pushStatus(branch);
    const snapshot = controller.reconciler.peek(branch);
    const runnable = snapshot && controller.runnable.summarize(snapshot);
    return {
      value: {
        branch,
        conditions: [...status.conditions, ...(runnable ? [runnable] : [])],
        observedRevision: status.observedRevision ?? null,
        attemptedRevision: status.attemptedRevision ?? null,
        appliedRevision: status.appliedRevision ?? null,
        runningRevisions: await controller.runs.revisions(branch),
        counts: status.counts,
        passedOver: status.passedOver,
        problems: visible(context, snapshot, status.problems),
        held: status.held ?? null,
        lastError: status.lastError ?? null,
        hints: status.hints.map((hint) => toHintBody(hint, context.writeCall)),
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

/** Returns the status of a branch, also before its first reconciliation. @throws Problem branch_not_found */
async function getStatus(reconciler: Reconciler, branch: string): Promise<SyncStatus> {
  const branchStatus = reconciler.status(branch);
  if (branchStatus) return branchStatus;
  const failure = await reconciler.current(branch).then(
    () => undefined,
    (cause: unknown) => cause,
  );
  const status = reconciler.status(branch);
  if (status) return status;
  throw failure;
}

export const validateFiles: Operation<{ branch: string; files?: SentFile[] }> = {
  name: 'validate-files',
  title: 'Validate entity files',
  description:
    'Validates the given files as if they were in the branch, or the head of the branch if no files are given; changes nothing. ' +
    'The files may refer to entities of the branch and replace files of the same path. The answer has the faults of the files and those that they would cause elsewhere, but no other faults of the branch. ' +
    '`passedOver` counts the files that belong to other tools, such as Kubernetes manifests: svc does not validate them.',
  hints: reads,
  permission: 'viewer',
  target: partOfBranch,
  input: {
    properties: {
      branch: branchField,
      files: described(
        sentFilesField,
        'Files as they would be in the branch; the head of the branch by default.',
      ),
    },
    required: ['branch'],
  },
  output: validationShape,
  async run(context, input) {
    const { controller, principal } = context;
    const branch = await controller.branches.resolve(input.branch);
    const head = await controller.reconciler.head(branch);
    const paths = input.files?.map(({ path }) => path);
    const { findings, otherTools } = input.files
      ? await controller.validations.findingsWith(principal.id, branch, requireDistinct(input.files))
      : { findings: await controller.validations.getFindings(head), otherTools: head.otherTools };
    const shown = visible(context, head, findings, paths);
    const passedOver = countSkippedFiles(otherTools);
    return { value: { valid: !shown.some(isError), problems: shown, passedOver } };
  },
};

/** Findings in files of entities that the caller may see, and in files that it has sent. */
function visible(
  context: OperationContext,
  snapshot: Snapshot | undefined,
  findings: readonly Finding[],
  paths: readonly string[] = [],
): readonly Finding[] {
  const access = getAccess(context);
  if (access.isEven) return findings;
  const files = new Set(paths);
  for (const { kind, name, findings: own } of snapshot?.statuses() ?? []) {
    if (!access.may('viewer', { branch: snapshot?.branch ?? '', type: kind, name })) continue;
    const path = snapshot?.get(kind, name)?.path;
    if (path !== undefined) files.add(path);
    for (const { file } of own) files.add(file);
  }
  return findings.filter(({ file }) => files.has(file));
}

function isError({ severity }: Finding): boolean {
  return severity === 'error';
}

/** Errors in one answer, at most; `validate-files` lists them all. */
const maxErrors = 100;

export const packageBranch: Operation<{ branch: string; allowInvalid?: boolean }> = {
  name: 'package-branch',
  title: 'Package a branch',
  description:
    'A `.tar.gz` of the files of the branch in service: entities and the texts that they name, each under its path, then `manifest.json` ' +
    'with the revision, the folder of `Git.Path` as `path` (texts named with a leading slash are below it; left out for the whole repository), ' +
    'and the SHA-256 of every file. The same files give the same bytes. A branch with invalid entities is refused.',
  hints: reads,
  permission: 'viewer',
  target: wholeBranch,
  input: {
    properties: {
      branch: branchField,
      allowInvalid: offByDefault('Package the files even if some entities are invalid.'),
    },
    required: ['branch'],
  },
  output: { type: 'string', format: 'binary', description: 'The archive.' },
  async run(context, { branch: segment, allowInvalid }) {
    const { branch, revision, findings } = await freshSnapshot(context, segment);
    const errors = findings.filter(isError);
    if (errors.length > 0 && !allowInvalid) {
      throw new Problem('entity_invalid', `The branch \`${branch}\` has invalid entities`, {
        errors: errors.slice(0, maxErrors),
        hints: [
          'Fix the entities that `errors[]` names, or package the branch as it is with `{"allowInvalid": true}`.',
        ],
      });
    }
    const name = `${branch.replaceAll(/[^\w.-]+/g, '-')}-${revision.slice(0, 12)}.tar.gz`;
    return {
      download: { name, type: 'application/gzip', content: context.controller.package(branch, revision) },
    };
  },
};
