import { Problem } from '../../../controller/problems/index.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { objectOr } from '../../../schemas/json/values.js';
import { endQuarantine } from '../backups/operations.js';
import { syncBranch } from '../cicd/operations.js';
import { beginConsent, revokeConsent } from '../consents/operations.js';
import { discardDelivery, replayDelivery } from '../deliveries/operations.js';
import { waitForRun } from '../flows/tools.js';
import { claimHumanTask, completeHumanTask, releaseHumanTask } from '../human-tasks/operations.js';
import { approveProposal, closeProposal, mergeProposal, requestChanges } from '../proposals/operations.js';
import { recordFlowTest } from '../rehearsal/record-test.js';
import { replayRun } from '../rehearsal/replay.js';
import { cancelRun, inspectTask, rerunRun, resumeRun, retryRun, suspendRun } from '../runs/operations.js';
import { namedField } from '../shared/fields.js';
import type { Operation } from '../shared/operation.js';
import { described, openObject, text } from '../shared/schemas.js';
import { branchArgument, type Tool } from '../shared/tool.js';
import { backfillTrigger, fireTrigger, pauseTrigger, resumeTrigger } from '../triggers/operations.js';

/** Applies the held revision of a branch, deletions included: the one that the caller names, as another may be held by now. */
const confirmBranch: typeof syncBranch = {
  ...syncBranch,
  async run(context, input) {
    if (input.revision === undefined) {
      throw new Problem('body_invalid', 'The revision to confirm is needed', {
        errors: [{ pointer: '/revision', message: 'is needed: the commit that is held' }],
        hints: [`Read what is held with read-entity {"type": "branch", "name": "${input.branch}"}.`],
      });
    }
    return syncBranch.run(context, { ...input, confirmPrune: true });
  },
};

/** The operations of each type by their action; `field` is the input field with the name, empty for none, `of` what else they take. */
const controlled: Readonly<
  Record<
    string,
    { field: string; of: readonly string[]; actions: Readonly<Record<string, Operation<never>>> }
  >
> = {
  run: {
    field: 'run',
    of: ['branch', 'revision', 'task'],
    actions: {
      cancel: cancelRun,
      suspend: suspendRun,
      resume: resumeRun,
      retry: retryRun,
      rerun: rerunRun,
      inspect: inspectTask,
      replay: replayRun,
      record: recordFlowTest,
    },
  },
  trigger: {
    field: 'trigger',
    of: ['branch', 'from', 'to', 'dryRun'],
    actions: { pause: pauseTrigger, resume: resumeTrigger, fire: fireTrigger, backfill: backfillTrigger },
  },
  connection: {
    field: 'connection',
    of: ['branch', 'env'],
    actions: { consent: beginConsent, 'revoke-consent': revokeConsent },
  },
  'human-task': {
    field: 'id',
    of: ['values'],
    actions: { claim: claimHumanTask, release: releaseHumanTask, complete: completeHumanTask },
  },
  proposal: {
    field: 'id',
    of: ['revision', 'comment'],
    actions: {
      approve: approveProposal,
      'request-changes': requestChanges,
      merge: mergeProposal,
      close: closeProposal,
    },
  },
  delivery: {
    field: 'delivery',
    of: ['branch'],
    actions: { replay: replayDelivery, discard: discardDelivery },
  },
  branch: { field: 'branch', of: ['revision'], actions: { confirm: confirmBranch, sync: syncBranch } },
  quarantine: { field: '', of: [], actions: { end: endQuarantine } },
};

