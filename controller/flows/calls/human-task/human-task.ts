import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../../schemas/json/values.js';
import { untilAborted } from '../../../concurrency/signals.js';
import { ArgumentCheck } from '../../../json-schema/index.js';
import { noteTask } from '../../execution/execute.js';
import { getNow } from '../../execution/host-calls.js';
import { taskError } from '../../plan/errors.js';
import type { AskedAssignee } from '../../plan/flow-plan.js';
import type { HumanTaskRequest, OpenHumanTask } from '../../plan/host.js';
import type { DurationOf, Scope, TaskNode } from '../../plan/node.js';
import type { CompiledBody, TaskContext } from '../../plan/task-type.js';
import { fill, type Template } from '../../plan/template.js';
import { emptyForm, formProblems } from './form.js';
import { Notifications } from './notifications.js';

/** The name by which flows call a task for people. */
export const humanTaskName = 'human-task@default';

/** Users, people of the issuer, keys, teams and roles; a name without a prefix is a user. */
const assignee = '^((user:|api-key:|team:)?[^:\\s]+|oidc:\\S+|role:(viewer|operator|editor|admin))$';
const assigneeText =
  'a user such as `ada`, `oidc:ada`, `api-key:ada`, `team:billing`, or a role: `role:viewer`, `role:operator`, `role:editor`, `role:admin`';

function duration(title: string, description: string, examples: Json[]): JsonObject {
  return { title, description, type: ['string', 'object'], examples };
}

/** The members of `with`. */
export const humanTaskArguments: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['title', 'assignees'],
  properties: {
    title: {
      title: 'Title',
      description: 'The question, in one line.',
      type: 'string',
      minLength: 1,
      maxLength: 200,
      examples: ['Refund order o-1003?'],
    },
    description: {
      title: 'Description',
      description: 'What the person has to know, in Markdown.',
      type: 'string',
      maxLength: 10_000,
      examples: ['The parcel came back undamaged.'],
    },
    form: {
      title: 'Form',
      description:
        'The values that the person enters: a JSON Schema of an object, with its fields in `properties`. Default: the person only confirms.',
      type: 'object',
      examples: [
        {
          type: 'object',
          required: ['approved'],
          properties: { approved: { title: 'Refund the order', type: 'boolean' } },
        },
      ],
    },
    assignees: {
      title: 'Assignees',
      description:
        'The persons who may answer; one answer completes the task. `ada` or `user:ada` is a user, `oidc:ada` a person who signs in over OpenID Connect, `team:billing` the members of a team, `role:editor` every person who may do on the flow what this role may, `api-key:ada` the key of a person. A user and a key of one name are two: `ada` is never the key.',
      type: 'array',
      minItems: 1,
      maxItems: 50,
      items: { type: 'string', maxLength: 255, pattern: assignee, patternErrorMessage: assigneeText },
      examples: [['ada', 'team:billing']],
    },
    notify: {
      title: 'Notify',
      description:
        'A call that brings the question to the assignees. Its expressions see `title`, `link` (the page where the person answers), `assignee`, `reminder` (0 for the first call), `dueAt`, `humanTask` (the id) and `input` (that of the task).',
      type: 'object',
      additionalProperties: false,
      required: ['call'],
      properties: {
        call: {
          title: 'Call',
          description: 'What is called: an action of a connection, a function, a protocol.',
          type: 'string',
          examples: ['chat.post'],
        },
        with: {
          title: 'With',
          description: 'The arguments of the call.',
          examples: [{ path: '/messages', body: { text: '${ "\\(.title) \\(.link)" }' } }],
        },
      },
      examples: [{ call: 'chat.post', with: { path: '/messages', body: { text: '${ .link }' } } }],
    },
    remindAfter: duration(
      'Remind after',
      'The time after which `notify` is called again, at least a second; again and again, at most 100 times.',
      ['P1D'],
    ),
    dueAfter: duration(
      'Due after',
      'The time after which the task ends with a timeout error, which a `catch` can take.',
      ['P3D', { hours: 8 }],
    ),
  },
};
const check = new ArgumentCheck(humanTaskArguments);
const callee = `\`${humanTaskName}\``;

