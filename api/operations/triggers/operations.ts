import type { Target } from '../../../controller/security/identity/access/access.js';
import type { BackfillSpan, TriggerView } from '../../../controller/triggers/index.js';
import {
  flowTarget,
  getAccess,
  partOfBranch,
  requireRole,
  requireScopedEnvironment,
} from '../shared/authorization.js';
import {
  branchField,
  dryRunFirst,
  namedField,
  type PageInput,
  pageFields,
  requirePageSize,
} from '../shared/fields.js';
import { type Operation, type OperationContext, reads } from '../shared/operation.js';
import { decodeCursor, encodeCursor } from '../shared/pages.js';
import { getPage, moment, toList } from '../shared/schemas.js';
import { backfilledShape, occurrenceShape, triggerShape } from './schemas.js';

interface TriggerAddress {
  branch: string;
  trigger: string;
}

const addressInput = {
  properties: {
    branch: branchField,
    trigger: namedField(
      'The name of the trigger, or `flow.<name>` for the schedule of a flow.',
      'nightly-report',
    ),
  },
  required: ['branch', 'trigger'],
};

/** The schedule of a flow is reached with the rights on the flow. */
function triggerTarget({ branch, trigger }: TriggerAddress): Target {
  const [, flow] = /^flow\.(.*)$/s.exec(trigger) ?? [];
  return flow === undefined
    ? { branch, type: 'trigger', name: trigger }
    : { branch, type: 'flow', name: flow };
}

export const listTriggers: Operation<PageInput & { branch: string; flow?: string }> = {
  name: 'list-trigger-states',
  title: 'List triggers',
  description:
    'What starts flows of a branch by themselves, with state, next three times and last occurrences; schedules of flows too.',
  hints: reads,
  permission: 'viewer',
  target: partOfBranch,
  input: {
    properties: {
      branch: branchField,
      flow: namedField('Only triggers of this flow.', 'daily-report'),
      ...pageFields,
    },
    required: ['branch'],
  },
  output: getPage(triggerShape),
  async run(context, input) {
    const branch = await context.controller.branches.resolve(input.branch);
    const access = getAccess(context);
    const { items, hasMore } = await context.controller.schedules.list(branch, {
      limit: requirePageSize(context.controller.config.current(), input.limit),
      after: input.cursor === undefined ? undefined : decodeCursor(input.cursor),
      flow: input.flow,
      isVisible: (name) => access.may('viewer', triggerTarget({ branch, trigger: name })),
    });
    return { value: { items, nextCursor: hasMore ? encodeCursor(items.at(-1)?.name ?? '') : null } };
  },
};

export const readTrigger: Operation<TriggerAddress> = {
  name: 'read-trigger-state',
  title: 'Read the state of a trigger',
  description: 'Its state, the next three times, and the last occurrences.',
  hints: reads,
  permission: 'viewer',
  target: triggerTarget,
  input: addressInput,
  output: triggerShape,
  async run({ controller }, { branch, trigger }) {
    return { value: await controller.schedules.get(await controller.branches.resolve(branch), trigger) };
  },
};

export const pauseTrigger: Operation<TriggerAddress> = {
  name: 'pause-trigger',
  title: 'Pause a trigger',
  description:
    'Starts no run until the trigger is resumed, also after an edit. Its occurrences are recorded as skipped, not as missed.',
  hints: { readOnly: false, destructive: false, idempotent: true },
  permission: 'operator',
  target: triggerTarget,
  input: addressInput,
  output: triggerShape,
  async run({ controller, principal }, { branch, trigger }) {
    const resolved = await controller.branches.resolve(branch);
    return { value: await controller.schedules.pause(resolved, trigger, principal.id) };
  },
};

export const resumeTrigger: Operation<TriggerAddress> = {
  name: 'resume-trigger',
  title: 'Resume a trigger',
  description: 'Continues a paused trigger with its next occurrence.',
  hints: { readOnly: false, destructive: false, idempotent: true },
  permission: 'operator',
  target: triggerTarget,
  input: addressInput,
  output: triggerShape,
  async run({ controller }, { branch, trigger }) {
    return { value: await controller.schedules.resume(await controller.branches.resolve(branch), trigger) };
  },
};

export const fireTrigger: Operation<TriggerAddress> = {
  name: 'fire-trigger',
  title: 'Fire a trigger',
  description:
    'Starts a run of a scheduled trigger now, also of a paused one. Needs the role on its flow too.',
  hints: { readOnly: false, destructive: false, idempotent: false },
  permission: 'operator',
  target: triggerTarget,
  input: addressInput,
  output: occurrenceShape,
  async run(context, { branch: named, trigger }) {
    const { schedules, branches } = context.controller;
    const branch = await branches.resolve(named);
    await requireFlow(context, branch, await schedules.get(branch, trigger));
    const occurrence = await schedules.fire(branch, trigger);
    context.audit?.note({ run: occurrence.run ?? '' });
    return { value: occurrence, outcome: 'created' };
  },
};

export const backfillTrigger: Operation<TriggerAddress & BackfillSpan> = {
  name: 'backfill-trigger',
  title: 'Start runs for times of the past',
  description:
    'Starts the runs of the times of a span that have started none, at most 100; with `dryRun` lists the times. Needs the role on its flow too.',
  hints: { readOnly: false, destructive: false, idempotent: true },
  permission: 'operator',
  target: triggerTarget,
  input: {
    properties: {
      ...addressInput.properties,
      from: { ...moment, description: 'The beginning of the span, RFC 3339; belongs to it.' },
      to: {
        ...moment,
        description: 'The end of the span, RFC 3339; belongs to it. Times to come are left out.',
      },
      dryRun: dryRunFirst('Only list the times.'),
    },
    required: [...addressInput.required, 'from', 'to'],
  },
  output: toList(backfilledShape),
  async run(context, { branch: named, trigger, ...span }) {
    const { schedules, branches } = context.controller;
    const branch = await branches.resolve(named);
    await requireFlow(context, branch, await schedules.get(branch, trigger));
    const items = await schedules.backfill(branch, trigger, span);
    context.audit?.note({ runs: span.dryRun ? 0 : items.length });
    return { value: { items } };
  },
};

/** @throws Problem forbidden */
async function requireFlow(
  context: OperationContext,
  branch: string,
  { flow, environment }: TriggerView,
): Promise<void> {
  requireRole(context, 'operator', flowTarget({ branch, flow }), 'Starting the flow of the trigger');
  await requireScopedEnvironment(context, branch, environment ?? undefined);
}