/** Returns the arguments with which `control` performs an operation; undefined where it does not. */
export function findControl(operation: Operation, args: JsonObject): JsonObject | undefined {
  if (operation === (syncBranch as Operation) && args['confirmPrune'] === true)
    return {
      type: 'branch',
      name: args['branch'] ?? '<name>',
      action: 'confirm',
      revision: args['revision'] ?? '<revision>',
    };
  for (const [type, { field, of, actions: operations }] of Object.entries(controlled)) {
    const action = Object.keys(operations).find((each) => (operations[each] as Operation) === operation);
    if (action === undefined) continue;
    // Only a replay is compared with a branch; the others find the branch by the name.
    const isCompared = operation === (replayRun as Operation);
    const others = Object.entries(args).filter(
      ([name]) => of.includes(name) && (name !== 'branch' || isCompared),
    );
    const name = field === '' ? type : (args[field] ?? '<name>');
    const isSpan = operation === (backfillTrigger as Operation);
    return {
      type,
      name,
      action,
      ...(isSpan ? { values: Object.fromEntries(others) } : Object.fromEntries(others)),
    };
  }
  return undefined;
}

const actions = [...new Set(Object.values(controlled).flatMap((each) => Object.keys(each.actions))), 'wait'];

export const controlTools: readonly Tool[] = [
  {
    name: 'control',
    confirms: true,
    operation: cancelRun,
    performs: Object.values(controlled).flatMap((each) =>
      Object.values(each.actions),
    ) as unknown as Operation[],
    title: 'Control runs, triggers, tasks, proposals, deliveries',
    description: `Changes a run (cancel, suspend, resume, retry, rerun, inspect a \`task\`, replay through \`branch\`, record, wait), a trigger (pause, resume, fire, backfill), a connection (consent, revoke-consent), a human task (claim, release, complete with \`values\`), a proposal (approve, request-changes, merge, close), a delivery (replay, discard), a branch (confirm), a quarantine (end).

Example: {"type": "run", "name": "<id>", "action": "cancel"}`,
    input: {
      properties: {
        type: described({ ...text, enum: Object.keys(controlled) }, 'What to control.'),
        name: namedField('The id or name, or `quarantine`.', 'nightly-report'),
        action: { ...text, enum: [...actions] },
        branch: branchArgument,
        revision: described(text, '`same` or `newest` to retry or rerun; the held commit to confirm.'),
        task: described(text, 'For `inspect`.'),
        env: described(text, 'Of a connection.'),
        values: described(
          openObject,
          'Of a human task; `comment` and `revision` of a review; `from`, `to`, `dryRun` of a backfill; `wait`: seconds.',
        ),
      },
      required: ['type', 'name', 'action'],
    },
    output: {
      type: 'object',
      properties: {
        id: text,
        address: text,
        expiresAt: text,
      },
    },
    async run(scope, { type, name, action, branch = scope.production, values, revision, task, env }) {
      if (type === 'run' && action === 'wait')
        return waitForRun(scope, { branch, run: name ?? null }, objectOr(values as Json));
      const {
        field,
        of,
        actions: operations,
      } = controlled[String(type)] ?? { field: '', of: [], actions: {} };
      const operation = operations[String(action)];
      if (!operation) {
        const names = [...Object.keys(operations), ...(type === 'run' ? ['wait'] : [])];
        const listed = names.map((each) => `\`${each}\``);
        const message = `a ${String(type)} takes ${listed.join(', ')}`;
        throw new Problem('body_invalid', `\`${String(action)}\` is no action for a ${String(type)}`, {
          errors: [{ pointer: '/action', message }],
          hints: [`Use one of ${listed.join(', ')}.`],
        });
      }
      const isTaken = (input: string) =>
        of.includes(input) && operation.input.properties[input] !== undefined;
      const more = Object.fromEntries(
        Object.entries(
          type === 'proposal'
            ? objectOr(values as Json)
            : {
                branch,
                values,
                revision,
                task,
                env,
                ...(type === 'trigger' ? objectOr(values as Json) : {}),
              },
        ).filter(([input, value]) => value !== undefined && isTaken(input)),
      );
      const value = await scope.perform(
        operation as Operation,
        field === '' ? more : { ...more, [field]: name },
      );
      return { value: value as JsonObject };
    },
  },
];