/** Reminders of one task, so that a forgotten one does not write for ever. */
const maxReminders = 100;
/** The shortest time between two reminders, in ms. */
const minReminderMs = 1_000;

interface Parts {
  readonly request: Template;
  readonly form: Template;
  readonly notify: TaskNode | undefined;
  readonly sentBy: string | null;
  readonly remindAfter: DurationOf | undefined;
  readonly dueAfter: DurationOf | undefined;
}

/** Compiles a task that a person completes; the output is `{ values, completedBy, completedAt }`. */
export function callHumanTask(definition: JsonObject, context: TaskContext): CompiledBody {
  const pointer = `${context.pointer}/with`;
  const taskWith = objectOr(definition['with']);
  context.reportArguments(check, callee, { value: definition['with'] ?? {}, pointer });
  const { form, notify, remindAfter, dueAfter, ...rest } = taskWith;
  const notifies = taskWith['notify'] !== undefined;
  const constant = constantAssignees(rest['assignees'], `${pointer}/assignees`);
  context.asksPeople(notifies, constant);
  context.needsLeader('human-tasks');
  noteTeams(constant, context);
  if (notifies) reportKeys(constant, context);
  const time = (value: Json | undefined, name: string) =>
    value === undefined ? undefined : context.duration(value, `${pointer}/${name}`);
  const parts: Parts = {
    request: context.template(rest, pointer),
    form: compileForm(form, `${pointer}/form`, context),
    notify: compileNotify(notify, `${pointer}/notify`, context),
    sentBy: isObject(notify) ? String(notify['call']) : null,
    remindAfter: time(remindAfter, 'remindAfter'),
    dueAfter: time(dueAfter, 'dueAfter'),
  };
  return { perform: (scope, input) => ask(scope, input, parts) };
}

function constantAssignees(assignees: Json | undefined, pointer: string): AskedAssignee[] {
  if (!Array.isArray(assignees)) return [];
  return assignees.flatMap((assignee, index) =>
    typeof assignee === 'string' && !assignee.includes('${')
      ? [{ assignee, pointer: `${pointer}/${index}` }]
      : [],
  );
}

/** Teams are entities of the branch; users are not. */
function noteTeams(assignees: readonly AskedAssignee[], context: TaskContext): void {
  for (const { assignee, pointer } of assignees) {
    if (!assignee.startsWith('team:')) continue;
    context.usesEntity({ kind: 'team', name: assignee.slice('team:'.length), pointer, args: undefined });
  }
}

/** A key opens no link, also for the person who has it. */
function reportKeys(assignees: readonly AskedAssignee[], context: TaskContext): void {
  for (const { assignee, pointer } of assignees) {
    if (!assignee.startsWith('api-key:')) continue;
    const message = `\`${assignee}\` is an API key, which opens no link: \`notify\` is not called for it`;
    const hint = `Name the user, such as \`${assignee.slice('api-key:'.length)}\`, or leave out \`notify\`.`;
    context.report({ rule: 'assignee-cannot-answer', severity: 'warning', pointer, message, hint });
  }
}

function compileForm(form: Json | undefined, pointer: string, context: TaskContext): Template {
  if (form === undefined) return { constant: true, value: emptyForm };
  // The texts of a form without expressions are those of a schema.
  if (JSON.stringify(form).includes('${')) return context.template(form, pointer);
  if (isObject(form)) {
    for (const problem of formProblems(form))
      context.report({ ...problem, pointer: pointer + problem.pointer });
  }
  return { constant: true, value: form };
}

function compileNotify(
  notify: Json | undefined,
  pointer: string,
  context: TaskContext,
): TaskNode | undefined {
  if (!isObject(notify)) return undefined;
  if (notify['call'] === humanTaskName)
    return context.fault(`${pointer}/call`, 'a notification cannot be a human task');
  return context.inline('notify', { value: notify, pointer }, true);
}

