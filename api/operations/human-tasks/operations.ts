import { Problem } from '../../../controller/problems/index.js';
import type { HumanTaskStatus, HumanTaskSummary } from '../../../controller/runs/contract.js';
import type { Json } from '../../../schemas/json/types.js';
import { getRun } from '../runs/operations.js';
import { flowTarget } from '../shared/authorization.js';
import { type PageInput, pageFields, requirePageSize, textField } from '../shared/fields.js';
import { getFormFields } from '../shared/form-fields.js';
import { type Operation, type OperationContext, reads } from '../shared/operation.js';
import { type Page, pageOfVisible } from '../shared/pages.js';
import { getCallingActor, requirePerson } from '../shared/person.js';
import type { PlatformEntity } from '../shared/platform-entities.js';
import { described, getPage, openObject } from '../shared/schemas.js';
import { HumanTaskAccess } from './access.js';
import { humanTaskShape, humanTaskStatus, humanTaskSummaryShape } from './schemas.js';

const idField = textField('The id of the task.', 200, '0192f0c1-7e6a-7b1e-9c5a-3f5a8e0d4c11');
const one = { properties: { id: idField }, required: ['id'] };

interface Filter extends PageInput {
  status: HumanTaskStatus;
  mine: boolean;
  run?: string;
}

export const listHumanTasks: Operation<Filter> = {
  name: 'list-human-tasks',
  title: 'List human tasks',
  description:
    'The open tasks of the caller and of its teams; with `mine: false` all that the caller may see: administrators see those of their flows. With `run`, those of a run that the caller may read: whom it waits for, and until when.',
  hints: reads,
  atMembers: 'read',
  permission: 'viewer',
  input: {
    properties: {
      status: { ...humanTaskStatus, default: 'open', description: 'Only tasks in this state.' },
      mine: {
        type: 'boolean',
        default: true,
        description: 'Only tasks that the caller is asked to complete.',
      },
      run: textField(
        'Only tasks of this run, of all assignees.',
        200,
        '0192f0c1-7e6a-7b1e-9c5a-3f5a8e0d4c11',
      ),
      ...pageFields,
    },
  },
  output: getPage(humanTaskSummaryShape),
  async run(context, { status, mine, run, limit: maxItems, cursor }) {
    const { humanTasks, config } = context.controller;
    const access = new HumanTaskAccess(context);
    const limit = requirePageSize(config.current(), maxItems);
    if (run !== undefined) await getRun(context, { run });
    const assignees = mine && run === undefined ? access.names : undefined;
    const page: Page<HumanTaskSummary> = await pageOfVisible(
      (after, count) => humanTasks.list({ status, assignees, run, after, limit: count }),
      (task) => run !== undefined || (mine ? access.isAssigned(task) : access.maySee(task)),
      limit,
      cursor,
    );
    return { value: page };
  },
};

export const readHumanTask: Operation<{ id: string }> = {
  name: 'read-human-task',
  title: 'Read a human task',
  description: 'Title, form, assignees and state of a task, with the answer once there is one.',
  hints: reads,
  atMembers: 'read',
  permission: 'viewer',
  input: one,
  output: humanTaskShape,
  async run(context, { id }) {
    const { task } = await findTask(context, id);
    return { value: { ...task, fields: getFormFields(task.form) } };
  },
};

export const completeHumanTask: Operation<{ id: string; values: Json }> = {
  name: 'complete-human-task',
  title: 'Complete a human task',
  description:
    'Ends a task with the values of its form, once; its run continues with them. For the assignees and administrators, who must be persons unless a grant says `may: [complete-human-task]`. 422 `human_task_values_invalid` names each wrong value, 409 `human_task_ended` says who was first.',
  hints: { readOnly: false, destructive: true, idempotent: false },
  permission: 'viewer',
  effects: ['approve'],
  input: {
    properties: {
      id: idField,
      values: {
        ...described(openObject, 'The values, which fit `form` of the task.'),
        examples: [{ approved: true }],
      },
    },
    required: ['id', 'values'],
  },
  output: humanTaskShape,
  async run(context, { id, values }) {
    const { task, caller } = await taskToChange(context, id);
    return { value: await context.controller.humanTasks.complete(task.id, values, caller) };
  },
};

export const claimHumanTask = reservation('claim', {
  name: 'claim-human-task',
  title: 'Claim a human task',
  description:
    'Reserves a task for the caller: other assignees cannot complete it until it is released. 409 `human_task_claimed` names the person who was first.',
});

export const releaseHumanTask = reservation('release', {
  name: 'release-human-task',
  title: 'Release a human task',
  description:
    'Gives a claimed task back to all assignees. For the person who claimed it, and administrators.',
});

function reservation(
  change: 'claim' | 'release',
  about: Pick<Operation, 'name' | 'title' | 'description'>,
): Operation<{ id: string }> {
  return {
    ...about,
    hints: { readOnly: false, destructive: false, idempotent: true },
    permission: 'viewer',
    effects: ['approve'],
    input: one,
    output: humanTaskShape,
    async run(context, { id }) {
      const { task, caller } = await taskToChange(context, id);
      return { value: await context.controller.humanTasks[change](task.id, caller) };
    },
  };
}

/** Returns a task that the caller may see. @throws Problem human_task_not_found */
async function findTask(context: OperationContext, id: string) {
  const task = await context.controller.humanTasks.get(id);
  const access = new HumanTaskAccess(context);
  if (access.maySee(task)) return { task, access };
  const { principal } = context;
  throw new Problem('human_task_not_found', `There is no human task \`${id}\` that ${principal.id} may see`, {
    hints: namesakeHints(context),
  });
}

/** Tells the key of a person from the user of its name, who is asked where only the name is written. */
function namesakeHints({ principal, controller }: OperationContext): string[] {
  const [, name] = /^api-key:(.*)$/s.exec(principal.id) ?? [];
  if (name === undefined || controller.identity.users.principal(name) === undefined) return [];
  const text = `\`${name}\` in \`assignees\` is the user of this name. For the key, write \`${principal.id}\`, there or in \`members\` of a team that is asked.`;
  return [text];
}

/** Returns a task that the caller may change, and records who wants to. @throws Problem human_task_not_found, person_required */
async function taskToChange(context: OperationContext, id: string) {
  context.audit?.setTarget(`human-task/${id}`);
  const { task, access } = await findTask(context, id);
  context.audit?.note({
    actor: getCallingActor(context),
    run: task.run,
    flow: task.flow,
    branch: task.branch,
  });
  requirePerson(context, 'complete-human-task', [flowTarget(task)]);
  const { id: principal } = context.principal;
  return { task, caller: { principal, overrides: access.isAdministered(task) } };
}

export const humanTaskEntity: PlatformEntity = {
  type: 'human-task',
  named: 'id',
  list: listHumanTasks,
  read: readHumanTask,
};