async function ask(scope: Scope, input: Json, parts: Parts): Promise<Json> {
  const { host } = scope.frame.run;
  const remindMs = await parts.remindAfter?.(input, scope);
  if (remindMs !== undefined && remindMs < minReminderMs)
    throw taskError('configuration', scope, '`remindAfter` must be at least one second');
  const request = await getRequest(scope, input, parts);
  try {
    const task = await untilAborted(host.openHumanTask(scope.key, request, scope.signal), scope.signal);
    tellUnanswerable(scope, task);
    const about = { task, title: request.title, input };
    const notifications = parts.notify && new Notifications(scope, parts.notify, about);
    return await getAnswer(scope, task, notifications, remindMs);
  } catch (error) {
    // A timeout, a lost race or the end of the run may come at any moment, also while people are notified.
    host.abandonHumanTask(scope.key);
    throw error;
  }
}

/** Logs once that no person can answer the task as it was opened; it waits, as people may come. */
function tellUnanswerable(scope: Scope, task: OpenHumanTask): void {
  const { host } = scope.frame.run;
  host.value(`${scope.key}:unanswerable`, () => {
    const why = task.unanswerable();
    if (why === undefined) return null;
    host.log('error', `No person can answer the human task: ${why}`, { humanTask: task.id });
    return why;
  });
}

async function getAnswer(
  scope: Scope,
  task: OpenHumanTask,
  notifications: Notifications | undefined,
  remindMs: number | undefined,
): Promise<Json> {
  const { host } = scope.frame.run;
  const { signal, deadline } = scope;
  for (let reminder = 0; ; ) {
    const isLast = remindMs === undefined || reminder >= maxReminders;
    const remindAt = isLast ? Number.POSITIVE_INFINITY : task.openedAt + (reminder + 1) * remindMs;
    const key = `${scope.key}:answer/${reminder}`;
    notifications?.begin(reminder);
    for (let attempt = 1, repeatAt = 0; repeatAt < remindAt; attempt++) {
      repeatAt = (await notifications?.send()) ?? Number.POSITIVE_INFINITY;
      if (attempt === 1) noteTask(scope, 'waiting');
      const waiting = { task, until: Math.min(remindAt, repeatAt), deadline, signal };
      const wait = host.awaitHumanTask(attempt === 1 ? key : `${key}/${attempt}`, waiting);
      const result = await untilAborted(wait, signal);
      if (result !== null) return { ...result };
    }
    // Of reminders that were missed, only the last is sent.
    const now = host.value(`${key}:at`, () => getNow(host)) as number;
    reminder = Math.max(reminder + 1, Math.floor((now - task.openedAt) / (remindMs ?? 1)));
  }
}

/** @throws FlowError configuration */
async function getRequest(
  scope: Scope,
  input: Json,
  { request: filledTemplate, form, sentBy, dueAfter }: Parts,
): Promise<HumanTaskRequest> {
  const filled = objectOr(await fill(filledTemplate, input, scope));
  const filledForm = await fill(form, input, scope);
  const checked = check.valuesInSlices({ ...filled, form: filledForm }, callee, scope.signal);
  const faults =
    checked instanceof Promise ? await scope.frame.run.host.whileComputing(() => checked) : checked;
  const problems = isObject(filledForm) && !form.constant ? formProblems(filledForm) : [];
  const all = [
    ...faults.map(({ pointer, message }) => `${pointer || '/'}: ${message}`),
    ...problems
      .filter(({ severity }) => severity === 'error')
      .map((each) => `/form${each.pointer}: ${each.message}`),
  ];
  if (all.length > 0) throw taskError('configuration', scope, all.join('; '));
  const dueMs = await dueAfter?.(input, scope);
  return {
    sentBy,
    title: String(filled['title']),
    description: typeof filled['description'] === 'string' ? filled['description'] : null,
    form: filledForm as JsonObject,
    assignees: filled['assignees'] as string[],
    reference: scope.task.reference,
    ...(dueMs === undefined ? {} : { dueMs }),
  };
}
